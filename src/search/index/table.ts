import { fold } from '../../domain/fold.ts';
import { digestIn, type Entry, idOf } from '../../domain/snapshot.ts';
import type { SortKey } from '../query/question.ts';
import { chainsOf, Codes, type TableCodes } from './codes.ts';
import { type Columns, growColumns, makeColumns } from './columns.ts';
import { DigestPlaces } from './digest-places.ts';
import { compareColumns, orderBy, orderByNumbers, orderBySmall, reorder } from './orders.ts';
import { fillObserved, fillRow } from './row.ts';

/** The rows of a table of so many documents, with some to spare for those that come later; usually enough until the next merge. */
export function roomFor(documents: number): number {
  return documents + Math.max(64, Math.min(4_096, documents >> 2));
}

/**
 * The documents of an index. Those that were there when it was made are frozen, and numbered by name and then id, so that
 * breaking a tie reads no text. Live documents came later, and are numbered as they came. A document that was removed is
 * dead, and keeps its number until the next merge.
 */
export class Table {
  readonly codes: TableCodes;
  /** By number. A document that was dead when a saved index was loaded has none. */
  readonly entries: (Entry | undefined)[];
  /** The number of frozen documents: all below this are frozen. */
  readonly frozen: number;
  #columns: Columns;
  /** Of the frozen documents, once somebody looked for one. */
  #places: DigestPlaces | undefined;
  /** The frozen documents by their age, the oldest first, ties by number; dead ones may be missing. It never changes, so it is stored. */
  readonly byAge: Uint32Array;
  /** The order of the frozen documents by price, once somebody asked for it; kept up to date from then on. */
  #priceOrder: Uint32Array | undefined;
  /** The order of the frozen documents by trust score, once somebody asked for it; kept up to date from then on. */
  #trustOrder: Uint32Array | undefined;
  /** Their order by payments; undefined when payments or trust scores changed since it was made. */
  #paymentOrder: Uint32Array | undefined;
  #living: number;
  /** Live documents, by id. */
  readonly #live = new Map<string, number>();

  private constructor(
    codes: TableCodes,
    entries: (Entry | undefined)[],
    columns: Columns,
    byAge: Uint32Array,
  ) {
    this.codes = codes;
    this.entries = entries;
    this.frozen = entries.length;
    this.#columns = columns;
    this.byAge = byAge;
    this.#living = columns.alive.subarray(0, entries.length).reduce((sum, one) => sum + one, 0);
  }

  /** A table of these entries, all frozen. */
  static of(entries: Iterable<Entry>): Table {
    const sorted = sortByName(entries);
    const columns = makeColumns(roomFor(sorted.length));
    const codes = { category: new Codes(), currency: new Codes(), chains: new Codes() };

    let rank = -1;
    let last: string | undefined;
    for (const [document, { entry, name }] of sorted.entries()) {
      if (name !== last) rank += 1;
      last = name;
      fillRow(columns, codes, document, entry, rank);
    }
    const all = sorted.map(({ entry }) => entry);
    return new Table(codes, all, columns, orderBy('createdAt', columns, all.length));
  }

