import { join } from 'node:path';
import { catalogFolder, type FileChange, pathsInCatalog } from '../../domain/catalog-file.ts';
import { CatalogMoved, CommitFailure, type CommitInfo } from '../../domain/commit.ts';
import type { BranchExtent, CatalogCommit, CommitRange } from '../../domain/service-version.ts';
import { BranchClone, type Tip } from '../git/branch-clone.ts';
import { type GitRemote, loginEnvironment } from '../git/remote-address.ts';
import {
  blobId,
  commitText,
  objectId,
  serverTrailer,
  type SignCommit,
  withSignature,
} from '../git/commit-object.ts';
import { LocalRepository } from '../git/local-repository.ts';
import { CommitPause } from '../git/commit-pause.ts';
import { GitError } from '../git/run-git.ts';
import {
  GitHubApi,
  type GitHubPatience,
  type GitHubPlace,
  type NewCommit,
  type WrittenCommit,
} from './github-api.ts';
import { githubFault, retryAfterSeconds } from './github-fault.ts';
import { Pace } from './pace.ts';

export interface GitHubOptions extends GitHubPlace {
  /** The branch that holds the catalog. Defaults to the repository's default branch, even after a rename. */
  readonly branch?: string | undefined;
  readonly folder: string;
  readonly committerName: string;
  readonly signCommit?: SignCommit | undefined;
  readonly patience?: GitHubPatience;
}

/** GitHub advises at most six pushes a minute. */
const pushes = { most: 6, perMs: 60_000 };

/**
 * A catalog that lives on GitHub. Commits go through the Git Data API, with the move of the branch as a compare-and-swap; files are read
 * from a clone. As with every repository, the caller holds the writer lock.
 */
export class GitHubRepository {
  readonly #api: GitHubApi;
  readonly #clone: BranchClone;
  readonly #local: LocalRepository;
  readonly #author: { readonly name: string; readonly email: string };
  readonly #signCommit: SignCommit | undefined;
  readonly #isBranchGiven: boolean;
  readonly #pace = new Pace(pushes.most, pushes.perMs);
  readonly #named = serverTrailer();
  #branch: string;
  /** The commit that the catalog is read from: that of the clone, or our own last commit until it is fetched. */
  #tip: Tip;
  /** Our own last commit until it is fetched. */
  #ahead: CommitInfo | undefined;
  /** The commit that the clone has checked out. */
  #fetched: string;
  /** Our own commits until they are fetched. */
  #unfetched: readonly CatalogCommit[] = [];
  readonly #pause = new CommitPause('GitHub is not asked for a moment: it failed or asked for a pause');
  /** Whether the last failed commit found GitHub away, so that an answer ends the rest. */
  #isAway = false;

  private constructor(
    { committerName, branch, signCommit }: GitHubOptions,
    parts: { api: GitHubApi; clone: BranchClone; local: LocalRepository; branch: string; tip: Tip },
  ) {
    this.#api = parts.api;
    this.#clone = parts.clone;
    this.#local = parts.local;
    this.#branch = parts.branch;
    this.#tip = parts.tip;
    this.#fetched = parts.tip.commit;
    // Git itself drops these characters from the end of a name, and GitHub may: a signature would not hold then.
    const name = committerName.replace(/[ .]+$/, '');
    this.#author = { name, email: `${name.replaceAll(' ', '-')}@users.noreply.github.com` };
    this.#signCommit = signCommit;
    this.#isBranchGiven = branch !== undefined;
  }

