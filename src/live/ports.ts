import type { FileChange } from '../domain/catalog-file.ts';
import type { IdempotencyRecord, StoredAnswer } from '../registration/idempotency.ts';
import type { CheckDay, CheckRecord, KeptCheck, LatencyDay } from '../domain/check.ts';
import type { CheckFacts } from '../domain/facts.ts';
import type { LiveTerms } from '../domain/payment-terms.ts';
import type { Deferred, ProbeResult, ProbeTarget } from '../domain/probe.ts';
import type { ServiceChange, Tombstone } from '../domain/service-change.ts';

/** Where a catalog stands: its last commit, and when that was made (ISO 8601, UTC). */
export interface CommitInfo {
  readonly commit: string;
  readonly changedAt: string;
}

/** Where the catalog is committed: git on this machine, or GitHub. The caller holds the writer lock, except for `ready` and `commitObstacle`. */
export interface Repository {
  /**
   * Resolves when the changes are committed for good. Each path stands there once; only a file that exists can be removed.
   * @throws {CommitFailure} when they are not; then nothing of them is kept
   * @throws {CatalogMoved} when the catalog is no longer the one that was read, so decisions may not hold any more
   */
  commit(files: readonly FileChange[], message: string, at: Date): Promise<CommitInfo>;
  /**
   * Resolves once a commit may be made, also one that would be refused; the home may ask for a pace. Resolves at once when `signal`
   * is aborted, and never rejects. Wait for it before taking the writer lock; `commit` itself does not wait.
   */
  ready(signal: AbortSignal): Promise<void>;
  /** Why nothing can be committed now, as a sentence for the operator; undefined when something can. Cheap enough to ask often. */
  commitObstacle(): Promise<string | undefined>;
  version(): Promise<CommitInfo>;
}

/** A repository that others write to as well. */
export interface Upstream {
  /** Whether it holds commits that are not pulled yet. */
  isBehind(): Promise<boolean>;
  /** Pulls them, and answers which files of the catalog they changed. */
  pull(): Promise<ReadonlySet<string>>;
}

/** What the change log knows of a service since its last change. */
export type KnownService = Pick<ServiceChange, 'name' | 'endpoint' | 'digest'>;

export interface ChangeLog {
  append(changes: readonly ServiceChange[]): Promise<void>;
  listed(): Promise<ReadonlyMap<string, KnownService>>;
  tombstone(id: string): Promise<Tombstone | undefined>;
}

export interface IdempotencyStore {
  find(keyId: string, key: string, now: Date): Promise<IdempotencyRecord | undefined>;
  begin(keyId: string, key: string, bodyHash: string, now: Date): Promise<void>;
  finish(keyId: string, key: string, answer: StoredAnswer): Promise<void>;
  forget(keyId: string, key: string): Promise<void>;
}

/** Keeps what checks found. */
export interface CheckStore {
  append(records: readonly CheckRecord[]): Promise<void>;
  /** What the checks of every service found; each window is the `windowDays` days up to the last check of the service. */
  facts(windowDays: number): Promise<ReadonlyMap<string, CheckFacts>>;
  /** The days of a service from `from` on, the oldest first. */
  days(id: string, from: string): Promise<readonly CheckDay[]>;
  latencyDays(id: string, from: string): Promise<readonly LatencyDay[]>;
  /** The last checks of a service, the newest first. */
  latest(id: string, count: number): Promise<readonly KeptCheck[]>;
  liveTerms(id: string): Promise<LiveTerms | undefined>;
  /** Deletes the checks made before a day; their sums stay. */
  prune(before: string): Promise<void>;
}

/** Sends unpaid requests to endpoints. A failure is an outcome too; it rejects only with `CannotAsk`. */
export interface Prober {
  probe(target: ProbeTarget, who: 'person' | 'pass'): Promise<ProbeResult | Deferred>;
}

export type Clock = () => Date;

/** The operator's log. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
