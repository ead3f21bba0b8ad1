import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { vi } from 'vitest';
import { fillFolder } from './fill-folder.ts';
import { runProcess } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Overrides settings of the person who runs the tests, such as commit signing and hooks. */
const settings = [
  ['user.name', 'Ada'],
  ['user.email', 'ada@example.com'],
  ['core.quotePath', 'off'],
  ['commit.gpgSign', 'false'],
  ['core.hooksPath', '/dev/null'],
].flatMap(([name, value]) => ['-c', `${name ?? ''}=${value ?? ''}`]);

/** The path of the real git, resolved before any test changes PATH. */
const path = process.env['PATH'];

/** Makes git behave as on a machine without any git configuration. Needs `unstubEnvs`, or an `afterEach` that unstubs. */
export function withoutGitSettings(home: string): void {
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  for (const name of [
    'GIT_AUTHOR_NAME',
    'GIT_AUTHOR_EMAIL',
    'GIT_COMMITTER_NAME',
    'GIT_COMMITTER_EMAIL',
    'EMAIL',
  ]) {
    vi.stubEnv(name, undefined);
  }
}

/** A git work tree, used as a person would use it. */
export class GitFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** A new repository without any commit. */
  static async init(path?: string): Promise<GitFolder> {
    return GitFolder.#filled('init', path, async (folder) => {
      await folder.git('init', '--quiet', '--template=', '--initial-branch=main');
    });
  }

  /** A new repository whose first commit holds a file `README`. */
  static async start(path?: string): Promise<GitFolder> {
    return GitFolder.#filled('start', path, async (folder) => {
      await GitFolder.init(folder.path);
      await folder.write('README', 'Read me.\n');
      await folder.commitAll('Start');
    });
  }

  static async #filled(
    name: string,
    path: string | undefined,
    make: (folder: GitFolder) => Promise<void>,
  ): Promise<GitFolder> {
    const folder = new GitFolder(path ?? (await temporaryFolder()));
    await fillFolder(folder.path, [name, String(make), process.env['GIT_DEFAULT_HASH']], (draft) =>
      make(new GitFolder(draft)),
    );
    return folder;
  }

  /** The same repository once more, for a fraction of what git takes to make one. */
  async copy(path?: string): Promise<GitFolder> {
    const copy = new GitFolder(path ?? (await temporaryFolder()));
    await cp(this.path, copy.path, { recursive: true, preserveTimestamps: true });
    return copy;
  }

  /** Runs git and returns its output. Rejects when git fails. */
  async git(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runProcess('git', [...settings, ...args], {
      cwd: this.path,
      env: {
        ...process.env,
        PATH: path,
        GIT_DIR: undefined,
        GIT_WORK_TREE: undefined,
        GIT_INDEX_FILE: undefined,
      },
    });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  async lines(...args: readonly string[]): Promise<string[]> {
    return (await this.git(...args)).split('\n').filter((line) => line !== '');
  }

  /** Commits all changes. */
  async commitAll(message: string): Promise<void> {
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  }

  async head(): Promise<string> {
    const read = (name: string): Promise<string> =>
      readFile(join(this.path, '.git', name), 'utf8').catch(() => '');
    const [, ref = ''] = /^ref: (.*)/.exec(await read('HEAD')) ?? [];
    const loose = ref === '' ? '' : await read(ref);

    return (loose === '' ? await this.git('rev-parse', 'HEAD') : loose).trim();
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.path, path)), { recursive: true });
    await writeFile(join(this.path, path), text);
  }

  async read(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8');
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true });
  }

  /** Every difference between HEAD, index and work tree. */
  async changes(): Promise<string> {
    // The first names the objects of what is staged; the second shows what is not.
    const status = await this.git('status', '--porcelain=v2', '--untracked-files=all');
    return `${status}\n${await this.git('diff', '--no-color')}`;
  }

  /** Everything in which a commit could leave traces: refs, changes, files, and git's own folder. */
  async state(): Promise<unknown> {
    const isTop = (await stat(join(this.path, '.git')).catch(() => undefined))?.isDirectory() === true;
    const gitDir = isTop
      ? join(this.path, '.git')
      : (await this.git('rev-parse', '--absolute-git-dir')).trim();

    return {
      refs: await this.lines('for-each-ref', '--format=%(refname) %(objectname)'),
      changes: await this.changes(),
      files: (await filesIn(this.path)).filter((name) => !name.startsWith('.git/')),
      // The file by which processes that commit know of each other stays; it holds nothing.
      locks: (await filesIn(gitDir)).filter(
        (name) => /\.lock$|tollbook|crash/.test(name) && name !== 'tollbook-commit.lock',
      ),
    };
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });

  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
