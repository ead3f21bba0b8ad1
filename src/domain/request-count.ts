/** Requests of a client in a window of a limit. */
export interface RequestCount {
  /** Name of the limit. */
  readonly limit: string;
  readonly client: string;
  readonly requests: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}
