interface FailureOptions extends ErrorOptions {
  /** When it may be worth another try, where that is known. */
  readonly retryAfterSeconds?: number | undefined;
  /** Nothing was tried: `Repository.commitObstacle` said why not, and will say when that is over. */
  readonly isRefusal?: boolean;
}

/** A commit that could not be made, with nothing of it kept. `message` says why, for the log; callers only learn that it failed. */
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

/** Others have changed the catalog in its home since it was last read here, so what was decided may no longer hold. Nothing was kept. */
export class CatalogMoved extends Error {
  override readonly name = 'CatalogMoved';
}
