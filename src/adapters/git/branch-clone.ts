import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../domain/catalog-file.ts';
import { hourMs } from '../../domain/duration.ts';
import { makeFolder, syncAllIn, syncFolder, writeDurably } from '../durable-file.ts';
import { withoutLogins } from './remote-address.ts';
import { isJournal } from './index-lock.ts';
import type { MadeCommit } from './local-repository.ts';
import { PathHome } from './path-home.ts';
import type { GitRemote } from './remote-address.ts';
import { GitError, runGit } from './run-git.ts';
import type { GitOptions } from './spawn-git.ts';

export class NoSuchBranch extends GitError {}

export interface Tip {
  readonly commit: string;
  readonly tree: string;
}

const fetched = 'refs/tollbook/fetched';
const prefetched = 'refs/tollbook/prefetched';

/** Git gives up when a transfer stays below 100 bytes a second for 15 s. */
const patience = { GIT_HTTP_LOW_SPEED_LIMIT: '100', GIT_HTTP_LOW_SPEED_TIME: '15' };

/**
 * A clone of one branch, to read the catalog from. It belongs to a single server, which overwrites whatever differs from the
 * branch. Symbolic links are checked out as plain files, so none leads out of the clone.
 */
export class BranchClone {
  readonly folder: string;
  readonly #remote: GitRemote;
  /** The remote, where it is a folder of this machine. */
  readonly #home: PathHome | undefined;

  private constructor(folder: string, remote: GitRemote) {
    this.folder = folder;
    this.#remote = remote;
    this.#home = PathHome.of(remote);
  }

