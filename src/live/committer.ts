import type PQueue from 'p-queue';
import { CatalogMoved, CommitFailure, type CommitInfo } from '../domain/commit.ts';
import { type CatalogChange, commitMessage, filesOf } from '../catalog-files/catalog-change.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Act, Outcome } from '../registration/act.ts';
import { decide } from '../registration/decide.ts';
import type { Decision } from '../registration/decision.ts';
import { listings } from '../registration/listings.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Clock, Log, Metrics, Repository } from './ports.ts';
import type { RejectedFiles } from './rejected-files.ts';
import { currentRequest, forRequest } from './request-context.ts';
import type { TransparencyLog } from './transparency-log.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: Pick<RejectedFiles, 'files'>;
  readonly repository: Repository;
  /** Gets an entry for each change of who is paid; absent without a log. */
  readonly transparency?: Pick<TransparencyLog, 'prepare' | 'draft' | 'append'> | undefined;
  /** The writer lock of the catalog. */
  readonly writer: PQueue;
  readonly policy: EndpointPolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** Applies commits made elsewhere; the caller holds the writer lock. Absent when nobody else commits. */
  readonly catchUp?: () => Promise<void>;
  /**
   * Takes in what others did to these files since they were read, and resolves to whether that was anything; the caller holds the writer lock.
   * Absent where the files are no other's to change.
   */
  readonly readAgain?: (paths: ReadonlySet<string>) => Promise<boolean>;
  /** Reads every file again, to bring the running catalog up to date after a commit that could not be published. */
  readonly reread: () => Promise<void>;
}

interface Job {
  readonly act: Act;
  readonly requestId: string | undefined;
  /** It waited for too long, and was answered. */
  isGivenUp: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The most acts in one commit. With more, the first of them would wait too long. */
const maxBatch = 256;

/** The most services that acts change together: GitHub takes the files of a commit in one request. */
const maxChanges = 512;

/** Attempts at one commit while others commit too. Each that fails is one of theirs that was made. */
const tries = 12;

/** How long an act waits for its commit, whatever holds that up. Clients wait for ten seconds. */
const patienceMs = 8_000;

/** A commit that is decided but not made yet. */
interface Plan {
  readonly decisions: readonly Decision[];
  readonly change: CatalogChange;
}

/**
 * Turns acts into commits. Acts that arrive while a commit is running share the next one, so throughput grows with load; but two that change
 * one service never do, so that its history holds both. Each act is answered after its own commit, or as failed when that takes too long.
 */
export class Committer {
  readonly #dependencies: Dependencies;
  readonly #waiting: Job[] = [];
  /** Resolves when the queue is empty; undefined while it is. */
  #work: Promise<void> | undefined;
  readonly #draining = new AbortController();
  /** Concurrent commits in a row that the next batch lost against. */
  #moves = 0;
  #lastFailure: CommitFailure | undefined;
  #isLate = false;
  /** Whether the repository asks for a pause before the next commit. */
  #isPausing = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  commitObstacle(): Promise<string | undefined> {
    return this.#dependencies.repository.commitObstacle();
  }

  /** Why the last attempt at a commit failed; undefined when it succeeded. */
  get lastFailure(): string | undefined {
    return this.#lastFailure?.message;
  }

  /** Whether acts have waited too long for a commit, or for the writer lock. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** How many acts wait for a commit; those of a running one left out. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The outcome that an act would have now; writes nothing. */
  try(act: Act): Outcome {
    return this.#decide(act, this.#dependencies.store.snapshot).outcome;
  }

  /** Resolves after the commit, or at once if the act requires none in the present catalog. */
  async submit(act: Act): Promise<Outcome> {
    const decision = this.#decide(act, this.#dependencies.store.snapshot);
    if (!isChange(decision)) return decision.outcome;

    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const job: Job = { act, requestId: currentRequest(), isGivenUp: false, resolve, reject };
    this.#waiting.push(job);
    // A commit serves many requests, and names them itself.
    this.#work ??= forRequest(undefined, () => this.#commitWaiting());
    const timer = setTimeout(() => {
      this.#giveUp(job);
    }, patienceMs);
    return promise.finally(() => {
      clearTimeout(timer);
    });
  }

  /** Answers an act before its commit. Where that has not begun, it never will. */
  #giveUp(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at !== -1) this.#waiting.splice(at, 1);
    job.isGivenUp = true;
    if (!this.#isPausing) this.#noteLate();
    job.resolve({ kind: 'failed', isUnsettled: at === -1 });
  }

  #noteLate(): void {
    if (!this.#isLate) this.#dependencies.log.error({ ms: patienceMs }, 'a commit does not end');
    this.#isLate = true;
  }

  /** Commits everything queued, from now on without waiting until the repository is ready; for the shutdown of the process. */
  async drain(): Promise<void> {
    this.#draining.abort();
    await this.#work;
  }

  /** Waits for the repository before it takes the writer lock, so that others can use the lock; acts that arrive until then join the batch. */
  async #commitWaiting(): Promise<void> {
    const { repository, writer } = this.#dependencies;

