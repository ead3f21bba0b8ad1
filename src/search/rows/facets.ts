import { decimalKey } from '../../domain/decimal.ts';
import { chainKey } from '../../domain/network.ts';
import { byTextFilter, type TextFilter } from '../../domain/declared-fields.ts';
import { type State, states } from '../../domain/state.ts';
import { type Status, statuses } from '../../domain/status.ts';
import type { Conditions, FacetName } from './conditions.ts';
import type { Row } from './row.ts';

/** The steps that prices are counted by. Most prices are at most 0.01. */
const priceSteps = ['0.001', '0.01', '0.1', '1'] as const;
/** The steps that uptime is counted by, in percent, highest first. */
const uptimeSteps = [99, 95] as const;
/** The steps that delivered shares are counted by, highest first. */
const deliveredSteps = [0.9, 0.5] as const;

/** Owners make up as many texts as they like, so a facet names only those of most services, and those that were asked for. */
export const maxTexts = 100;

const priceKeys = priceSteps.map(decimalKey);

interface FacetCount<Id extends string = string> {
  readonly id: Id;
  readonly count: number;
}

interface PriceCount {
  /** Counts prices up to this one that the steps before do not count; null counts all prices above the last step. */
  readonly upTo: string | null;
  readonly count: number;
}

interface StepCount {
  /** Counts services with this value or more. */
  readonly atLeast: number;
  readonly count: number;
}

/** How many services there are of each kind. Each facet ignores the filter on its own kind. */
export interface Facets {
  readonly total: number;
  /** Categories of at least one service, most services first. */
  readonly category: readonly FacetCount[];
  /** By short name as `chainName` gives it, most services first. A service counts for each of its chains. */
  readonly chain: readonly FacetCount[];
  readonly status: readonly FacetCount<Status>[];
  readonly state: readonly FacetCount<State>[];
  readonly price: readonly PriceCount[];
  /** Services with a payment that was counted. */
  readonly paid: number;
  /** Services that take payment on a network that is no test network. */
  readonly mainnet: number;
  /** Currencies of at least one service, most services first. */
  readonly currency: readonly FacetCount[];
  /** Services with free requests. */
  readonly free: number;
  /** Declared texts, by the parameter that filters by them, those of most services first; see `maxTexts`. */
  readonly texts: Readonly<Record<TextFilter, readonly FacetCount[]>>;
  /** In percent; the highest step first. */
  readonly uptime: readonly StepCount[];
  /** The share that at least was delivered, from 0 to 1; the highest step first. */
  readonly delivered: readonly StepCount[];
}

type Key = string | number;

const none: readonly Key[] = [];

/** What each facet counts of a row: one thing, or a list of them. To make a list for every one would take most of the time. */
const kinds: Readonly<Record<FacetName, (row: Row) => Key | readonly Key[]>> = {
  category: ({ category }) => category,
  chain: ({ chains }) => chains,
  status: ({ status }) => status,
  state: ({ state }) => state,
  price: ({ price }) => priceKeys.findLastIndex((step) => step < price) + 1,
  paid: ({ payments }) => (payments > 0 ? 'any' : none),
  mainnet: ({ isOnMainnet }) => (isOnMainnet ? 'any' : none),
  currency: ({ currency }) => currency,
  free: ({ freeQuota }) => (freeQuota > 0 ? 'any' : none),
  uptime: ({ uptime }) => uptimeSteps.filter((step) => uptime >= step),
  delivered: ({ delivered }) => deliveredSteps.filter((step) => delivered >= step),
  ...byTextFilter(
    (name) =>
      ({ texts }: Row) =>
        texts[name],
  ),
};

const facetNames = Object.keys(kinds) as FacetName[];

/** What one facet has counted. */
class Facet {
  readonly counts = new Map<Key, number>();
  readonly #kind: (row: Row) => Key | readonly Key[];

  constructor(name: FacetName) {
    this.#kind = kinds[name];
  }

  add(row: Row): void {
    const counted = this.#kind(row);
    if (typeof counted !== 'object') this.#count(counted);
    else for (const key of counted) this.#count(key);
  }

  #count(key: Key): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** Counts rows one by one. A row counts for a facet when it fails no filter of another kind. */
export class FacetCounter {
  readonly #conditions: Conditions;
  #total = 0;
  readonly #facets = new Map(facetNames.map((name) => [name, new Facet(name)]));

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  count(row: Row): void {
    const counted = this.#conditions.countedBy(row);
    if (counted === 'none') return;
    if (counted !== 'all') {
      this.#facets.get(counted)?.add(row);
      return;
    }

    this.#total += 1;
    for (const facet of this.#facets.values()) facet.add(row);
  }

  result(): Facets {
    const any = (name: FacetName): number => this.#of(name).get('any') ?? 0;

    return {
      total: this.#total,
      category: mostFirst(this.#of('category')),
      chain: mostFirst(withoutCase(this.#of('chain'))),
      status: statuses.map((id) => ({ id, count: this.#of('status').get(id) ?? 0 })),
      state: states.map((id) => ({ id, count: this.#of('state').get(id) ?? 0 })),
      price: [...priceSteps, null].map((upTo, step) => ({ upTo, count: this.#of('price').get(step) ?? 0 })),
      paid: any('paid'),
      mainnet: any('mainnet'),
      currency: mostFirst(this.#of('currency')),
      free: any('free'),
      texts: byTextFilter((name) => this.#texts(name)),
      uptime: this.#steps('uptime', uptimeSteps),
      delivered: this.#steps('delivered', deliveredSteps),
    };
  }

  #steps(name: FacetName, steps: readonly number[]): StepCount[] {
    return steps.map((atLeast) => ({ atLeast, count: this.#of(name).get(atLeast) ?? 0 }));
  }

  #texts(name: TextFilter): FacetCount[] {
    const asked = this.#conditions.texts[name] ?? [];

    return mostFirst(this.#of(name)).filter(({ id }, place) => place < maxTexts || asked.includes(id));
  }

  #of(name: FacetName): ReadonlyMap<Key, number> {
    return this.#facets.get(name)?.counts ?? new Map();
  }
}

/** Chains that differ only in letter case count as one. */
function withoutCase(counts: ReadonlyMap<Key, number>): Map<string, number> {
  const byKey = new Map<string, FacetCount>();
  for (const [name, count] of counts) {
    const id = String(name);
    const known = byKey.get(chainKey(id)) ?? { id, count: 0 };
    byKey.set(chainKey(id), { id: known.id < id ? known.id : id, count: known.count + count });
  }

  return new Map([...byKey.values()].map(({ id, count }) => [id, count]));
}

function mostFirst(counts: ReadonlyMap<Key, number>): FacetCount[] {
  return [...counts]
    .map(([id, count]) => ({ id: String(id), count }))
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}
