import { compareDecimal } from '../domain/money.ts';
import { chainKey } from '../domain/network.ts';
import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Filters } from './list-query.ts';

/** Whether an entry is what the filters ask for. */
export function passes({ declared, observed }: Entry, filters: Filters): boolean {
  const { categories, chains, statuses, maxPrice, currency } = filters;

  if (categories && !categories.includes(declared.category)) return false;
  if (statuses && !statuses.includes(observed.status)) return false;
  if (currency !== undefined && declared.pricing.currency !== currency) return false;
  if (maxPrice !== undefined && compareDecimal(declared.pricing.pricePerRequest, maxPrice) > 0) return false;
  return !chains || supportedChains(declared, observed).some((chain) => chains.includes(chainKey(chain)));
}
