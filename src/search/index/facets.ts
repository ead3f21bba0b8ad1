import { chainKey, isTestnet } from '../../domain/network.ts';
import { type State, states } from '../../domain/state.ts';
import { type Status, statuses } from '../../domain/status.ts';
import { chainsOf } from './codes.ts';
import { bits, type Conditions } from './conditions.ts';
import { priceSteps, uptimeSteps } from './row.ts';
import type { Table } from './table.ts';

interface FacetCount<Id extends string = string> {
  readonly id: Id;
  readonly count: number;
}

interface PriceCount {
  /** Counts prices up to this one that the steps before do not count; null counts all prices above the last step. */
  readonly upTo: string | null;
  readonly count: number;
}

interface UptimeCount {
  /** In percent. Counts services with this uptime or more. */
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
  /** The highest step first. */
  readonly uptime: readonly UptimeCount[];
}

/** Counts documents one by one. A document counts for a facet when it fails no filter of another kind. */
export class FacetCounter {
  readonly #table: Table;
  readonly #conditions: Conditions;
  #total = 0;
  #paid = 0;
  #free = 0;
  readonly #categories: Uint32Array;
  /** By code of a set of chains; there are far fewer of those than services. */
  readonly #chains: Uint32Array;
  readonly #statuses = new Uint32Array(statuses.length);
  readonly #states = new Uint32Array(states.length);
  /** By code of a set of chains, too. */
  readonly #mainnets: Uint32Array;
  readonly #currencies: Uint32Array;
  readonly #uptimes = new Uint32Array(uptimeSteps.length);
  readonly #prices = new Uint32Array(priceSteps.length + 1);

  constructor(table: Table, conditions: Conditions) {
    this.#table = table;
    this.#conditions = conditions;
    this.#categories = new Uint32Array(table.codes.category.texts.length);
    this.#chains = new Uint32Array(table.codes.chains.texts.length);
    this.#mainnets = new Uint32Array(table.codes.chains.texts.length);
    this.#currencies = new Uint32Array(table.codes.currency.texts.length);
  }

  count(document: number): void {
    const failed = this.#conditions.failures(document);
    const { category, chains, status, state, priceStep, payments, currency, freeQuota, uptime } =
      this.#table.columns;

    if (failed === 0) this.#total += 1;
    if ((failed & ~bits.category) === 0) add(this.#categories, category[document]);
    if ((failed & ~bits.chain) === 0) add(this.#chains, chains[document]);
    if ((failed & ~bits.status) === 0) add(this.#statuses, status[document]);
    if ((failed & ~bits.state) === 0) add(this.#states, state[document]);
    if ((failed & ~bits.price) === 0) add(this.#prices, priceStep[document]);
    if ((failed & ~bits.paid) === 0 && payments[document] !== 0) this.#paid += 1;
    if ((failed & ~bits.mainnet) === 0) add(this.#mainnets, chains[document]);
    if ((failed & ~bits.currency) === 0) add(this.#currencies, currency[document]);
    if ((failed & ~bits.free) === 0 && (freeQuota[document] ?? 0) > 0) this.#free += 1;
    if ((failed & ~bits.uptime) === 0) this.#countUptime(uptime[document] ?? 0);
  }

  #countUptime(uptime: number): void {
    for (const [place, step] of uptimeSteps.entries()) if (uptime >= step) add(this.#uptimes, place);
  }

  result(): Facets {
    const { category, chains, currency } = this.#table.codes;

    return {
      total: this.#total,
      category: mostFirst(category.texts.map((id, code) => ({ id, count: this.#categories[code] ?? 0 }))),
      chain: mostFirst(countChains(chains.texts, this.#chains)),
      status: statuses.map((id, code) => ({ id, count: this.#statuses[code] ?? 0 })),
      state: states.map((id, code) => ({ id, count: this.#states[code] ?? 0 })),
      price: [...priceSteps, null].map((upTo, step) => ({ upTo, count: this.#prices[step] ?? 0 })),
      paid: this.#paid,
      mainnet: countMainnet(chains.texts, this.#mainnets),
      currency: mostFirst(currency.texts.map((id, code) => ({ id, count: this.#currencies[code] ?? 0 }))),
      free: this.#free,
      uptime: uptimeSteps.map((atLeast, place) => ({ atLeast, count: this.#uptimes[place] ?? 0 })),
    };
  }
}

function countMainnet(texts: readonly string[], counts: Uint32Array): number {
  return texts.reduce((sum, text, code) => {
    const count = counts[code] ?? 0;
    return count === 0 || chainsOf(text).every(isTestnet) ? sum : sum + count;
  }, 0);
}

/** Chains that differ only in letter case count as one. */
function countChains(texts: readonly string[], counts: Uint32Array): FacetCount[] {
  const byKey = new Map<string, FacetCount>();

  for (const [code, text] of texts.entries()) {
    const count = counts[code] ?? 0;
    if (count === 0) continue;

    const names = new Map(chainsOf(text).map((name) => [chainKey(name), name]));
    for (const [key, name] of names) {
      const known = byKey.get(key) ?? { id: name, count: 0 };
      byKey.set(key, { id: known.id < name ? known.id : name, count: known.count + count });
    }
  }
  return [...byKey.values()];
}

function mostFirst(counts: readonly FacetCount[]): FacetCount[] {
  return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}

function add(counts: Uint32Array, place = 0): void {
  counts[place] = (counts[place] ?? 0) + 1;
}