  /** The clone that an earlier start made; undefined when there is none or it is damaged. */
  static async find(folder: string, remoteAt: (url: string) => GitRemote): Promise<BranchClone | undefined> {
    if (!existsSync(join(folder, '.git'))) return undefined;

    await removeLocks(join(folder, '.git'));
    try {
      await runGit(['fsck', '--connectivity-only', '--no-dangling', '--no-progress'], { cwd: folder });
      const url = (await runGit(['remote', 'get-url', 'origin'], { cwd: folder })).trim();
      const clone = new BranchClone(folder, remoteAt(url));
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
    return BranchClone.#put(folder, remote, (draft) => cloneInto(draft, remote, ['--branch', branch]));
  }

  /** The same for a remote without any branch: the first push makes this one. */
  static async makeEmpty(folder: string, remote: GitRemote, branch: string): Promise<BranchClone> {
    return BranchClone.#put(folder, remote, async (draft) => {
      await cloneInto(draft, remote, []);
      await runGit(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], { cwd: draft });
    });
  }

  static async #put(
    folder: string,
    remote: GitRemote,
    make: (draft: string) => Promise<void>,
  ): Promise<BranchClone> {
    const draft = `${folder}.tmp`;
    await rm(draft, { recursive: true, force: true });
    await makeFolder(dirname(folder));
    await make(draft);
    await rm(folder, { recursive: true, force: true });
    await syncAllIn(draft);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    const clone = new BranchClone(folder, remote);
    await clone.#home?.syncAll();
    return clone;
  }

  get url(): string {
    return this.#remote.url;
  }

  async branch(): Promise<string> {
    return (await this.#git('symbolic-ref', '--short', 'HEAD')).trim();
  }

  /** The commit that is checked out. */
  async tip(): Promise<Tip> {
    const [commit = '', tree = ''] = (await this.#git('rev-parse', 'HEAD', 'HEAD^{tree}')).split('\n');

    return { commit, tree };
  }

  /** Fetches the branch and returns its commit; the files stay as they are. @throws {NoSuchBranch} */
  async fetch(branch: string, timeoutMs?: number): Promise<string> {
    await this.#fetchAs(fetched, branch, timeoutMs);

    return (await this.#git('rev-parse', fetched)).trim();
  }

  /** Brings what a later `fetch` then finds here already. The two may overlap. */
  async prefetch(branch: string, timeoutMs: number): Promise<void> {
    await this.#fetchAs(prefetched, branch, timeoutMs);
  }

  /** The commit that the branch points to at the remote; undefined where there is no such branch. */
  async remoteHead(branch: string, timeoutMs: number): Promise<string | undefined> {
    const { heads } = await remoteRefs(this.#remote, timeoutMs, `refs/heads/${branch}`);

    return heads.get(branch);
  }

  /**
   * Moves the branch at the remote to a commit, if it is still where that commit was made: not a fast-forward alone, which would bring back
   * commits that somebody took off the branch.
   * @throws {GitError} when the remote did not confirm that
   */
  async push(branch: string, { commit, parent }: MadeCommit, timeoutMs: number): Promise<void> {
    const ref = `refs/heads/${branch}`;
    const args = ['push', '--quiet', '--no-verify', '--no-follow-tags', '--recurse-submodules=no'];
    const lease = `--force-with-lease=${ref}:${parent ?? ''}`;
    const options = [...args, ...(this.#home?.pushOptions ?? []), lease];
    const place = { cwd: this.folder, timeoutMs };

    await askRemote(this.#remote, [...options, '--', this.#remote.url, `${commit}:${ref}`], place);
    await this.#home?.sync(ref, commit);
  }

  /**
   * Gives the remote back what a power cut took from it and this clone has, where the remote is a folder of this machine. Returns whether
   * it had lost anything.
   * @throws {GitError} when the remote stays damaged
   */
  async repairRemote(branch: string): Promise<boolean> {
    return (await this.#home?.repairFrom(this.folder, `refs/heads/${branch}`)) ?? false;
  }

  /** What the owner of the remote should set, so that pushes by others survive a power cut; undefined when nobody here can know. */
  async adviceOnRemote(): Promise<string | undefined> {
    return this.#home?.advice();
  }

  /** Whether a commit is another one or its ancestor. */
  async isWithin(commit: string, head: string): Promise<boolean> {
    return (await this.#git('rev-list', '--max-count=1', commit, `^${head}`)) === '';
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

  async #fetchAs(ref: string, branch: string, timeoutMs: number | undefined): Promise<void> {
    const args = ['fetch', '--quiet', '--no-tags', '--', this.#remote.url, `+refs/heads/${branch}:${ref}`];
    const limit = timeoutMs === undefined ? {} : { timeoutMs };

    await askRemote(this.#remote, args, { cwd: this.folder, ...limit }).catch((error: unknown) => {
      const isMissing = error instanceof GitError && error.message.includes("couldn't find remote ref");
      throw isMissing ? new NoSuchBranch(error.message) : error;
    });
  }

  #git(...args: readonly string[]): Promise<string> {
    return runGit(args, { cwd: this.folder });
  }
}

/** The branches of a remote that match a pattern of refs, by name, and the one that its HEAD names. */
export async function remoteRefs(
  remote: GitRemote,
  timeoutMs: number,
  pattern = 'refs/heads/*',
): Promise<{ readonly heads: ReadonlyMap<string, string>; readonly head: string | undefined }> {
  const args = ['ls-remote', '--quiet', '--symref', '--', remote.url, 'HEAD', pattern];
  const listed = await askRemote(remote, args, { cwd: tmpdir(), timeoutMs });
  const found = [...listed.matchAll(/^([\da-f]+)\trefs\/heads\/(.+)$/gm)];

  return {
    heads: new Map(found.map(([, commit = '', branch = '']) => [branch, commit])),
    head: /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1],
  };
}

/**
 * Removes the locks that a dead process left; only one server uses a clone. A lock with the journal of a commit stays for `LocalRepository`,
 * which finishes or undoes that.
 */
async function removeLocks(gitDir: string): Promise<void> {
  const isOurs = await isJournal(join(gitDir, 'index.lock'));
  const locks = ['HEAD.lock', 'shallow.lock', ...(isOurs ? [] : ['index.lock'])];

  for (const name of locks) await rm(join(gitDir, name), { force: true });
}

/** A remote may first have to pack what it sends. */
const longestCloneMs = hourMs;

async function cloneInto(folder: string, remote: GitRemote, options: readonly string[]): Promise<void> {
  const args = ['clone', '--quiet', '--single-branch', '--no-tags', '--config', 'core.symlinks=false'];
  const place = ['--template=', ...options, '--', remote.url, folder];

  await askRemote(remote, [...args, ...place], { cwd: dirname(folder), timeoutMs: longestCloneMs });
}

/** Runs a git command that talks to the remote. @throws {GitError} whose message has no login in it. */
async function askRemote(
  remote: GitRemote,
  args: readonly string[],
  options: Pick<GitOptions, 'cwd' | 'timeoutMs'>,
): Promise<string> {
  const env = { ...patience, ...(await remote.environment()) };
  try {
    return await runGit(args, { ...options, env });
  } catch (error) {
    // The cause would be logged as well.
    throw error instanceof GitError ? new GitError(withoutLogins(error.message)) : error;
  }
}
