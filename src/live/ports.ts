import type { Check, CheckDay, CheckRecord, CheckWindow, LatencyDay } from '../domain/check.ts';
import type { FileChange } from '../domain/file-change.ts';
import type { IdempotencyRecord, StoredAnswer } from '../registration/idempotency.ts';
import type { Observation } from '../domain/observation.ts';
import type { Deferred, ProbeResult, ProbeTarget } from '../domain/probe.ts';
import type { ServiceChange, Tombstone } from '../domain/service-change.ts';
import type { Standing } from '../domain/standing.ts';

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

/** What was known of a service when it last changed. */
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

/** What is remembered of checks. */
export interface CheckStore {
  append(records: readonly CheckRecord[]): Promise<void>;
  standings(): Promise<ReadonlyMap<string, Standing>>;
  windows(from: string): Promise<ReadonlyMap<string, CheckWindow>>;
  /** The days of a service from this one on, the oldest first. */
  days(id: string, from: string): Promise<readonly CheckDay[]>;
  latencyDays(id: string, from: string): Promise<readonly LatencyDay[]>;
  latest(id: string, count: number): Promise<readonly Omit<Check, 'terms'>[]>;
  observation(id: string): Promise<Observation | undefined>;
  /** Forgets the checks from before a day; their sums stay. */
  prune(before: string): Promise<void>;
}

/** Asks an endpoint without paying; what fails is an outcome too. Rejects only with `CannotAsk`. */
export interface Prober {
  probe(target: ProbeTarget, who: 'person' | 'pass'): Promise<ProbeResult | Deferred>;
}

export type Clock = () => Date;

/** What the running catalog tells its operator. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