    while (this.#waiting.length > 0) {
      this.#isPausing = true;
      await repository.ready(this.#draining.signal);
      this.#isPausing = false;
      await writer.add(() => this.#commitBatch());
      this.#isLate = false;
    }
    this.#work = undefined;
  }

  async #commitBatch(): Promise<void> {
    const waiting = this.#waiting.splice(0, maxBatch);
    let batch: readonly Job[] = waiting;

    try {
      const { decisions, change } = this.#plan(waiting);
      batch = waiting.slice(0, decisions.length);
      this.#waiting.unshift(...waiting.slice(decisions.length));
      if (isChange(change)) await this.#commit(change, batch);
      for (const [i, { outcome }] of decisions.entries()) batch[i]?.resolve(outcome);
      this.#moves = 0;
    } catch (error) {
      if (error instanceof CatalogMoved) return this.#retry(batch);
      this.#moves = 0;
      if (error instanceof CommitFailure) this.#settleFailed(batch, error);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** After a concurrent commit, applies it and puts the batch back, so that it waits for the repository and is decided again. */
  async #retry(batch: readonly Job[]): Promise<void> {
    this.#moves += 1;
    const failure =
      this.#moves < tries ? await this.#catchUp() : new CommitFailure('others kept changing the catalog');
    if (!failure) {
      this.#waiting.unshift(...batch.filter(({ isGivenUp }) => !isGivenUp));
      return;
    }

    this.#moves = 0;
    this.#settleFailed(batch, failure);
  }

  /** Applies commits made elsewhere; returns the failure, or undefined on success. */
  async #catchUp(): Promise<CommitFailure | undefined> {
    try {
      await this.#dependencies.catchUp?.();
      return undefined;
    } catch (error) {
      return new CommitFailure('what others did to the catalog cannot be read', { cause: error });
    }
  }

  /** After a failed commit, acts that require no commit retain their outcome, and all others fail. */
  #settleFailed(batch: readonly Job[], failure: CommitFailure): void {
    const { store, log, metrics } = this.#dependencies;
    metrics?.commitFailed();
    if (!failure.isRefusal) this.#lastFailure = failure;
    log.error({ error: failure, acts: batch.length, requests: requestsOf(batch) }, 'a commit failed');

    for (const { act, resolve } of batch) {
      const decision = this.#decide(act, store.snapshot);
      resolve(
        isChange(decision)
          ? { kind: 'failed', retryAfterSeconds: failure.retryAfterSeconds }
          : decision.outcome,
      );
    }
  }

  /**
   * Decides acts in order, each in the catalog that the acts before it leave, up to the first that would change a service again, or too many.
   * The first act is always among them.
   */
  #plan(jobs: readonly Job[]): Plan {
    const decisions: Decision[] = [];
    const touched = new Set<string>();
    let draft = this.#dependencies.store.snapshot;
    for (const { act } of jobs) {
      const decision = this.#decide(act, draft);
      const ids = [...decision.put, ...decision.buried].map(({ id }) => id);
      const isTooMany = touched.size > 0 && touched.size + ids.length > maxChanges;
      if (isTooMany || ids.some((id) => touched.has(id))) break;

      for (const id of ids) touched.add(id);
      if (ids.length > 0) draft = draft.bury(decision.buried).declare(decision.put);
      decisions.push(decision);
    }

    const put = decisions.flatMap((decision) => decision.put);
    const buried = decisions.flatMap((decision) => decision.buried);
    const requests = new Map(
      decisions.flatMap((decision, i) => decision.put.map(({ id }) => [id, jobs[i]?.requestId] as const)),
    );
    return { decisions, change: { put, buried, removed: [], requests } };
  }

  #decide(act: Act, snapshot: Snapshot): Decision {
    const { rejected, policy, clock } = this.#dependencies;

    return decide(act, listings(snapshot, rejected.files), { policy, now: clock() });
  }

  /** @throws {CommitFailure | CatalogMoved} */
  async #commit(change: CatalogChange, batch: readonly Job[]): Promise<void> {
    const { store, repository, transparency, clock, log, metrics } = this.#dependencies;

    const { snapshot } = store;
    const at = clock();
    const began = performance.now();
    await transparency?.prepare(snapshot);
    const entries = transparency?.draft(change, snapshot, at);
    const files = [...filesOf(change, snapshot), ...(entries?.files ?? [])];
    const message = commitMessage(change, snapshot);
    const version = await repository.commit(files, message, at, () => this.#refuseMoved(change));
    if (entries) transparency?.append(entries);
    this.#lastFailure = undefined;
    await this.#publish(change, version);
    const ms = performance.now() - began;
    const [acts, requests] = [batch.length, requestsOf(batch)];
    // Leads from each request to its commit; the server's own commits are in git alone.
    if (requests.length > 0) {
      log.info({ commit: version.commit, acts, requests, ms: Math.round(ms) }, 'committed');
    }
    metrics?.committed(acts, ms / 1000);
  }

  /** A command of the operator, or a pull, may have changed the same services, and the files watch may not have told it yet. @throws {CatalogMoved} */
  async #refuseMoved({ put, buried }: CatalogChange): Promise<void> {
    const paths = new Set([...put, ...buried].map(({ id }) => serviceFilePath(id)));
    if (await this.#dependencies.readAgain?.(paths)) {
      throw new CatalogMoved('others changed the files of these services');
    }
  }

  /** Never fails, because the commit is made: if its change cannot be published, the files are read again. */
  async #publish(change: CatalogChange, version: CommitInfo): Promise<void> {
    const { store, reread, log } = this.#dependencies;
    try {
      await store.publish(change, version);
    } catch (error) {
      log.error(
        { error, commit: version.commit },
        'a commit could not be published; reading all files again',
      );
      void reread();
    }
  }
}

function requestsOf(batch: readonly Job[]): string[] {
  return [...new Set(batch.flatMap(({ requestId }) => requestId ?? []))];
}

function isChange({ put, buried }: Pick<CatalogChange, 'put' | 'buried'>): boolean {
  return put.length + buried.length > 0;
}
