import type { Status } from '../../domain/status.ts';

/** What the list may be asked to be sorted by. */
export const sortKeys = ['price', 'trustScore', 'name'] as const;
export const sortOrders = ['asc', 'desc'] as const;

/** What it can be sorted by: the newest first is for sentences and pages. */
export type SortKey = (typeof sortKeys)[number] | 'createdAt';
export type SortOrder = (typeof sortOrders)[number];

/** What a service must be to be listed; every part that is given must hold, any one of its values. */
export interface Filters {
  readonly categories?: readonly string[];
  /** As `chainKey` gives them. */
  readonly chains?: readonly string[];
  readonly statuses?: readonly Status[];
  /** Written as `PricePerRequest` allows; inclusive unless the next says otherwise. */
  readonly maxPrice?: string;
  readonly maxPriceExclusive?: boolean;
  readonly currency?: string;
  readonly minTrustScore?: number;
  /** So many free requests at least; true for any. */
  readonly freeQuota?: true | number;
  readonly withoutCategories?: readonly string[];
  /** As `chainKey` gives them. A service that can be paid on any of these is out. */
  readonly withoutChains?: readonly string[];
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A question to the list. */
export interface ListQuery extends Filters, Page {
  /** Words to look for; a text without any finds nothing. */
  readonly text?: string;
  /** What a sentence is about, as `Search.understand` gives it, instead of a text: not every word of it is wanted. */
  readonly topic?: string;
  /** Absent: relevance when there is a text, else trust. */
  readonly sortBy?: SortKey;
  readonly sortOrder?: SortOrder;
}

/** Longest text or sentence that is searched for, in characters. */
/** Values that one filter may name: each is a link on the page of results, with all the others in it. */
export const maxFilterValues = 50;

export const maxQueryLength = 500;

export const defaultLimit = 20;
export const maxLimit = 100;

/** The list as it is answered to a request without parameters. */
export const defaultListQuery: ListQuery = { limit: defaultLimit, offset: 0 };
