import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileChange } from '../../domain/catalog-file.ts';
import { printableLines } from '../../domain/plain-text.ts';
import { GitError, runGit } from './run-git.ts';

export interface CommitDraft {
  readonly message: string;
  readonly committer: string;
  readonly at: Date;
  /** The commit to build on; undefined in a repository without commits. */
  readonly parent: string | undefined;
  /** Paths relative to the top of the work tree. */
  readonly files: readonly FileChange[];
}

/** No branch: fast-import makes commits and trees only on one, and the stream drops it again. */
const nowhere = 'refs/tollbook/draft';

/** Writes a pack even for the smallest commit: two files to flush to disk, where loose objects would be one for each file and folder. */
const alwaysPack = 'fastimport.unpackLimit=1';

/**
 * Makes a commit that no branch has yet and returns its id. Touches neither index nor work tree.
 * The new tree is the parent's with these changes, so nothing that the user has staged or edited gets into it.
 * See git-fast-import(1).
 * @throws {GitError}
 */
export async function importCommit(repository: string, gitDir: string, draft: CommitDraft): Promise<string> {
  return (await importStream(repository, gitDir, commitStream(draft))).trim();
}

/**
 * Makes the tree that differs from another one by these changes, and returns its id. Moves no branch. `base`: undefined for the empty tree.
 * @throws {GitError}
 */
export async function importTree(
  repository: string,
  gitDir: string,
  base: string | undefined,
  files: readonly FileChange[],
): Promise<string> {
  const output = await importStream(repository, gitDir, treeStream(base, files));
  const [, tree] = /^040000 tree ([0-9a-f]+)\t/.exec(output) ?? [];
  if (tree === undefined) throw new GitError(`git fast-import made no tree: ${printableLines(output)}`);
  return tree;
}

async function importStream(repository: string, gitDir: string, input: string): Promise<string> {
  try {
    return await runGit(['fast-import', '--quiet', '--done'], {
      cwd: repository,
      input,
      config: [alwaysPack],
    });
  } catch (error) {
    await removeCrashReports(gitDir);
    await removeStaleLocks(repository);
    throw error;
  }
}

/**
 * Has the tree printed while the commit is being made, then empties the commit. What is left of it is the same object every time, so that
 * the repository does not fill with them.
 */
function treeStream(base: string | undefined, files: readonly FileChange[]): string {
  return [
    `commit ${nowhere}`,
    'committer tollbook <> 0 +0000',
    data(''),
    ...(base === undefined ? [] : [`M 040000 ${base} ""`]),
    ...files.flatMap(commandsFor),
    'ls ""',
    'deleteall',
    `reset ${nowhere}`,
    '',
    'done',
    '',
  ].join('\n');
}

function commitStream({ message, committer, at, parent, files }: CommitDraft): string {
  const seconds = Math.floor(at.getTime() / 1000);

  return [
    `commit ${nowhere}`,
    'mark :1',
    `committer ${committer} ${String(seconds)} +0000`,
    data(message),
    ...(parent === undefined ? [] : [`from ${parent}`]),
    ...files.flatMap(commandsFor),
    '',
    'get-mark :1',
    `reset ${nowhere}`,
    '',
    'done',
    '',
  ].join('\n');
}

function commandsFor({ path, text }: FileChange): string[] {
  return text === null ? [`D ${quotePath(path)}`] : [`M 100644 inline ${quotePath(path)}`, data(text)];
}

function data(text: string): string {
  return `data ${String(Buffer.byteLength(text))}\n${text}`;
}

/** Quotes a path in C style, so that no name can be taken for a command. */
function quotePath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** fast-import leaves a report in the git folder whenever it fails. The error itself reaches our log anyway. */
async function removeCrashReports(gitDir: string): Promise<void> {
  const names = await readdir(gitDir);

  await Promise.all(
    names
      .filter((name) => name.startsWith('fast_import_crash_'))
      .map((name) => rm(`${gitDir}/${name}`, { force: true })),
  );
}

/**
 * Removes the `.keep` files by which fast-import guards a pack against `git repack` while it writes it, in this repository with the top
 * `repository`. One that it leaves behind makes any later attempt at the same pack fail. On a full disk, such a file may be empty; empty
 * ones of people stand beside a whole pack.
 */
async function removeStaleLocks(repository: string): Promise<void> {
  const packs = await runGit(['rev-parse', '--git-path', 'objects/pack'], { cwd: repository }).catch(
    () => '',
  );
  const folder = resolve(repository, packs.trim());
  const names = new Set(packs === '' ? [] : await readdir(folder).catch(() => []));

  for (const name of names) {
    if (!name.endsWith('.keep')) continue;
    const path = join(folder, name);
    const isWhole = names.has(name.replace('.keep', '.idx'));
    const reason = await readFile(path, 'utf8').catch(() => undefined);
    if (reason?.trim() === 'fast-import' || (reason === '' && !isWhole)) await rm(path, { force: true });
  }
}
