import { z } from 'zod/mini';

/** How often of late a term was another one than the check before had read. */
const Turnover = z.strictObject({
  /** Grows with each change and sinks with each check that read the same, so that changes which lie far apart never add up. */
  level: z.int(),
  /** Since when, in milliseconds since 1970, the term counts as one that changes with each request; null while it does not. */
  since: z.nullable(z.int()),
});
export type Turnover = Readonly<z.infer<typeof Turnover>>;

/** The terms that some sellers change with each request. */
const varyingTerms = ['wallet', 'price'] as const;
export type VaryingTerm = (typeof varyingTerms)[number];

/** How restless the live terms of a service are. */
export const Varying = z.record(z.enum(varyingTerms), Turnover);
export type Varying = Readonly<Record<VaryingTerm, Turnover>>;

/** A term that no check of late found changed. */
export const still: Turnover = { level: 0, since: null };
export const steady: Varying = { wallet: still, price: still };
