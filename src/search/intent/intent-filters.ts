import { chainKey } from '../../domain/network.ts';
import type { Filters } from '../query/question.ts';
import type { Intent } from './intent.ts';

/** The part of an intent that is a filter; the rest ranks. */
export function intentFilters(intent: Intent): Filters {
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
