import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillFolder } from './fill-folder.ts';
import { runProcess } from './run-process.ts';

interface Author {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface TreeFile {
  readonly path: string;
  readonly content: string;
}

/** A bare git repository done by real git, as a host of repositories keeps it. */
export class BareRepository {
  readonly path: string;
  #imported: Promise<unknown> = Promise.resolve();

  private constructor(path: string) {
    this.path = path;
  }

  /** A repository whose branch `main` holds these files. */
  static async make(path: string, files: readonly TreeFile[]): Promise<BareRepository> {
    const author = { name: 'Ada', email: 'ada@example.com', date: '2026-01-01T00:00:00.000Z' };
    await fillFolder(path, ['bare', files, author], async (folder) => {
      const repository = await BareRepository.empty(folder);
      await repository.push('main', files, 'Start', author);
    });
    return new BareRepository(path);
  }

  /** A repository without a commit. */
  static async empty(path: string): Promise<BareRepository> {
    await mkdir(path, { recursive: true });
    const repository = new BareRepository(path);
    await repository.git(['init', '--quiet', '--bare', '--template=', '--initial-branch=main']);
    return repository;
  }

  async git(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<string> {
    return (await this.#output(args, env, input)).trimEnd();
  }

  /** The text of a commit, byte for byte. */
  async text(commit: string): Promise<string> {
    return this.#output(['cat-file', 'commit', commit]);
  }

  async #output(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<string> {
    const { code, stdout, stderr } = await runProcess('git', args, {
      cwd: this.path,
      env: { ...process.env, GIT_DIR: this.path, GIT_INDEX_FILE: undefined, ...env },
      input,
    });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Undefined when there is no such branch. */
  async head(branch: string): Promise<string | undefined> {
    const loose = await readFile(join(this.path, 'refs/heads', branch), 'utf8').catch(() => undefined);
    if (loose !== undefined) return loose.trim();

    return this.git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).catch(() => undefined);
  }

  async treeOf(commit: string): Promise<string> {
    return this.git(['rev-parse', `${commit}^{tree}`]);
  }

  /** The text of a file on a branch. */
  async file(branch: string, path: string): Promise<string | undefined> {
    const { code, stdout } = await runProcess('git', ['cat-file', 'blob', `refs/heads/${branch}:${path}`], {
      cwd: this.path,
    });
    return code === 0 ? stdout : undefined;
  }

  async files(branch: string): Promise<string[]> {
    return this.filesIn(`refs/heads/${branch}`);
  }

  async filesIn(tree: string): Promise<string[]> {
    const names = await this.git(['ls-tree', '-r', '--name-only', '-z', tree]);
    return names.split('\0').filter((name) => name !== '');
  }

  /** Without the trailer that names a server. */
  async messages(branch: string): Promise<string[]> {
    const texts = await this.git(['log', '--reverse', '-z', '--format=%B', `refs/heads/${branch}`]);
    return texts
      .split('\0')
      .slice(0, -1)
      .map((text) => text.replace(/\n\nTollbook-Server: [\da-f]{8}\n*$/, '').trimEnd());
  }

  /** Creates a tree from another one, with these files added and those removed. */
  async tree(
    base: string | undefined,
    files: readonly TreeFile[],
    removed: readonly string[] = [],
  ): Promise<string> {
    const draft = `refs/drafts/${randomUUID()}`;
    const listed = await this.#import([
      `commit ${draft}\ncommitter Draft <draft@example.com> 0 +0000\ndata 0\n`,
      ...(base === undefined ? [] : [`M 040000 ${base} ""`]),
      ...removed.map((path) => `D ${path}`),
      ...changesTo(files),
      'ls ""',
      `reset ${draft}\nfrom ${'0'.repeat(40)}\n`,
    ]);
    return listed.split(/[ \t]/)[2] ?? '';
  }

  /** Starts one process for any number of objects: fast-import. Two at once that make the same objects would fail. */
  #import(commands: readonly string[]): Promise<string> {
    const args = ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet'];
    const listed = this.#imported.then(() => this.git(args, {}, `${commands.join('\n')}\n`));
    this.#imported = listed.catch(() => undefined);
    return listed;
  }

  async commit(message: string, tree: string, parents: readonly string[], author: Author): Promise<string> {
    const { name, email, date } = author;
    const args = parents.flatMap((parent) => ['-p', parent]);

    return this.git(
      ['commit-tree', tree, ...args, '-F', '-'],
      {
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email,
        GIT_COMMITTER_DATE: date,
      },
      message,
    );
  }

  /** Writes the same commit with a signature, which GitHub puts into the header as it comes, and returns its id. */
  async sign(commit: string, signature: string): Promise<string> {
    const [, headers = '', message = ''] = /^(.*?)\n\n(.*)$/s.exec(await this.text(commit)) ?? [];
    const text = `${headers}\ngpgsig ${signature.replaceAll('\n', '\n ')}\n\n${message}`;

    return this.git(['hash-object', '-t', 'commit', '-w', '--stdin'], {}, text);
  }

  async isWithin(commit: string, head: string): Promise<boolean> {
    return this.git(['merge-base', '--is-ancestor', commit, head]).then(
      () => true,
      () => false,
    );
  }

  async setHead(branch: string, commit: string): Promise<void> {
    await this.git(['update-ref', `refs/heads/${branch}`, commit]);
  }

  /** Moves a branch from one commit to another. False where it is elsewhere. */
  async moveHead(branch: string, from: string, to: string): Promise<boolean> {
    const moved = this.git(['update-ref', `refs/heads/${branch}`, to, from]);

    return moved.then(
      () => true,
      () => false,
    );
  }

  /** Commits files on top of a branch, as if somebody else had pushed. */
  async push(
    branch: string,
    files: readonly TreeFile[],
    message: string,
    author: Author = { name: 'Grace', email: 'grace@example.com', date: '2026-02-01T00:00:00.000Z' },
  ): Promise<string> {
    const parent = await this.head(branch);
    const by = `${author.name} <${author.email}> ${String(Date.parse(author.date) / 1000)} +0000`;

    return this.#import([
      `commit refs/heads/${branch}\nmark :1\nauthor ${by}\ncommitter ${by}\n${dataOf(`${message}\n`)}`,
      ...(parent === undefined ? [] : [`from ${parent}`]),
      ...changesTo(files),
      'get-mark :1',
    ]);
  }
}

function changesTo(files: readonly TreeFile[]): string[] {
  return files.map(({ path, content }) => `M 100644 inline ${path}\n${dataOf(content)}`);
}

function dataOf(text: string): string {
  return `data ${String(Buffer.byteLength(text))}\n${text}`;
}
