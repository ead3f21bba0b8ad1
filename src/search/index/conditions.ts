import { chainKey } from '../../domain/network.ts';
import { statuses } from '../../domain/status.ts';
import type { Filters } from '../list-query.ts';
import { exactPrice } from './price.ts';
import { chainsOf, type Table } from './table.ts';

/** One bit for each filter that has a facet, and one for all others together. */
export const bits = { category: 1, chain: 2, status: 4, price: 8, other: 16 } as const;

/** The filters that a document fails, as bits; 0 when it passes all. */
export type Failures = (document: number) => number;

/** What `failuresOf` answers when there is nothing to fail. */
export const noFailures: Failures = () => 0;

/** Makes the filters ready for a table as it is now. Texts are looked at here, once; documents only by their codes. */
export function failuresOf(filters: Filters, table: Table): Failures {
  const { columns, codes } = table;
  const checks = [
    byCode(columns.category, categoryBits(filters, codes.category.texts)),
    byCode(columns.chains, chainBits(filters, codes.chains.texts)),
    byCode(columns.status, statusBits(filters)),
    byCode(columns.currency, currencyBits(filters, codes.currency.texts)),
    ...priceCheck(filters, table),
    ...atLeast(columns.trustScore, filters.minTrustScore),
    ...atLeast(columns.freeQuota, filters.freeQuota === true ? 1 : filters.freeQuota),
  ].filter((check) => check !== undefined);

  if (checks.length === 0) return noFailures;
  return (document) => {
    let failed = 0;
    for (const check of checks) failed |= check(document);
    return failed;
  };
}

function byCode(column: Uint32Array | Uint8Array, failed: Uint8Array | undefined): Failures | undefined {
  return failed && ((document) => failed[column[document] ?? 0] ?? 0);
}

function categoryBits({ categories, withoutCategories }: Filters, ids: readonly string[]) {
  if (!categories && !withoutCategories) return undefined;

  return Uint8Array.from(
    ids,
    (id) =>
      (categories?.includes(id) === false ? bits.category : 0) |
      (withoutCategories?.includes(id) ? bits.other : 0),
  );
}

function chainBits({ chains, withoutChains }: Filters, texts: readonly string[]) {
  if (!chains && !withoutChains) return undefined;

  return Uint8Array.from(texts, (text) => {
    const keys = chainsOf(text).map(chainKey);
    const wanted = !chains || keys.some((key) => chains.includes(key));
    const unwanted = withoutChains && keys.every((key) => withoutChains.includes(key));
    return (wanted ? 0 : bits.chain) | (unwanted ? bits.other : 0);
  });
}

function statusBits({ statuses: wanted }: Filters) {
  return wanted && Uint8Array.from(statuses, (status) => (wanted.includes(status) ? 0 : bits.status));
}

function currencyBits({ currency }: Filters, symbols: readonly string[]) {
  if (currency === undefined) return undefined;

  return Uint8Array.from(symbols, (symbol) => (symbol === currency ? 0 : bits.other));
}

function priceCheck({ maxPrice, maxPriceExclusive }: Filters, { columns }: Table): Failures[] {
  if (maxPrice === undefined) return [];

  const { priceHigh, priceLow } = columns;
  const [maxHigh, inclusiveLow] = exactPrice(maxPrice);
  // Both halves are whole numbers.
  const maxLow = maxPriceExclusive ? inclusiveLow - 1 : inclusiveLow;
  return [
    (document) => {
      const high = priceHigh[document] ?? 0;
      const over = high > maxHigh || (high === maxHigh && (priceLow[document] ?? 0) > maxLow);
      return over ? bits.price : 0;
    },
  ];
}

function atLeast(column: Float64Array | Uint8Array, least: number | undefined): Failures[] {
  return least === undefined ? [] : [(document) => ((column[document] ?? 0) < least ? bits.other : 0)];
}
