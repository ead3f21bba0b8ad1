import { join } from 'node:path';
import { catalogFolder, type FileChange, pathsInCatalog } from '../../domain/catalog-file.ts';
import { CatalogMoved, CommitFailure, type CommitInfo } from '../../domain/commit.ts';
import { messageOf } from '../../domain/error-code.ts';
import { BranchClone, NoSuchBranch, remoteRefs } from './branch-clone.ts';
import type { GitRemote } from './remote-address.ts';
import { serverTrailer, type SignCommit } from './commit-object.ts';
import type { GitHistory } from './history.ts';
import { firstBranch, LocalRepository, type MadeCommit } from './local-repository.ts';
import { CommitPause, PushCooldown } from './commit-pause.ts';

export interface RemoteOptions {
  readonly remote: GitRemote;
  /** The branch that holds the catalog. Defaults to the one that the remote's HEAD names. */
  readonly branch?: string | undefined;
  readonly folder: string;
  /** The committer where git has no `user.name`. */
  readonly committerName: string;
  readonly signCommit?: SignCommit | undefined;
  readonly patience?: RemotePatience;
}

/** How long the remote may take, in milliseconds. */
export interface RemotePatience {
  /** To say where the branch is. */
  readonly askMs: number;
  /** To take a commit, or to give a few. */
  readonly transferMs: number;
  /** To give any number of commits, while nobody waits. */
  readonly pollMs: number;
}

const defaultPatience: RemotePatience = { askMs: 10_000, transferMs: 20_000, pollMs: 600_000 };

/** Seconds to wait after a refusal, which a person has to end. */
const retryAfterSeconds = 60;
/** Seconds to wait while the remote cannot be reached. */
const untilBack = 10;

/**
 * A catalog that lives on a branch of any git remote. A commit is made in a clone, pushed as a compare-and-swap, and only then put on the
 * clone's own branch: the clone never has what the remote lacks. As with every repository, the caller holds the writer lock.
 */
