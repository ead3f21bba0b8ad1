import { pegOf } from '../../domain/asset.ts';
import { railNamesOf } from '../../domain/facts.ts';
import { chainKey, isTestnet } from '../../domain/network.ts';
import { idOf } from '../../domain/snapshot.ts';
import { states } from '../../domain/state.ts';
import { statuses } from '../../domain/status.ts';
import type { Filters } from '../query/question.ts';
import { chainsOf } from './codes.ts';
import type { Columns } from './columns.ts';
import { type ExactPrice, exactPrice } from './row.ts';
import type { Table } from './table.ts';

/** A bit for each filter that has a facet, and one for all other filters. */
export const bits = {
  category: 1,
  chain: 2,
  status: 4,
  price: 8,
  paid: 16,
  other: 32,
  mainnet: 64,
  currency: 128,
  free: 256,
  uptime: 512,
  state: 1024,
} as const;

/** The bits that each value fails with, by its code. */
type CodeBits = Uint16Array | undefined;

/**
 * Filters, prepared for a table as it is now. The constructor compares texts, once for each code; after that, documents are
 * judged by codes and numbers only. A filter that is absent costs nothing. An owner is none of them: `Search` names the services of one.
 */
export class Conditions {
  /** Whether any filter is given. */
  readonly any: boolean;
  readonly #columns: Columns;
  readonly #category: CodeBits;
  readonly #chains: CodeBits;
  readonly #status: CodeBits;
  readonly #state: CodeBits;
  readonly #currency: CodeBits;
  readonly #maxPrice: ExactPrice | undefined;
  readonly #minPrice: ExactPrice | undefined;
  readonly #among: ReadonlySet<string> | undefined;
  readonly #rails: Filters['rails'];
  readonly #entries: Table['entries'];
  readonly #isPaid: true | undefined;
  readonly #minTrustScore: number | undefined;
  readonly #minFreeQuota: number | undefined;
  readonly #minUptime: number | undefined;
  readonly #createdAfter: number | undefined;

  constructor(filters: Filters, { columns, codes, entries }: Table) {
    this.#columns = columns;
    this.#entries = entries;
    this.#among = filters.among;
    this.#rails = filters.rails;
    this.#category = categoryBits(filters, codes.category.texts);
    this.#chains = chainBits(filters, codes.chains.texts);
    this.#status = statusBits(filters);
    this.#state = stateBits(filters);
    this.#currency = currencyBits(filters, codes.currency.texts);
    this.#maxPrice = highestPrice(filters);
    this.#minPrice = filters.minPrice === undefined ? undefined : exactPrice(filters.minPrice);
    this.#isPaid = filters.isPaid;
    this.#minTrustScore = filters.minTrustScore;
    this.#minFreeQuota = filters.freeQuota === true ? 1 : filters.freeQuota;
    this.#minUptime = filters.minUptime;
    this.#createdAfter = filters.createdAfter;
    this.any = [
      this.#category,
      this.#chains,
      this.#status,
      this.#state,
      this.#currency,
      this.#maxPrice,
      this.#minPrice,
      this.#among,
      this.#rails,
      this.#isPaid,
      this.#minTrustScore,
      this.#minFreeQuota,
      this.#minUptime,
      this.#createdAfter,
    ].some((condition) => condition !== undefined);
  }

