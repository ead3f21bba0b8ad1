import { join } from 'node:path';
import { catalogFolder, pathsInCatalog } from '../../domain/catalog-file.ts';
import { CatalogMoved, CommitFailure } from '../../domain/commit-failure.ts';
import type { FileChange } from '../../domain/file-change.ts';
import { type CommitInfo, LocalRepository } from '../git/local-repository.ts';
import { GitError } from '../git/run-git.ts';
import { BranchClone, type Tip } from './branch-clone.ts';
import { GitHubApi, type GitHubPatience, type GitHubPlace } from './github-api.ts';
import { githubFault } from './github-fault.ts';
import { Pace } from './pace.ts';

export interface GitHubOptions extends GitHubPlace {
  /** The branch that holds the catalog; the default one, also after it is renamed, when none is given. */
  readonly branch?: string | undefined;
  /** Where the clone lies. */
  readonly folder: string;
  /** Who commits. */
  readonly committerName: string;
  readonly patience?: GitHubPatience;
}

const resting = 'GitHub is not asked for a moment: it failed or asked for a pause';

/** What GitHub advises: at most six pushes a minute. */
const pushes = { most: 6, perMs: 60_000 };

/**
 * The catalog's home on GitHub. Commits are made there by the Git Data API, with the move of the branch as compare-and-swap; files are
 * read from a clone. One writer at a time, as for every home.
 */
export class GitHubRepository {
  readonly #api: GitHubApi;
  readonly #clone: BranchClone;
  readonly #local: LocalRepository;
  readonly #author: { readonly name: string; readonly email: string };
  readonly #isBranchGiven: boolean;
  readonly #pace = new Pace(pushes.most, pushes.perMs);
  #branch: string;
  /** What the catalog is read from: the clone, or the commit that was made last where that is not fetched yet. */
  #tip: Tip;
  /** That commit. */
  #ahead: CommitInfo | undefined;
  /** Until then GitHub is not asked; by `performance.now`. */
  #restsUntil = 0;

  private constructor(
    { committerName: name, branch }: GitHubOptions,
    parts: { api: GitHubApi; clone: BranchClone; local: LocalRepository; branch: string; tip: Tip },
  ) {
    this.#api = parts.api;
    this.#clone = parts.clone;
    this.#local = parts.local;
    this.#branch = parts.branch;
    this.#tip = parts.tip;
    this.#author = { name, email: `${name.replaceAll(' ', '-')}@users.noreply.github.com` };
    this.#isBranchGiven = branch !== undefined;
  }

  /**
   * Opens the clone, which is made where there is none that is whole. One that was made before is opened as it is, so that the catalog is served
   * while GitHub is away.
   * @throws {Error} when there is no clone and none can be made; the message says why.
   */
  static async open(options: GitHubOptions): Promise<GitHubRepository> {
    const api = new GitHubApi(options, options.patience);
    const clone = await openClone(options, api);
    const local = await LocalRepository.open({
      folder: join(clone.folder, catalogFolder),
      fallbackName: options.committerName,
    });
    const [branch, tip] = [options.branch ?? (await clone.branch()), await clone.tip()];
    return new GitHubRepository(options, { api, clone, local, branch, tip });
  }

  /** The folder in which git keeps its own files. */
  get gitDir(): string {
    return this.#local.gitDir;
  }

  async version(): Promise<CommitInfo> {
    return this.#ahead ?? this.#local.version();
  }

  changesSince(commit: string): Promise<number | undefined> {
    return this.#local.changesSince(commit);
  }

