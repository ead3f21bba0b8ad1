import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { maxFileBytes } from '../../domain/catalog-file.ts';
import {
  serviceFilePath,
  servicesFolder,
  tombstoneFilePath,
  tombstonesFolder,
} from '../../domain/service-file.ts';
import {
  type BranchExtent,
  BranchRewritten,
  type CatalogCommit,
  type CommitRange,
  type CommittedFile,
} from '../../domain/service-version.ts';
import { textOf } from '../regular-file.ts';
import { gitBytes, GitError, gitOutput, noOutputIfUnborn, readBatch, runGit } from './run-git.ts';

/** RFC 3339 has no later time, but git has. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/** Modes of regular files. */
const regular = new Set(['100644', '100755']);

/** Whatever the operator's configuration says, lists each file under its own name, and the files of a root as added. */
const logOptions = [
  '--raw',
  '--no-abbrev',
  '-z',
  '--root',
  '--no-renames',
  '--no-show-signature',
  '--no-color',
  '--no-relative',
];

/**
 * The commits that made the catalog what it is: HEAD and its first parents. What a merge brings counts as one commit, the merge itself,
 * because the commits behind it were never what the catalog showed.
 */
export class GitHistory {
  readonly #top: string;
  readonly #prefix: string;
  /** Where git lists the commits at which a shallow clone ends. */
  #shallowFile: string | undefined;

  /** `prefix`: the catalog folder relative to the top of the work tree, empty or ending in `/`. */
  constructor(top: string, prefix: string) {
    this.#top = top;
    this.#prefix = prefix;
  }

  async extent(): Promise<BranchExtent> {
    const [head, ends] = await Promise.all([
      this.#git('rev-parse', '--verify', '--quiet', 'HEAD^{commit}').catch(noOutputIfUnborn),
      this.#shallowCommits(),
    ]);
    const depth =
      ends.size === 0
        ? ''
        : createHash('sha256')
            .update([...ends].join())
            .digest('hex');

    return { head: head === '' ? undefined : head.trim(), depth, unfetched: [] };
  }

