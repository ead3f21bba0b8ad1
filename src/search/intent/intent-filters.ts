import { chainKey } from '../../domain/network.ts';
import type { Status } from '../../domain/status.ts';
import type { Intent } from './intent.ts';

/** What a service must be to be an answer at all. */
export interface IntentFilters {
  /** As `chainKey` gives them; any of them. */
  readonly chains?: readonly string[];
  readonly maxPrice?: string;
  readonly maxPriceExclusive?: true;
  readonly currency?: string;
  readonly statuses?: readonly Status[];
  /** Free requests at least; `true`: any. */
  readonly freeQuota?: true | number;
  readonly minTrustScore?: number;
  /** A service that takes any of these is out. */
  readonly withoutChains?: readonly string[];
  readonly withoutCategories?: readonly string[];
}

/** The part of an intent that is a filter; the rest ranks. */
export function intentFilters(intent: Intent): IntentFilters {
  const { chain, maxPrice, maxPriceExclusive, currency, status, freeQuota, minTrustScore, excludes } = intent;

  return {
    ...(chain ? { chains: chain.map((name) => chainKey(name)) } : {}),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(maxPriceExclusive ? { maxPriceExclusive } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(freeQuota === undefined ? {} : { freeQuota }),
    ...(minTrustScore === undefined ? {} : { minTrustScore }),
    ...(excludes?.chain ? { withoutChains: excludes.chain.map((name) => chainKey(name)) } : {}),
    ...(excludes?.category ? { withoutCategories: excludes.category } : {}),
  };
}
