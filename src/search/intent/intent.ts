import type { Peg } from '../../domain/asset.ts';
import { chainKey } from '../../domain/network.ts';
import type { Status } from '../../domain/status.ts';
import type { Filters, Order, Question, SortKey, SortOrder } from '../query/question.ts';
import type { Wanted } from '../query/wanted.ts';
import type { Topic } from './topic.ts';

/** What a service must be, as far as a text says so, and the order of the answer. */
export interface Constraints {
  /** Names as `supportedChains` gives them; any of them will do. */
  readonly chain?: readonly string[];
  /** Plain decimals, per request; inclusive. */
  readonly minPrice?: string;
  readonly maxPrice?: string;
  /** "Under" this price rather than "at most". */
  readonly maxPriceExclusive?: true;
  /** What `maxPrice` is in, where the sentence says so: without exchange rates, prices in anything else cannot be compared with it. */
  readonly peg?: Peg;
  readonly currency?: string;
  readonly status?: Status;
  /** The least number of free requests; true means at least one. */
  readonly freeQuota?: true | number;
  readonly minTrustScore?: number;
  readonly sortBy?: Exclude<SortKey, 'payments'>;
  readonly sortOrder?: SortOrder;
  readonly excludes?: Excludes;
}

export interface Excludes {
  readonly chain?: readonly string[];
  readonly category?: readonly string[];
}

/** What a sentence asks for, as the API shows it. */
export interface Intent extends Constraints {
  /** What it is about, in its own words; empty when it names nothing that could be looked for. */
  readonly keywords: readonly string[];
  /** The category it is probably about; ranks, and does not filter. */
  readonly category?: readonly string[];
}

/** A text, read once: everything that is asked of the catalog because of it comes from here. */
export interface Reading {
  /** Empty for keywords, which demand nothing. */
  readonly constraints: Constraints;
  /** What it is about; has no words for a text that names nothing that could be looked for. */
  readonly topic: Topic;
  /** The id of the category that it is probably about; ranks, and does not filter. */
  readonly category?: string | undefined;
  /** The last word of keywords, which may be half a word. */
  readonly begun?: string | undefined;
  /** What ranks. Undefined for a text of demands alone ("verified, cheapest first"), which asks for all that meet them. */
  readonly wanted: Wanted | undefined;
  /** The meaning to look for beside the words; absent when there is none, or when the words tell theirs. */
  readonly gist?: Gist | undefined;
}

/** What a reader should not understand of a text, because the person who wrote it said so. */
export interface Dropped {
  /** Whether to do without the category that it is probably about. */
  readonly category?: boolean;
  /** Labels of concepts. The words that say them are then not looked for either, as those of a demand. */
  readonly concepts?: readonly string[];
}

/** A text whose meaning a model should tell. */
export interface Gist {
  readonly text: string;
  /** How much its meaning counts beside words, from 0 to 1. */
  readonly weight: number;
  /** See `WantedMeaning`; absent for a text that surely says something. */
  readonly least?: number | undefined;
}

/** What a rule found in a sentence, and the rest of the sentence. */
export interface Understood {
  readonly found: Constraints;
  readonly rest: string;
}

export function questionOf({ constraints, wanted }: Reading): Question {
  return { ...filtersOf(constraints), ...orderOf(constraints), wanted };
}

export function filtersOf(constraints: Constraints): Filters {
  const {
    chain,
    minPrice,
    maxPrice,
    maxPriceExclusive,
    peg,
    currency,
    status,
    freeQuota,
    minTrustScore,
    excludes,
  } = constraints;

  return {
    ...(chain ? { chains: chain.map((name) => chainKey(name)) } : {}),
    ...(minPrice === undefined ? {} : { minPrice }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(maxPriceExclusive ? { maxPriceExclusive } : {}),
    ...(peg === undefined ? {} : { peg }),
    ...(currency === undefined ? {} : { currency }),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(freeQuota === undefined ? {} : { freeQuota }),
    ...(minTrustScore === undefined ? {} : { minTrustScore }),
    ...(excludes?.chain ? { withoutChains: excludes.chain.map((name) => chainKey(name)) } : {}),
    ...(excludes?.category ? { withoutCategories: excludes.category } : {}),
  };
}

export function orderOf({ sortBy, sortOrder }: Constraints): Order {
  return { ...(sortBy ? { sortBy } : {}), ...(sortOrder ? { sortOrder } : {}) };
}

/** The constraints that make up each demand; they are said, shown and left out together. */
export const demandParts = {
  price: ['minPrice', 'maxPrice', 'maxPriceExclusive', 'peg'],
  chain: ['chain'],
  currency: ['currency'],
  status: ['status'],
  free: ['freeQuota'],
  trust: ['minTrustScore'],
  order: ['sortBy', 'sortOrder'],
  without: ['excludes'],
} as const satisfies Record<string, readonly (keyof Constraints)[]>;

export type DemandName = keyof typeof demandParts;

/** Constraints, or what holds them, without those of some demands. Other names leave out nothing. */
export function withoutDemands<Said extends Constraints>(said: Said, names: readonly string[]): Said {
  const dropped = new Set<string>(
    Object.entries(demandParts).flatMap(([name, parts]) => (names.includes(name) ? parts : [])),
  );

  return Object.fromEntries(Object.entries(said).filter(([name]) => !dropped.has(name))) as Said;
}
