/** A commit of the catalog, by its hash and its time (ISO 8601, UTC). */
export interface CommitInfo {
  readonly commit: string;
  readonly changedAt: string;
}

interface FailureOptions extends ErrorOptions {
  /** When a retry may succeed, where that is known. */
  readonly retryAfterSeconds?: number | undefined;
  /** Nothing was tried, because of an obstacle that `Repository.commitObstacle` reports for as long as it lasts. */
  readonly isRefusal?: boolean;
}

/** A commit failed, and changed nothing. `message` says why, for the log; clients only learn that it failed. */
export class CommitFailure extends Error {
  override readonly name = 'CommitFailure';
  readonly retryAfterSeconds: number | undefined;
  readonly isRefusal: boolean;

  constructor(message: string, { retryAfterSeconds, isRefusal, ...options }: FailureOptions = {}) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
    this.isRefusal = isRefusal ?? false;
  }
}

/** Somebody else committed since the catalog was last read here, so the decisions may no longer hold. Nothing was changed. */
export class CatalogMoved extends Error {
  override readonly name = 'CatalogMoved';
}

/** Stands for the last commit of a branch that has none. */
export const noCommit: CommitInfo = { commit: '0'.repeat(40), changedAt: '1970-01-01T00:00:00.000Z' };
