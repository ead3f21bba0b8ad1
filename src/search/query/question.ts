import type { Peg } from '../../domain/asset.ts';
import { compareDecimal } from '../../domain/decimal.ts';
import type { TextFilter } from '../../domain/declared-fields.ts';
import type { RailName } from '../../domain/rail.ts';
import type { State } from '../../domain/state.ts';
import type { Status } from '../../domain/status.ts';
import type { Wanted } from './wanted.ts';

/** Sort keys of the API's list. */
export const sortKeys = ['price', 'trustScore', 'name'] as const;
export const sortOrders = ['asc', 'desc'] as const;

/** Every sort key there is; only sentences and pages sort by age, and only pages by payments. */
export type SortKey = (typeof sortKeys)[number] | 'createdAt' | 'payments';
export type SortOrder = (typeof sortOrders)[number];

/** What a service must be to be listed. It must meet every filter that is given, by any one of its values. */
export interface Filters {
  readonly categories?: readonly string[];
  /** As `chainKey` gives them. */
  readonly chains?: readonly string[];
  readonly statuses?: readonly Status[];
  readonly states?: readonly State[];
  /** Protocols by which services may be paid, as checks last read them. */
  readonly rails?: readonly RailName[];
  /** Texts that a service declares, by the parameter that filters by them. */
  readonly texts?: Readonly<Partial<Record<TextFilter, readonly string[]>>>;
  /** A decimal as `PricePerRequest` allows it. Inclusive, unless `maxPriceExclusive` is true. */
  readonly maxPrice?: string;
  readonly maxPriceExclusive?: boolean;
  /** A decimal likewise; inclusive. */
  readonly minPrice?: string;
  /** The price must be in this currency, or in a token pegged to it. */
  readonly peg?: Peg;
  readonly currency?: string;
  readonly minTrustScore?: number;
  /** Only services that this owner has. */
  readonly owner?: string;
  /** Only services with one of these ids. */
  readonly among?: ReadonlySet<string>;
  /** Only services with a payment that was counted. */
  readonly isPaid?: true;
  /** Only services that take payment on a network that is no test network. */
  readonly isMainnet?: true;
  /** The least uptime over the last 30 days, in percent. Services without measured uptime have none. */
  readonly minUptime?: number;
  /** The least share of payments, from 0 to 1, that buyers say was delivered: the lower bound of what they say counts. */
  readonly minDelivered?: number;
  /** The least number of free requests; true means at least one. */
  readonly freeQuota?: true | number;
  /** Only services that were registered after this time, in milliseconds since 1970. */
  readonly createdAfter?: number;
  readonly withoutCategories?: readonly string[];
  /** As `chainKey` gives them. A service that accepts any of these is left out. */
  readonly withoutChains?: readonly string[];
}

/** The order of a list. Without `sortBy`: by relevance when something is looked for, else by trust score. */
export interface Order {
  readonly sortBy?: SortKey;
  /** By default ascending for `price` and `name`, descending for the others. */
  readonly sortOrder?: SortOrder;
}

/** What is asked of the catalog, after every text in it has been read. List, facets and intent all take it. */
export interface Question extends Filters, Order {
  /** What ranks; absent when nothing is looked for, and every service that passes the filters is listed. */
  readonly wanted?: Wanted | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface ListQuery extends Question, Page {}

/** Longest text that can be searched for, in characters. */
export const maxQueryLength = 500;

/** How many values one filter may have. The results page makes a link of each, and every link repeats all of them. */
export const maxFilterValues = 50;

/**
 * The values of a filter, each once. A request gives several by repeating the parameter, by a comma list, or both.
 * Reads one value more than `maxFilterValues` and leaves out the rest, so that a caller can refuse the excess.
 */
export function filterValues(given: readonly string[]): string[] {
  const values = given.flatMap((text) => text.split(',')).map((value) => value.trim());

  return [...new Set(values.filter((value) => value !== ''))].slice(0, maxFilterValues + 1);
}

export const defaultLimit = 20;
export const maxLimit = 100;

/** Whether no price is at least the lowest and at most the highest. */
export function isEmptyRange(lowest: string | undefined, highest: string | undefined): boolean {
  return lowest !== undefined && highest !== undefined && compareDecimal(lowest, highest) > 0;
}

/** The list that a request without parameters gets. */
export const defaultListQuery: ListQuery = { limit: defaultLimit, offset: 0 };
