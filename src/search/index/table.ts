import { fold } from '../../domain/fold.ts';
import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { statuses } from '../../domain/status.ts';
import type { SortKey } from '../query/question.ts';
import { Codes } from './codes.ts';
import { type Columns, growColumns, makeColumns } from './columns.ts';
import { digestOf } from './digest.ts';
import { makeOrders, orderBySmall, type Orders } from './orders.ts';
import { exactPrice, priceStepOf } from './price.ts';

/** Numbers for the texts that columns hold. They only grow, and tables made from one another share them. */
export interface TableCodes {
  readonly category: Codes;
  readonly currency: Codes;
  /** All chains of a service in one text; `chainsOf` splits it. */
  readonly chains: Codes;
}

const chainSeparator = '\n';

/** Room for documents that come after a table was made; enough for all that come before a merge, as a rule. */
export const spareRoom = 4_096;

/**
 * The documents of the index. Those that were there when it was made are frozen and numbered by name and then id, so
 * that ties need no look at texts; those that came later are numbered as they came. A document that is gone keeps its
 * number, and is dead.
 */
export class Table {
  readonly codes: TableCodes;
  /** By number. One that was dead before a saved index was loaded has none. */
  readonly entries: (Entry | undefined)[];
  /** How many documents are frozen: all below this number. */
  readonly frozen: number;
  #columns: Columns;
  readonly orders: Orders;
  /** Of the frozen documents; undefined when something was observed since it was made. */
  #trustOrder: Uint32Array | undefined;
  #living: number;
  /** Documents that came later, by id. */
  readonly #live = new Map<string, number>();

  private constructor(codes: TableCodes, entries: (Entry | undefined)[], columns: Columns, orders: Orders) {
    this.codes = codes;
    this.entries = entries;
    this.frozen = entries.length;
    this.#columns = columns;
    this.orders = orders;
    this.#living = columns.alive.subarray(0, entries.length).reduce((sum, one) => sum + one, 0);
  }

  /** A table of these entries, all of them frozen. */
  static of(entries: Iterable<Entry>): Table {
    const sorted = sortByName(entries);
    const columns = makeColumns(sorted.length + spareRoom);
    const codes = { category: new Codes(), currency: new Codes(), chains: new Codes() };

    let rank = -1;
    let last: string | undefined;
    for (const [document, { entry, name }] of sorted.entries()) {
      if (name !== last) rank += 1;
      last = name;
      fillRow(columns, codes, document, entry, rank);
    }
    const all = sorted.map(({ entry }) => entry);
    return new Table(codes, all, columns, makeOrders(columns, all.length));
  }

