import { pegOf } from '../../domain/asset.ts';
import { decimalKey } from '../../domain/decimal.ts';
import { type TextFilter, textFilters } from '../../domain/declared-fields.ts';
import type { Filters } from '../query/question.ts';
import type { Row } from './row.ts';

/** The filters that have a facet, which counts services as if that filter were not given. */
export type FacetName =
  | 'category'
  | 'chain'
  | 'status'
  | 'state'
  | 'price'
  | 'paid'
  | 'mainnet'
  | 'currency'
  | 'free'
  | 'uptime'
  | 'delivered'
  | TextFilter;

interface Condition {
  /** The facet that does not count this condition; none for one that every facet counts. */
  readonly facet?: FacetName;
  readonly holds: (row: Row) => boolean;
}

/** Filters as conditions on rows. A filter that is absent costs nothing. An owner is none of them: `Search` names the services of one. */
export class Conditions {
  readonly #conditions: readonly Condition[];
  /** The declared texts that were asked for, by parameter. */
  readonly texts: NonNullable<Filters['texts']>;

  constructor(filters: Filters) {
    this.#conditions = conditionsOf(filters);
    this.texts = filters.texts ?? {};
  }

  passes(row: Row): boolean {
    return this.#conditions.every(({ holds }) => holds(row));
  }

  /** The facet that counts a row all the same: any when the row fails nothing, none when it fails more than the condition of one facet. */
  countedBy(row: Row): FacetName | 'all' | 'none' {
    let failed: FacetName | 'all' = 'all';
    for (const { facet, holds } of this.#conditions) {
      if (facet === failed || holds(row)) continue;
      if (facet === undefined || failed !== 'all') return 'none';
      failed = facet;
    }
    return failed;
  }
}

function conditionsOf(filters: Filters): Condition[] {
  return [
    ...listedConditions(filters),
    ...textConditions(filters),
    ...priceConditions(filters),
    ...numberConditions(filters),
  ];
}

/** Those that name values, one of which a row must have, or must not have. */
function listedConditions(filters: Filters): Condition[] {
  const { categories, withoutCategories, chains, withoutChains, statuses, states, rails, among } = filters;
  const conditions: (Condition | false | undefined)[] = [
    categories && { facet: 'category', holds: ({ category }) => categories.includes(category) },
    withoutCategories && { holds: ({ category }) => !withoutCategories.includes(category) },
    chains && { facet: 'chain', holds: ({ chainKeys }) => chainKeys.some((key) => chains.includes(key)) },
    withoutChains && { holds: ({ chainKeys }) => !chainKeys.some((key) => withoutChains.includes(key)) },
    filters.isMainnet && { facet: 'mainnet', holds: ({ isOnMainnet }) => isOnMainnet },
    statuses && { facet: 'status', holds: ({ status }) => statuses.includes(status) },
    states && { facet: 'state', holds: ({ state }) => states.includes(state) },
    rails && { holds: (row) => rails.some((rail) => row.rails.includes(rail)) },
    among && { holds: ({ id }) => among.has(id) },
  ];

  return conditions.filter((condition) => condition !== undefined && condition !== false);
}

/** Those by what services declare in texts. */
function textConditions({ texts = {} }: Filters): Condition[] {
  return textFilters.flatMap((facet) => {
    const wanted = texts[facet];
    return wanted
      ? { facet, holds: (row: Row) => row.texts[facet].some((text) => wanted.includes(text)) }
      : [];
  });
}

function priceConditions({ maxPrice, maxPriceExclusive, minPrice, currency, peg }: Filters): Condition[] {
  const highest = maxPrice === undefined ? undefined : decimalKey(maxPrice);
  const lowest = minPrice === undefined ? undefined : decimalKey(minPrice);
  const isCheap = ({ price }: Row): boolean =>
    highest === undefined || (maxPriceExclusive ? price < highest : price <= highest);
  const isDear = ({ price }: Row): boolean => lowest === undefined || price >= lowest;
  const conditions: (Condition | false)[] = [
    (highest ?? lowest) !== undefined && { facet: 'price', holds: (row) => isCheap(row) && isDear(row) },
    currency !== undefined && { facet: 'currency', holds: (row) => row.currency === currency },
    peg !== undefined && { holds: (row) => pegOf(row.currency) === peg },
  ];

  return conditions.filter((condition) => condition !== false);
}

function numberConditions({
  isPaid,
  minTrustScore,
  freeQuota,
  minUptime,
  minDelivered,
  createdAfter,
}: Filters): Condition[] {
  const minFree = freeQuota === true ? 1 : freeQuota;
  const conditions: (Condition | false | undefined)[] = [
    isPaid && { facet: 'paid', holds: ({ payments }) => payments > 0 },
    minTrustScore !== undefined && { holds: ({ trustScore }) => trustScore >= minTrustScore },
    minFree !== undefined && { facet: 'free', holds: (row) => row.freeQuota >= minFree },
    minUptime !== undefined && { facet: 'uptime', holds: ({ uptime }) => uptime >= minUptime },
    minDelivered !== undefined && { facet: 'delivered', holds: ({ delivered }) => delivered >= minDelivered },
    createdAfter !== undefined && { holds: ({ createdAt }) => createdAt > createdAfter },
  ];

  return conditions.filter((condition) => condition !== undefined && condition !== false);
}