export class RemoteRepository {
  readonly #clone: BranchClone;
  readonly #local: LocalRepository;
  readonly #branch: string;
  readonly #patience: RemotePatience;
  readonly #turns = new PushCooldown();
  readonly #named = serverTrailer();
  /** Whether a refused commit has fetched already what the next pull checks out. */
  #isFetched = false;
  readonly #pause = new CommitPause(
    'the remote of the catalog is not asked for a moment, because it could not be reached',
  );

  private constructor(
    clone: BranchClone,
    local: LocalRepository,
    branch: string,
    patience = defaultPatience,
  ) {
    this.#clone = clone;
    this.#local = local;
    this.#branch = branch;
    this.#patience = patience;
  }

  /**
   * Opens the clone that an earlier start made, as it is, so that the catalog is served even while the remote is away. When there is none, or
   * it is damaged or of another branch, makes a new clone.
   * @throws {Error} when there is no clone and it cannot make one; the message says why.
   */
  static async open(options: RemoteOptions): Promise<RemoteRepository> {
    const { folder, committerName, signCommit, patience } = options;
    const clone = await openClone(options);
    const local = await LocalRepository.open({
      folder: join(folder, catalogFolder),
      fallbackName: committerName,
      signCommit,
    });
    const repository = new RemoteRepository(clone, local, await clone.branch(), patience);
    await repository.#repair();
    return repository;
  }

  /** What the operator should set at the remote, as a sentence; undefined when nothing, or nobody here can know. */
  async advice(): Promise<string | undefined> {
    return this.#clone.adviceOnRemote().catch(() => undefined);
  }

  get gitDir(): string {
    return this.#local.gitDir;
  }

  get history(): GitHistory {
    return this.#local.history;
  }

  version(): Promise<CommitInfo> {
    return this.#local.version();
  }

  changesSince(commit: string): Promise<number | undefined> {
    return this.#local.changesSince(commit);
  }

  async commitObstacle(): Promise<string | undefined> {
    return this.#pause.obstacle ?? (await this.#local.commitObstacle());
  }

  /** Resolves once others had time to push; at once while commits are refused anyway. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#pause.seconds === 0) await this.#turns.ready(signal);
  }

  /**
   * Whether the branch points to another commit than the clone. Fetches that commit already, since a later pull blocks others.
   * An answer lets commits be pushed again. Rejects when the remote does not answer, or has lost the branch.
   */
  async isBehind(): Promise<boolean> {
    const head = await this.#clone.remoteHead(this.#branch, this.#patience.askMs);
    this.#pause.end();
    const { head: tip } = await this.history.extent();
    if (head === tip) return false;
    if (head === undefined) throw new Error(this.#gone);

    await this.#clone.prefetch(this.#branch, this.#patience.pollMs);
    return true;
  }

  /** Checks out the tip of the branch, even after a forced push, and returns the catalog files that changed: none before its first commit. */
  async pull(): Promise<ReadonlySet<string>> {
    const isThere = this.#isFetched || (await this.#fetchIfBegun());
    this.#isFetched = false;

    return new Set(isThere ? pathsInCatalog(await this.#clone.checkOut(this.#branch)) : []);
  }

  /**
   * Commits on the branch. Resolves when the remote has the commit, even if its answer to the push was lost.
   * @throws {CatalogMoved} when the branch holds commits that were not pulled yet
   * @throws {CommitFailure} when the commit cannot be made, or nobody can say whether it was; a pull brings it then
   */
  async commit(files: readonly FileChange[], message: string, at: Date): Promise<CommitInfo> {
    this.#pause.refuse();
    const begun = performance.now();
    const draft = await this.#local.draft(files, this.#named(message), at);
    await this.#push(draft);
    const made = await this.#local.adopt(draft, files, at);
    this.#turns.took(begun);
    return made;
  }

  async #push(draft: MadeCommit): Promise<void> {
    try {
      await this.#clone.push(this.#branch, draft, this.#patience.transferMs);
    } catch (error) {
      await this.#settle(draft, error).catch((failure: unknown) => this.#pushRepaired(draft, failure));
    }
  }

  /** Pushes once more where the remote had lost what this clone has, as after a power cut. @throws the failure where it had not */
  async #pushRepaired(draft: MadeCommit, failure: unknown): Promise<void> {
    if (failure instanceof CatalogMoved || !(await this.#repair())) throw failure;

    this.#pause.end();
    await this.#clone.push(this.#branch, draft, this.#patience.transferMs);
  }

  async #repair(): Promise<boolean> {
    return this.#clone.repairRemote(this.#branch).catch(() => false);
  }

  /** False where nobody has made the branch yet. @throws {NoSuchBranch} when it is gone */
  async #fetchIfBegun(): Promise<boolean> {
    try {
      await this.#clone.fetch(this.#branch, this.#patience.transferMs);
      return true;
    } catch (error) {
      if (!(error instanceof NoSuchBranch)) throw error;
      const { head } = await this.history.extent();
      if (head !== undefined) throw error;
      return false;
    }
  }

  /** Asks the remote whether an unconfirmed push took effect. @throws {CommitFailure | CatalogMoved} when it did not, or nobody can say. */
  async #settle({ commit, parent }: MadeCommit, error: unknown): Promise<void> {
    const head = await this.#fetch();
    if (head === commit) return;
    if (head === parent) {
      throw new CommitFailure(`the commit could not be pushed: ${messageOf(error)}`, {
        cause: error,
        retryAfterSeconds: retryAfterSeconds,
      });
    }
    if (head === undefined) throw new CommitFailure(this.#gone, { retryAfterSeconds: retryAfterSeconds });
    if (await this.#clone.isWithin(commit, head)) return;
    this.#isFetched = true;
    throw new CatalogMoved(`the branch ${this.#branch} has moved to ${head}`);
  }

  /** Undefined where the remote has no such branch. @throws {CommitFailure} when it does not answer */
  async #fetch(): Promise<string | undefined> {
    try {
      return await this.#clone.fetch(this.#branch, this.#patience.transferMs);
    } catch (error) {
      if (error instanceof NoSuchBranch) return undefined;
      throw this.#away(error);
    }
  }

  #away(error: unknown): CommitFailure {
    this.#pause.begin(untilBack);

    return new CommitFailure(`the remote of the catalog cannot be reached: ${messageOf(error)}`, {
      cause: error,
      retryAfterSeconds: untilBack,
    });
  }

  get #gone(): string {
    return `the remote of the catalog has no branch ${this.#branch}; push it again, or set CATALOG_BRANCH`;
  }
}

async function openClone({
  remote,
  branch,
  folder,
  patience = defaultPatience,
}: RemoteOptions): Promise<BranchClone> {
  const found = await BranchClone.find(folder, (url) => ({ ...remote, url }));
  const isSame = found?.url === remote.url && (branch === undefined || branch === (await found.branch()));
  if (found && isSame) return found;

  try {
    return await makeClone({ folder, remote, branch }, patience.askMs);
  } catch (error) {
    throw new Error(`the catalog cannot be cloned from ${remote.url}: ${messageOf(error)}`, { cause: error });
  }
}

async function makeClone(
  { folder, remote, branch }: Pick<RemoteOptions, 'folder' | 'remote' | 'branch'>,
  timeoutMs: number,
): Promise<BranchClone> {
  const { heads, head = firstBranch } = await remoteRefs(remote, timeoutMs);
  const wanted = branch ?? head;
  if (heads.size === 0) return BranchClone.makeEmpty(folder, remote, wanted);
  if (heads.has(wanted)) return BranchClone.make(folder, remote, wanted);

  throw new Error(`it has no branch ${wanted}; set CATALOG_BRANCH to one that it has`);
}
