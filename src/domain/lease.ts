/** The right of one server to do a duty: work that only one server may do at a time. */
export interface Lease {
  readonly duty: string;
  readonly holder: string;
  /** Counts the takeovers of the duty: a later lease has a higher one. */
  readonly epoch: number;
}

/** Another server may hold the lease, so nothing was done under it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(duty: string) {
    super(`the lease of "${duty}" is lost`);
  }
}
