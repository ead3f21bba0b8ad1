import { compareDecimal } from '../../domain/money.ts';
import { chainKey } from '../../domain/network.ts';
import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
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

/** Whether a service is what an intent insists on. */
export function meets({ declared, observed }: Entry, filters: IntentFilters): boolean {
  const { currency, freeQuota = 0 } = declared.pricing;
  const { statuses, withoutCategories = [], minTrustScore = 0 } = filters;

  if (withoutCategories.includes(declared.category)) return false;
  if (statuses && !statuses.includes(observed.status)) return false;
  if (filters.currency !== undefined && filters.currency !== currency) return false;
  if (filters.freeQuota !== undefined && freeQuota < Number(filters.freeQuota)) return false;
  return (
    observed.trustScore >= minTrustScore &&
    isCheapEnough(declared.pricing.pricePerRequest, filters) &&
    isOnChain(supportedChains(declared, observed), filters)
  );
}

function isCheapEnough(price: string, { maxPrice, maxPriceExclusive }: IntentFilters): boolean {
  if (maxPrice === undefined) return true;

  const order = compareDecimal(price, maxPrice);
  return maxPriceExclusive ? order < 0 : order <= 0;
}

function isOnChain(names: readonly string[], { chains, withoutChains = [] }: IntentFilters): boolean {
  const own = names.map((name) => chainKey(name));

  return (
    (!chains || own.some((name) => chains.includes(name))) &&
    !own.some((name) => withoutChains.includes(name))
  );
}