  /**
   * Opens the clone that an earlier start made, as it is, so that the catalog is served even while GitHub is down. When there is none or it is
   * damaged, makes a new clone.
   * @throws {Error} when there is no clone and it cannot make one; the message says why.
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

  get gitDir(): string {
    return this.#local.gitDir;
  }

  /** The commits that made the catalog what it is, whether or not they are fetched. */
  get history() {
    const { history } = this.#local;
    const extent = async (): Promise<BranchExtent> => {
      const { depth } = await history.extent();
      return { head: this.#fetched, depth, unfetched: this.#unfetched };
    };

    return {
      extent,
      commits: (range: CommitRange) => history.commits(range),
      texts: (blobs: readonly string[]) => history.texts(blobs),
    };
  }

  async version(): Promise<CommitInfo> {
    return this.#ahead ?? this.#local.version();
  }

  changesSince(commit: string): Promise<number | undefined> {
    return this.#local.changesSince(commit);
  }

  commitObstacle(): Promise<string | undefined> {
    return Promise.resolve(this.#pause.obstacle);
  }

  /** Resolves once GitHub's rate of pushes allows another; at once while commits are refused anyway. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#pause.seconds === 0) await this.#pace.ready(signal);
  }

  /**
   * Whether the branch points to another commit than the clone. An answer lets commits be made again, unless GitHub asked for a pause. Rejects
   * when GitHub does not answer.
   */
  async isBehind(): Promise<boolean> {
    const { commit } = await this.#clone.tip();
    const head = await this.#head();
    if (this.#isAway) this.#pause.end();

    return head !== commit;
  }

  /**
   * Checks out the tip of the branch and returns the catalog files that changed. Git may serve an older tip than that of a commit
   * just made; then nothing changes yet.
   */
  async pull(): Promise<ReadonlySet<string>> {
    const fetched = await this.#clone.fetch(this.#branch);
    if (this.#ahead && fetched !== (await this.#head())) return new Set();

    const changed = await this.#clone.checkOut(this.#branch);
    this.#tip = await this.#clone.tip();
    this.#ahead = undefined;
    this.#fetched = this.#tip.commit;
    this.#unfetched = [];
    return new Set(pathsInCatalog(changed));
  }

  /**
   * Commits on the branch. Resolves when GitHub confirms the commit, even if its first answer was lost.
   * @throws {CatalogMoved} when the branch holds commits that were not pulled yet
   * @throws {CommitFailure} when the commit cannot be made
   */
  async commit(files: readonly FileChange[], message: string, at: Date): Promise<CommitInfo> {
    this.#pause.refuse();
    this.#pace.count();
    const placed = files.map(({ path, text }) => ({ path: `${catalogFolder}/${path}`, text }));

    try {
      this.#tip = await this.#commitOn(this.#tip, placed, message, at);
    } catch (error) {
      if (error instanceof CatalogMoved || error instanceof CommitFailure) throw error;
      throw this.#failureOf(error);
    }
    this.#ahead = { commit: this.#tip.commit, changedAt: wholeSeconds(at).toISOString() };
    this.#unfetched = [...this.#unfetched, commitOf(this.#tip.commit, at, files)];
    // The commit is made. Files that cannot be written now arrive with the next fetch.
    await this.#clone.writeAhead(placed).catch(() => undefined);
    return this.#ahead;
  }

  async #commitOn(base: Tip, files: readonly FileChange[], message: string, at: Date): Promise<Tip> {
    const tree = await this.#api.createTree(base.tree, files);
    const commit = await this.#createCommit({ message: this.#named(message), tree, parent: base.commit }, at);
    try {
      await this.#api.moveBranch(this.#branch, commit);
    } catch (error) {
      await this.#settle(commit, base.commit, error);
    }
    return { commit, tree };
  }

  /** @throws {CommitFailure} when GitHub writes another commit than the one that was signed, so that the signature does not hold. */
  async #createCommit(content: Pick<NewCommit, 'message' | 'tree' | 'parent'>, at: Date): Promise<string> {
    const { name, email } = this.#author;
    const text = commitText({ ...content, committer: `${name} <${email}>`, at });
    // GitHub ends the header with a line feed of its own.
    const signature = this.#signCommit?.(text).trimEnd();
    const author = { name, email, date: wholeSeconds(at).toISOString() };
    const written = await this.#api.createCommit({ ...content, author, signature });

    if (signature === undefined || isAsSigned(written, text, signature)) return written.commit;
    throw new CommitFailure(
      `GitHub wrote ${written.commit} otherwise than it was signed, so the signature would not hold; the branch stays as it is. To go on without signatures of commits, unset SIGNING_KEY`,
      { retryAfterSeconds: retryAfterSeconds },
    );
  }

  /** Checks whether an unconfirmed move of the branch took effect. @throws `error` or {CatalogMoved} when it did not. */
  async #settle(commit: string, parent: string, error: unknown): Promise<void> {
    const branch = this.#branch;
    const head = await this.#head();
    if (await this.#api.isWithin(commit, head)) return;
    if (head === parent && this.#branch === branch) throw error;
    throw new CatalogMoved(`the branch ${this.#branch} has moved to ${head}`);
  }

  /** The tip of the branch. If the default branch was renamed, follows the new one from now on. */
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

  #failureOf(error: unknown): CommitFailure {
    const { message, retryAfterSeconds, kind } = githubFault(error);
    this.#isAway = kind === 'away';
    if (kind !== 'refusal') this.#pause.begin(retryAfterSeconds);

    return new CommitFailure(message, { cause: error, retryAfterSeconds });
  }
}

async function openClone(options: GitHubOptions, api: GitHubApi): Promise<BranchClone> {
  const { folder, owner, name } = options;
  const remoteAt = (url: string): GitRemote => ({
    url,
    environment: async () => loginEnvironment(url, { user: 'x-access-token', password: await api.token() }),
  });
  const found = await BranchClone.find(folder, remoteAt);
  if (found) return found;

  try {
    const { cloneUrl, defaultBranch } = await api.repository();
    return await BranchClone.make(folder, remoteAt(cloneUrl), options.branch ?? defaultBranch);
  } catch (error) {
    const reason = error instanceof GitError ? error.message : githubFault(error).message;
    throw new Error(`the catalog cannot be cloned from ${owner}/${name}: ${reason}`, { cause: error });
  }
}

/** Whether a commit holds what was signed, with the signature. GitHub may print the signature in another way, which changes the id. */
function isAsSigned({ commit, signed }: WrittenCommit, text: string, signature: string): boolean {
  const isSame = signed?.payload === text && signed.signature?.trimEnd() === signature;

  return isSame || commit === objectId('commit', withSignature(text, signature, 'sha1'), 'sha1');
}

function commitOf(commit: string, at: Date, files: readonly FileChange[]): CatalogCommit {
  const committed = files.map(({ path, text }) => ({
    path,
    blob: text === null ? null : blobId(text, 'sha1'),
  }));

  return { commit, at: wholeSeconds(at), files: committed, isBoundary: false };
}

function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}
