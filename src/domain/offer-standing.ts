import type { FieldComparison } from './payment-terms.ts';
import type { Verdict } from './verdict.ts';

export interface OfferStanding {
  readonly verdict: Verdict;
  /** Why, in one sentence. */
  readonly detail: string;
  readonly checkedAt: Date;
  /** The declared terms beside the live ones, as last read; empty while none could be read. */
  readonly fields: readonly FieldComparison[];
  /** The network on which its terms were seen as they are declared; null where they never were, or differ by now. */
  readonly seenOn: string | null;
}

/** The standings of the offers of a service, by the declaration of each (`printOffer`): a changed offer starts again. */
export type OfferStandings = ReadonlyMap<string, OfferStanding>;