  async *commits({ after, upTo, id }: CommitRange): AsyncGenerator<CatalogCommit[]> {
    const ends = await this.#shallowCommits();
    // Shows commits without changes too, so that the first one is the child of `after`. It spares a full reading a second comparison of trees.
    const sparse = id === undefined || after !== undefined ? ['--sparse'] : [];
    const args = ['log', '--first-parent', '-m', '--reverse', '--format=%H %ct %P', ...logOptions, ...sparse];
    const range = after === undefined ? [upTo] : [upTo, `^${after}`];
    const output = gitOutput(['--literal-pathspecs', ...args, ...range, '--', ...this.#pathsOf(id)], {
      cwd: this.#top,
      isBackground: id === undefined,
    });

    let isFirst = true;
    try {
      for await (const portion of readLog(output)) {
        if (isFirst && after !== undefined && portion[0]?.parent !== after) throw new BranchRewritten(after);
        isFirst = false;
        yield portion.map((logged) => this.#catalogCommit(logged, ends));
      }
    } catch (error) {
      throw error instanceof GitError && (await this.#lacks(after)) ? new BranchRewritten(after) : error;
    }
    if (isFirst && after !== undefined && after !== upTo) throw new BranchRewritten(after);
  }

  /** The regular files below a folder of the catalog as HEAD has them: their object ids, by path in the catalog. */
  async folder(folder: string): Promise<Map<string, string>> {
    const tree = await this.#git('rev-parse', '--verify', '--quiet', 'HEAD^{tree}').catch(noOutputIfUnborn);
    if (tree === '') return new Map();

    const listed = await this.#git(
      'ls-tree',
      '-r',
      '-z',
      '--full-tree',
      tree.trim(),
      '--',
      `${this.#prefix}${folder}/`,
    );
    const files = listed.split('\0').flatMap((line) => {
      const [, mode = '', blob = '', path = ''] = /^(\d{6}) blob ([\da-f]+)\t(.*)$/s.exec(line) ?? [];
      return regular.has(mode) ? [[path.slice(this.#prefix.length), blob] as const] : [];
    });

    return new Map(files);
  }

  async texts(blobs: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const ids = await this.#readable([...new Set(blobs)]);
    if (ids.length === 0) return texts;

    for (const { id, bytes } of readBatch(await this.#batch('--batch', ids))) {
      const reading = textOf(bytes);
      if ('text' in reading) texts.set(id, reading.text);
    }
    return texts;
  }

  /** Those of these files that are not too large for a catalog. @throws {GitError} when the repository lacks one. */
  async #readable(blobs: readonly string[]): Promise<string[]> {
    if (blobs.length === 0) return [];

    const lines = (await this.#batch('--batch-check', blobs)).toString().split('\n');
    return blobs.filter((blob, i) => {
      const [, kind = '', size] = lines[i]?.split(' ') ?? [];
      if (kind === 'missing') throw new GitError(`git lacks the object ${blob}`);
      return Number(size) <= maxFileBytes;
    });
  }

  #batch(option: '--batch' | '--batch-check', blobs: readonly string[]): Promise<Buffer> {
    const input = blobs.map((blob) => `${blob}\n`).join('');

    return gitBytes(['cat-file', option], { cwd: this.#top, input });
  }

  /** Everything that may hold services, or where the file and the tombstone of one lie or once lay. */
  #pathsOf(id: string | undefined): string[] {
    const paths =
      id === undefined
        ? [servicesFolder, tombstonesFolder]
        : [serviceFilePath(id), `${servicesFolder}/${id}.json`, tombstoneFilePath(id)];

    return paths.map((path) => this.#prefix + path);
  }

  #catalogCommit({ commit, seconds, parent, files }: Logged, ends: ReadonlySet<string>): CatalogCommit {
    return {
      commit,
      at: new Date(Math.min(seconds, lastSecond) * 1000),
      files: files.map(({ path, blob }) => ({ path: path.slice(this.#prefix.length), blob })),
      isBoundary: parent === '' && ends.has(commit),
    };
  }

  /** The commits whose parents a shallow clone lacks. */
  async #shallowCommits(): Promise<Set<string>> {
    this.#shallowFile ??= (await this.#git('rev-parse', '--git-path', 'shallow')).trimEnd();
    const text = await readFile(resolve(this.#top, this.#shallowFile), 'utf8').catch(() => '');

    return new Set(text.split('\n').filter((line) => line !== ''));
  }

  async #lacks(commit: string | undefined): Promise<boolean> {
    if (commit === undefined) return false;

    return this.#git('cat-file', '-e', `${commit}^{commit}`).then(
      () => false,
      () => true,
    );
  }

  #git(...args: readonly string[]): Promise<string> {
    return runGit(args, { cwd: this.#top });
  }
}

interface Logged {
  readonly commit: string;
  readonly seconds: number;
  /** The first parent; empty in a root. */
  readonly parent: string;
  readonly files: CommittedFile[];
}

/** Reads `git log -z --raw --format='%H %ct %P'`: for each commit its line, and for each file `:modes ids status` and a path, all ended by NUL. */
async function* readLog(output: AsyncIterable<string>): AsyncGenerator<Logged[]> {
  let rest = '';
  let file: string | undefined;
  let commit: Logged | undefined;

  for await (const chunk of output) {
    const done: Logged[] = [];
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      if (file !== undefined) {
        commit?.files.push({ path: part, blob: blobIn(file) });
        file = undefined;
      } else if (/^\n?:/.test(part)) file = part;
      else {
        if (commit) done.push(commit);
        commit = startOf(part);
      }
    }
    if (done.length > 0) yield done;
  }
  if (commit) yield [commit];
}

function startOf(line: string): Logged {
  const [commit = '', seconds, parent = ''] = line.trim().split(' ');

  return { commit, seconds: Number(seconds), parent, files: [] };
}

/** The new object of a file in `:<old mode> <new mode> <old id> <new id> <status>`. */
function blobIn(line: string): string | null {
  const [, mode = '', , blob = ''] = line.split(' ');

  return regular.has(mode) ? blob : null;
}