  /** A table whose columns were made before; they must have room for documents to come. */
  static from(codes: TableCodes, entries: (Entry | undefined)[], columns: Columns, orders: Orders): Table {
    return new Table(codes, entries, columns, orders);
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** All documents, dead ones too: every number is below this. */
  get size(): number {
    return this.entries.length;
  }

  get living(): number {
    return this.#living;
  }

  /** How many documents are not frozen or dead: what a merge would put in order. */
  get unmerged(): number {
    return 2 * this.size - this.frozen - this.#living;
  }

  /** Of a table that was just made or merged, where every frozen document has its entry. */
  frozenEntries(): Entry[] {
    return this.entries.slice(0, this.frozen).filter((entry) => entry !== undefined);
  }

  /** Names of the chains that services are or were paid on. */
  chains(): string[] {
    return [...new Set(this.codes.chains.texts.flatMap((text) => chainsOf(text)))].sort();
  }

  /** Numbers of the living documents that are not frozen. */
  liveDocuments(): number[] {
    return [...this.#live.values()];
  }

  isAlive(document: number): boolean {
    return this.#columns.alive[document] === 1;
  }

  /** The number of a living document. */
  find({ declared }: Entry): number | undefined {
    const live = this.#live.get(declared.id);
    if (live !== undefined) return live;

    const document = this.#firstFrom(fold(declared.name), declared.id);
    const found = this.entries[document]?.declared.id === declared.id && document < this.frozen;
    return found && this.isAlive(document) ? document : undefined;
  }

  add(entry: Entry): number {
    const document = this.entries.push(entry) - 1;
    if (document >= this.#columns.alive.length) {
      this.#columns = growColumns(this.#columns, document + spareRoom);
    }

    fillRow(this.#columns, this.codes, document, entry, this.#rankOf(fold(entry.declared.name)));
    this.#live.set(entry.declared.id, document);
    this.#living += 1;
    return document;
  }

  /** Takes up what was observed of a service that is declared as before. */
  observe(document: number, entry: Entry): void {
    this.entries[document] = entry;
    fillObserved(this.#columns, this.codes, document, entry);
    this.#trustOrder = undefined;
  }

  /** The frozen documents in ascending order, ties by number; undefined where that is the order of their numbers. */
  orderBy(key: SortKey): Uint32Array | undefined {
    if (key === 'name') return undefined;
    if (key !== 'trustScore') return this.orders[key];

    return (this.#trustOrder ??= orderBySmall(this.#columns.trustScore, this.frozen));
  }

  kill(document: number): void {
    const id = this.entries[document]?.declared.id;

    this.#columns.alive[document] = 0;
    this.#living -= 1;
    if (id !== undefined && document >= this.frozen) this.#live.delete(id);
  }

  /** By name as people compare names, then by id. */
  compare(a: number, b: number): number {
    if (a < this.frozen && b < this.frozen) return a - b;
    return this.compareNames(a, b) || compareText(this.#idOf(a), this.#idOf(b));
  }

  compareNames(a: number, b: number): number {
    const [left, right] = [this.#columns.name[a] ?? 0, this.#columns.name[b] ?? 0];

    if (left !== right || Number.isInteger(left)) return left - right;
    return compareText(this.#foldedName(a), this.#foldedName(b));
  }

  /** The rank of a frozen document of the same name, or, of a name that none has, half a step below the next. */
  #rankOf(name: string): number {
    const next = this.#firstFrom(name, '');
    if (next === this.frozen) return this.frozen + 0.5;

    const rank = this.#columns.name[next] ?? 0;
    return this.#foldedName(next) === name ? rank : rank - 0.5;
  }

  /** The first frozen document with an entry that does not come before this name and id. */
  #firstFrom(name: string, id: string): number {
    let [low, high, found] = [0, this.frozen, this.frozen];

    while (low < high) {
      const middle = (low + high) >>> 1;
      let probe = middle;
      while (probe < high && !this.entries[probe]) probe += 1;

      const isBefore =
        probe < high &&
        (compareText(this.#foldedName(probe), name) || compareText(this.#idOf(probe), id)) < 0;
      if (isBefore) low = probe + 1;
      else {
        if (probe < high) found = probe;
        high = middle;
      }
    }
    return found;
  }

  #foldedName(document: number): string {
    return fold(this.entries[document]?.declared.name ?? '');
  }

  #idOf(document: number): string {
    return this.entries[document]?.declared.id ?? '';
  }
}

function fillRow(
  columns: Columns,
  codes: TableCodes,
  document: number,
  entry: Entry,
  nameRank: number,
): void {
  const { declared } = entry;
  const { pricing } = declared;
  const price = exactPrice(pricing.pricePerRequest);

  columns.alive[document] = 1;
  columns.name[document] = nameRank;
  columns.category[document] = codes.category.codeOf(declared.category);
  columns.currency[document] = codes.currency.codeOf(pricing.currency);
  [columns.priceHigh[document], columns.priceLow[document]] = price;
  columns.priceStep[document] = priceStepOf(price);
  columns.createdAt[document] = Date.parse(declared.createdAt);
  columns.freeQuota[document] = pricing.freeQuota ?? -1;
  columns.digest[document] = digestOf(declared);
  fillObserved(columns, codes, document, entry);
}

function fillObserved(
  columns: Columns,
  codes: TableCodes,
  document: number,
  { declared, observed }: Entry,
): void {
  columns.status[document] = statuses.indexOf(observed.status);
  columns.chains[document] = codes.chains.codeOf(supportedChains(declared, observed).join(chainSeparator));
  columns.trustScore[document] = observed.trustScore;
}

/** The names of the chains that a code of `TableCodes.chains` stands for. */
export function chainsOf(text: string): string[] {
  return text.split(chainSeparator);
}

function sortByName(entries: Iterable<Entry>): { entry: Entry; name: string }[] {
  return Array.from(entries, (entry) => ({ entry, name: fold(entry.declared.name) })).sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.entry.declared.id, b.entry.declared.id),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