  /** Like `failures(document) === 0`, but stops at the first filter that fails; the price goes last, since it costs most. */
  passes(document: number): boolean {
    const { category, chains, status, state, currency, payments, trustScore, freeQuota, uptime } =
      this.#columns;

    if ((this.#category?.[category[document] ?? 0] ?? 0) !== 0) return false;
    if ((this.#chains?.[chains[document] ?? 0] ?? 0) !== 0) return false;
    if ((this.#status?.[status[document] ?? 0] ?? 0) !== 0) return false;
    if ((this.#state?.[state[document] ?? 0] ?? 0) !== 0) return false;
    if ((this.#currency?.[currency[document] ?? 0] ?? 0) !== 0) return false;
    if (!this.#isNew(document) || !this.#isAmong(document) || !this.#isOnRail(document)) return false;
    if (this.#isPaid && payments[document] === 0) return false;
    if (this.#minTrustScore !== undefined && (trustScore[document] ?? 0) < this.#minTrustScore) return false;
    if (this.#minFreeQuota !== undefined && (freeQuota[document] ?? 0) < this.#minFreeQuota) return false;
    if (this.#minUptime !== undefined && (uptime[document] ?? 0) < this.#minUptime) return false;
    return this.#isInRange(document);
  }

  /** The filters that a document fails, as `bits`. */
  failures(document: number): number {
    const { category, chains, status, state, currency, payments, trustScore, freeQuota, uptime } =
      this.#columns;
    let failed = 0;

    if (this.#category) failed |= this.#category[category[document] ?? 0] ?? 0;
    if (this.#chains) failed |= this.#chains[chains[document] ?? 0] ?? 0;
    if (this.#status) failed |= this.#status[status[document] ?? 0] ?? 0;
    if (this.#state) failed |= this.#state[state[document] ?? 0] ?? 0;
    if (this.#currency) failed |= this.#currency[currency[document] ?? 0] ?? 0;
    if (!this.#isInRange(document)) failed |= bits.price;
    if (!this.#isNew(document) || !this.#isAmong(document) || !this.#isOnRail(document)) failed |= bits.other;
    if (this.#isPaid && payments[document] === 0) failed |= bits.paid;
    if (this.#minTrustScore !== undefined && (trustScore[document] ?? 0) < this.#minTrustScore) {
      failed |= bits.other;
    }
    if (this.#minFreeQuota !== undefined && (freeQuota[document] ?? 0) < this.#minFreeQuota) {
      failed |= bits.free;
    }
    if (this.#minUptime !== undefined && (uptime[document] ?? 0) < this.#minUptime) failed |= bits.uptime;
    return failed;
  }

  #isNew(document: number): boolean {
    return this.#createdAfter === undefined || (this.#columns.createdAt[document] ?? 0) > this.#createdAfter;
  }

  #isAmong(document: number): boolean {
    const entry = this.#entries[document];
    return this.#among === undefined || (entry !== undefined && this.#among.has(idOf(entry)));
  }

  #isOnRail(document: number): boolean {
    const entry = this.#entries[document];
    if (!this.#rails || !entry) return true;

    const rails = railNamesOf(entry.observed.facts);
    return this.#rails.some((rail) => rails.includes(rail));
  }

  #isInRange(document: number): boolean {
    if (!this.#maxPrice && !this.#minPrice) return true;

    const { priceHigh, priceLow } = this.#columns;
    const price: ExactPrice = [priceHigh[document] ?? 0, priceLow[document] ?? 0];
    return (
      (!this.#maxPrice || !isDearer(price, this.#maxPrice)) &&
      (!this.#minPrice || !isDearer(this.#minPrice, price))
    );
  }
}

function isDearer([high, low]: ExactPrice, [thanHigh, thanLow]: ExactPrice): boolean {
  return high > thanHigh || (high === thanHigh && low > thanLow);
}

function categoryBits({ categories, withoutCategories }: Filters, ids: readonly string[]): CodeBits {
  if (!categories && !withoutCategories) return undefined;

  return Uint16Array.from(
    ids,
    (id) =>
      (categories?.includes(id) === false ? bits.category : 0) |
      (withoutCategories?.includes(id) ? bits.other : 0),
  );
}

function chainBits({ chains, withoutChains, isMainnet }: Filters, texts: readonly string[]): CodeBits {
  if (!chains && !withoutChains && !isMainnet) return undefined;

  return Uint16Array.from(texts, (text) => {
    const names = chainsOf(text);
    const keys = names.map(chainKey);
    const wanted = !chains || keys.some((key) => chains.includes(key));
    const unwanted = withoutChains && keys.some((key) => withoutChains.includes(key));
    const isForTests = isMainnet && names.every(isTestnet);
    return (wanted ? 0 : bits.chain) | (unwanted ? bits.other : 0) | (isForTests ? bits.mainnet : 0);
  });
}

function statusBits({ statuses: wanted }: Filters): CodeBits {
  return wanted && Uint16Array.from(statuses, (status) => (wanted.includes(status) ? 0 : bits.status));
}

function stateBits({ states: wanted }: Filters): CodeBits {
  return wanted && Uint16Array.from(states, (state) => (wanted.includes(state) ? 0 : bits.state));
}

function currencyBits({ currency, peg }: Filters, symbols: readonly string[]): CodeBits {
  if (currency === undefined && peg === undefined) return undefined;

  return Uint16Array.from(symbols, (symbol) => {
    const isWanted = currency === undefined || symbol === currency;
    const isPegged = peg === undefined || pegOf(symbol) === peg;
    return (isWanted ? 0 : bits.currency) | (isPegged ? 0 : bits.other);
  });
}

function highestPrice({ maxPrice, maxPriceExclusive }: Filters): ExactPrice | undefined {
  if (maxPrice === undefined) return undefined;

  const [high, low] = exactPrice(maxPrice);
  // Both halves are whole numbers, so one less is the next price below.
  return [high, maxPriceExclusive ? low - 1 : low];
}
