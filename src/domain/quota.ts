/** How many more of something may be made. */
export interface RemainingQuota {
  /** How many there may be within the time that counts. */
  readonly most: number;
  readonly left: number;
  /** After this time, there is room for one more than now. */
  readonly retryAfterSeconds: number;
}

/** Requests of a client in a window of a limit. */
export interface RequestCount {
  readonly limit: string;
  readonly client: string;
  readonly requests: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}
