/** How often of late a term was another one than the check before had read. */
export interface Turnover {
  /** Grows with each change and sinks with each check that read the same, so that changes which lie far apart never add up. */
  readonly level: number;
  /** Since when, in milliseconds since 1970, the term counts as one that changes with each request; null while it does not. */
  readonly since: number | null;
}

/** The terms that some sellers change with each request. */
type VaryingTerm = 'wallet' | 'price';

/** How restless the live terms of a service are. */
export type Varying = Readonly<Record<VaryingTerm, Turnover>>;

/** A term that no check of late found changed. */
export const still: Turnover = { level: 0, since: null };
export const steady: Varying = { wallet: still, price: still };