  /** A table over columns that were made before. They must have rows to spare. */
  static from(
    codes: TableCodes,
    entries: (Entry | undefined)[],
    columns: Columns,
    byAge: Uint32Array,
  ): Table {
    return new Table(codes, entries, columns, byAge);
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** The number of all documents, dead ones too. */
  get size(): number {
    return this.entries.length;
  }

  get living(): number {
    return this.#living;
  }

  /** How many documents a merge would put in order: live ones and dead ones. */
  get unmerged(): number {
    return 2 * this.size - this.frozen - this.#living;
  }

  /** Only for a table that was just made or merged: there, every frozen document has its entry. */
  frozenEntries(): Entry[] {
    return this.entries.slice(0, this.frozen).filter((entry) => entry !== undefined);
  }

  /** Names of the chains that services accept or lately accepted. */
  chains(): string[] {
    return [...new Set(this.codes.chains.texts.flatMap((text) => chainsOf(text)))].sort();
  }

  /** The number of living documents in each category that has any. */
  categorySizes(): Map<string, number> {
    const { alive, category } = this.#columns;
    const sizes = new Uint32Array(this.codes.category.texts.length);
    for (let document = 0; document < this.size; document += 1) {
      if (alive[document] === 1) sizes[category[document] ?? 0] = (sizes[category[document] ?? 0] ?? 0) + 1;
    }

    const named = this.codes.category.texts.map((id, code) => [id, sizes[code] ?? 0] as const);
    return new Map(named.filter(([, size]) => size > 0));
  }

  /** Numbers of the documents that are neither frozen nor dead. */
  liveDocuments(): number[] {
    return [...this.#live.values()];
  }

  isAlive(document: number): boolean {
    return this.#columns.alive[document] === 1;
  }

  /** The number of a living document. Reads no declaration: each check of a service asks this. */
  find(entry: Entry): number | undefined {
    const document = this.#live.get(idOf(entry)) ?? this.#frozenDocument(entry);

    return document !== undefined && this.isAlive(document) ? document : undefined;
  }

  #frozenDocument(entry: Entry): number | undefined {
    this.#places ??= new DigestPlaces(this.#columns.digest.subarray(0, this.frozen));
    const document = this.#places.find(digestIn(entry));
    if (document === undefined || this.#isOf(document, entry)) return document;
    if (!this.#places.hasTwins) return undefined;

    const twin = this.#firstFrom(fold(entry.declared.name), entry.declared.id);
    return this.#isOf(twin, entry) ? twin : undefined;
  }

  #isOf(document: number, entry: Entry): boolean {
    const present = this.entries[document];

    return present !== undefined && idOf(present) === idOf(entry);
  }

  /** The living documents with this name, folded. */
  named(name: string): number[] {
    const rank = this.#rankOf(name);
    const named = this.liveDocuments().filter(
      (document) => this.#columns.name[document] === rank && this.#foldedName(document) === name,
    );

    for (let i = this.#firstFrom(name, ''); i < this.frozen; i += 1) {
      if (!this.isAlive(i)) continue;
      if (this.#foldedName(i) !== name) break;
      named.push(i);
    }
    return named;
  }

  add(entry: Entry): number {
    const document = this.entries.push(entry) - 1;
    if (document >= this.#columns.alive.length) {
      this.#columns = growColumns(this.#columns, roomFor(document));
    }

    fillRow(this.#columns, this.codes, document, entry, this.#rankOf(fold(entry.declared.name)));
    this.#live.set(entry.declared.id, document);
    this.#living += 1;
    this.#forgetChains();
    return document;
  }

  /** Replaces an entry of which only the observed part changed. */
  observe(document: number, entry: Entry): void {
    const { trustScore, payments, priceHigh, priceLow } = this.#columns;
    const before = {
      trustScore: trustScore[document],
      payments: payments[document],
      priceHigh: priceHigh[document],
      priceLow: priceLow[document],
    };
    this.entries[document] = entry;
    fillObserved(this.#columns, this.codes, document, entry.observed);
    this.#forgetChains();

    const isTrustedAlike = trustScore[document] === before.trustScore;
    const isPricedAlike = priceHigh[document] === before.priceHigh && priceLow[document] === before.priceLow;
    if (!isTrustedAlike || payments[document] !== before.payments) this.#paymentOrder = undefined;
    if (!isTrustedAlike) this.#reorder(this.#trustOrder, document, 'trustScore');
    if (!isPricedAlike) this.#reorder(this.#priceOrder, document, 'price');
  }

  #reorder(order: Uint32Array | undefined, document: number, key: 'trustScore' | 'price'): void {
    if (order && document < this.frozen) reorder(order, document, compareColumns(this.#columns, key));
  }

  /** Forgets sets of chains that no document has any more, once there are many. A merge keeps the codes of documents that do not change. */
  #forgetChains(): void {
    const { chains: codes } = this.codes;
    if (!codes.isCrowded) return;

    const { network, chains } = this.#columns;
    const used = new Uint8Array(codes.texts.length);
    for (let document = 0; document < this.size; document += 1) {
      used[network[document] ?? 0] = 1;
      used[chains[document] ?? 0] = 1;
    }
    codes.forget(used);
  }

  /** The frozen documents in ascending order, ties by number; undefined when that is the order of their numbers. */
  orderBy(key: SortKey): Uint32Array | undefined {
    if (key === 'name') return undefined;
    if (key === 'createdAt') return this.byAge;
    if (key === 'trustScore') return this.#byTrust();
    if (key === 'price') return (this.#priceOrder ??= orderBy('price', this.#columns, this.frozen));

    return (this.#paymentOrder ??= orderByNumbers(this.#columns.payments, this.#byTrust()));
  }

  #byTrust(): Uint32Array {
    return (this.#trustOrder ??= orderBySmall(this.#columns.trustScore, this.frozen));
  }

  kill(document: number): void {
    const id = this.entries[document]?.declared.id;

    this.#columns.alive[document] = 0;
    this.#living -= 1;
    if (id !== undefined && document >= this.frozen) this.#live.delete(id);
  }

  /** Compares by folded name, then by id. */
  compare(a: number, b: number): number {
    if (a < this.frozen && b < this.frozen) return a - b;
    return this.compareNames(a, b) || compareText(this.#idOf(a), this.#idOf(b));
  }

  compareNames(a: number, b: number): number {
    const [left, right] = [this.#columns.name[a] ?? 0, this.#columns.name[b] ?? 0];

    if (left !== right || Number.isInteger(left)) return left - right;
    return compareText(this.#foldedName(a), this.#foldedName(b));
  }

  /** The rank of the frozen documents with this name; when there are none, half a step below the next name. */
  #rankOf(name: string): number {
    const next = this.#firstFrom(name, '');
    if (next === this.frozen) return this.frozen + 0.5;

    const rank = this.#columns.name[next] ?? 0;
    return this.#foldedName(next) === name ? rank : rank - 0.5;
  }

  /** The first frozen document that has an entry and does not come before this name and id. */
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

function sortByName(entries: Iterable<Entry>): { entry: Entry; name: string }[] {
  return Array.from(entries, (entry) => ({ entry, name: fold(entry.declared.name) })).sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.entry.declared.id, b.entry.declared.id),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
