import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../domain/catalog-file.ts';
import { writeDurably } from '../durable-file.ts';
import { GitError, runGit } from '../git/run-git.ts';

/** The URL to fetch from, and the token for it. */
export interface GitRemote {
  readonly url: string;
  readonly token: () => Promise<string>;
}

/** A commit and its tree. */
export interface Tip {
  readonly commit: string;
  readonly tree: string;
}

const fetched = 'refs/tollbook/fetched';

/** Git gives up when a transfer stays below 100 bytes a second for 15 s. */
const patience = { GIT_HTTP_LOW_SPEED_LIMIT: '100', GIT_HTTP_LOW_SPEED_TIME: '15' };

/**
 * A clone of one branch, to read the catalog from. It belongs to a single server, which overwrites whatever differs from the
 * branch. Symbolic links are checked out as plain files, so none leads out of the clone.
 */
export class BranchClone {
  readonly folder: string;
  readonly #remote: GitRemote;

  private constructor(folder: string, remote: GitRemote) {
    this.folder = folder;
    this.#remote = remote;
  }

  /** The clone that an earlier start made; undefined when there is none or it is damaged. */
  static async find(folder: string, token: GitRemote['token']): Promise<BranchClone | undefined> {
    if (!existsSync(join(folder, '.git'))) return undefined;

    // Only this server uses the clone, so these locks were left by a dead process.
    for (const name of ['index.lock', 'HEAD.lock', 'shallow.lock']) {
      await rm(join(folder, '.git', name), { force: true });
    }
    try {
      await runGit(['fsck', '--connectivity-only', '--no-dangling', '--no-progress'], { cwd: folder });
      const url = (await runGit(['remote', 'get-url', 'origin'], { cwd: folder })).trim();
      const clone = new BranchClone(folder, { url, token });
      await clone.tip();
      return clone;
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  /**
   * Makes a new clone in place of any old one.
   * @throws {GitError} when the branch cannot be cloned; nothing is left of the attempt then.
   */
  static async make(folder: string, remote: GitRemote, branch: string): Promise<BranchClone> {
    const draft = `${folder}.tmp`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await runGit(
      ['clone', '--quiet', '--single-branch', '--no-tags', '--config', 'core.symlinks=false'].concat(
        '--template=',
        '--branch',
        branch,
        '--',
        remote.url,
        draft,
      ),
      { cwd: dirname(folder), env: await environmentFor(remote) },
    );
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return new BranchClone(folder, remote);
  }

  /** The branch that the clone follows. */
  async branch(): Promise<string> {
    return (await this.#git('symbolic-ref', '--short', 'HEAD')).trim();
  }

  /** The commit that is checked out. */
  async tip(): Promise<Tip> {
    const [commit = '', tree = ''] = (await this.#git('rev-parse', 'HEAD', 'HEAD^{tree}')).split('\n');

    return { commit, tree };
  }

  /** Fetches the branch and returns its commit; the files stay as they are. */
  async fetch(branch: string): Promise<string> {
    await runGit(
      ['fetch', '--quiet', '--no-tags', '--', this.#remote.url].concat(`+refs/heads/${branch}:${fetched}`),
      { cwd: this.folder, env: await environmentFor(this.#remote) },
    );
    return (await this.#git('rev-parse', fetched)).trim();
  }

  /** Checks out the commit fetched last, even after a forced push, and returns the paths of the files that changed. */
  async checkOut(branch: string): Promise<string[]> {
    const changed = await this.#git('diff', '--cached', '--name-only', '--no-renames', '-z', fetched);

    await this.#git('checkout', '--quiet', '--force', '-B', branch, fetched);
    return changed.split('\0').filter((path) => path !== '');
  }

  /** Writes changes that are on the branch already but not fetched yet. */
  async writeAhead(files: readonly FileChange[]): Promise<void> {
    for (const { path, text } of files) {
      if (text === null) await rm(join(this.folder, path), { force: true });
      else await writeDurably(join(this.folder, path), text);
    }

    const paths = files.map(({ path }) => `${path}\0`).join('');
    await runGit(['update-index', '--add', '--remove', '-z', '--stdin'], { cwd: this.folder, input: paths });
  }

  #git(...args: readonly string[]): Promise<string> {
    return runGit(args, { cwd: this.folder });
  }
}

/** Sends the token to this host only, and keeps it out of the arguments, which other users of the machine could read. */
async function environmentFor({ url, token }: GitRemote): Promise<Record<string, string>> {
  const basic = Buffer.from(`x-access-token:${await token()}`).toString('base64');

  return {
    ...patience,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
    GIT_CONFIG_KEY_1: 'core.hooksPath',
    GIT_CONFIG_VALUE_1: '/dev/null',
  };
}