  commitObstacle(): Promise<string | undefined> {
    return Promise.resolve(this.#restSeconds() > 0 ? resting : undefined);
  }

  /** Resolves once another push is within GitHub's pace; at once while commits are refused anyway. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#restSeconds() === 0) await this.#pace.ready(signal);
  }

  /** Whether the branch holds what the clone does not. Rejects when GitHub cannot be asked. */
  async isBehind(): Promise<boolean> {
    const { commit } = await this.#clone.tip();

    return (await this.#head()) !== commit;
  }

  /**
   * Gives the files what the branch holds by now, and answers the paths of those that changed, in the catalog. Git may hand out
   * an older state than the one a commit was just made on; then nothing changes yet.
   */
  async pull(): Promise<ReadonlySet<string>> {
    const fetched = await this.#clone.fetch(this.#branch);
    if (this.#ahead && fetched !== (await this.#head())) return new Set();

    const changed = await this.#clone.checkOut(this.#branch);
    this.#tip = await this.#clone.tip();
    this.#ahead = undefined;
    return new Set(pathsInCatalog(changed));
  }

  /**
   * Commits changes to files on the branch; resolves when GitHub says that the commit is there, also when its first answer was lost.
   * @throws {CatalogMoved} when the branch holds what was not read here yet
   * @throws {CommitFailure} when the commit cannot be made
   */
  async commit(files: readonly FileChange[], message: string, at: Date): Promise<CommitInfo> {
    this.#refuseWhileResting();
    this.#pace.count();
    const placed = files.map(({ path, text }) => ({ path: `${catalogFolder}/${path}`, text }));

    try {
      this.#tip = await this.#commitOn(this.#tip, placed, message, at);
    } catch (error) {
      if (error instanceof CatalogMoved) throw error;
      throw this.#failureOf(error);
    }
    this.#ahead = { commit: this.#tip.commit, changedAt: wholeSeconds(at).toISOString() };
    // The commit stands by now; what cannot be written here comes with the next fetch.
    await this.#clone.writeAhead(placed).catch(() => undefined);
    return this.#ahead;
  }

  async #commitOn(base: Tip, files: readonly FileChange[], message: string, at: Date): Promise<Tip> {
    const tree = await this.#api.createTree(base.tree, files);
    const author = { ...this.#author, date: wholeSeconds(at).toISOString() };
    const commit = await this.#api.createCommit({ message, tree, parent: base.commit, author });
    try {
      await this.#api.moveBranch(this.#branch, commit);
    } catch (error) {
      await this.#settle(commit, base.commit, error);
    }
    return { commit, tree };
  }

  /** Finds out what became of a move that was not confirmed: it may have been made all the same. */
  async #settle(commit: string, parent: string, error: unknown): Promise<void> {
    const branch = this.#branch;
    const head = await this.#head();
    if (await this.#api.isWithin(commit, head)) return;
    if (head === parent && this.#branch === branch) throw error;
    throw new CatalogMoved(`the branch ${this.#branch} has moved to ${head}`);
  }

  /** Where the branch stands; where its name was not given and is gone, the default branch counts from now on. */
  async #head(): Promise<string> {
    try {
      return await this.#api.branchHead(this.#branch);
    } catch (error) {
      if (this.#isBranchGiven || !isNotFound(error)) throw error;

      const { defaultBranch } = await this.#api.repository();
      if (defaultBranch === this.#branch) throw error;
      this.#branch = defaultBranch;
      return this.#api.branchHead(defaultBranch);
    }
  }

  #refuseWhileResting(): void {
    const retryAfterSeconds = this.#restSeconds();
    if (retryAfterSeconds > 0) throw new CommitFailure(resting, { retryAfterSeconds, isRefusal: true });
  }

  #restSeconds(): number {
    return Math.max(0, Math.ceil((this.#restsUntil - performance.now()) / 1000));
  }

  #failureOf(error: unknown): CommitFailure {
    const { message, retryAfterSeconds, isAway } = githubFault(error);
    if (isAway) this.#restsUntil = performance.now() + retryAfterSeconds * 1000;

    return new CommitFailure(message, { cause: error, retryAfterSeconds });
  }
}

async function openClone(options: GitHubOptions, api: GitHubApi): Promise<BranchClone> {
  const { folder, owner, name } = options;
  const token = (): Promise<string> => api.token();
  const found = await BranchClone.find(folder, token);
  if (found) return found;

  try {
    const { cloneUrl, defaultBranch } = await api.repository();
    return await BranchClone.make(folder, { url: cloneUrl, token }, options.branch ?? defaultBranch);
  } catch (error) {
    const reason = error instanceof GitError ? error.message : githubFault(error).message;
    throw new Error(`the catalog cannot be cloned from ${owner}/${name}: ${reason}`, { cause: error });
  }
}

function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}
