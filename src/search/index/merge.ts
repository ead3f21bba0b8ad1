import type { Entry } from '../../domain/snapshot.ts';
import type { SortKey } from '../query/question.ts';
import { CatalogIndex } from './catalog-index.ts';
import { columnNames, type Columns, gather, makeColumns } from './columns.ts';
import { LivePostings } from './live-postings.ts';
import { listIn, type Postings } from './posting-list.ts';
import { roomFor, Table } from './table.ts';
import type { TextIndex } from './text-index.ts';
import { walk } from './walk.ts';
import type { Work } from './work.ts';

/** The new number of each document, by its old one; `gone` for dead documents. */
type Places = Uint32Array;
const gone = 0xffffffff;

/** The cost of one document of an order, in units of `Work`. */
const walkCost = 5;

/** Few documents at a time, since the first column of each type is gathered many times slower than the next ones. */
const gatheredAtOnce = 10_000;

/**
 * Makes an index in which all present documents are frozen and none is dead. Reads no text: documents only get new numbers.
 * Changes to the old index in the meantime are applied to the new one at the end, without a pause.
 */
export function* merge(old: CatalogIndex): Work<CatalogIndex> {
  const { table, text } = old;
  const { size } = table;
  const documents = Uint32Array.from(inOrder(table, 'name'));
  const places = placesOf(documents, size);
  yield walkCost * size;

  const byAge = mergeAges(table, places);
  yield walkCost * size;
  // Entries go first: comparing them later shows what was observed while the columns were gathered.
  const entries = yield* entriesAt(table, documents);
  const columns = yield* mergeColumns(table, documents);
  const postings = yield* mergePostings(text, places);

  gather(table.columns.alive, documents, columns.alive);
  const merged = Table.from(table.codes, entries, columns, byAge);
  for (const [place, document] of documents.entries()) {
    const entry = entryAt(table, document);
    if (entry !== entries[place]) merged.observe(place, entry);
  }
  const live = new LivePostings();
  for (const document of table.liveDocuments()) {
    if (document >= size) live.add(merged.add(entryAt(table, document)), text.live.wordsOf(document));
  }
  return new CatalogIndex(merged, text.withPostings(postings, live), old.vectors);
}

function placesOf(documents: Uint32Array, size: number): Places {
  const places = new Uint32Array(size).fill(gone);
  for (const [place, document] of documents.entries()) places[document] = place;
  return places;
}

/** The order by age. Documents that died since `places` was made may be missing from it, which is allowed. */
function mergeAges(table: Table, places: Places): Uint32Array {
  return Uint32Array.from(
    inOrder(table, 'createdAt')
      .map((document) => places[document] ?? gone)
      .filter((place) => place !== gone),
  );
}

/** All living documents, in ascending order. */
function inOrder(table: Table, sortBy: SortKey): number[] {
  const documents: number[] = [];

  walk(table, { sortBy, sortOrder: 'asc' }, (document) => documents.push(document) > 0);
  return documents;
}

function* mergeColumns(table: Table, documents: Uint32Array): Work<Columns> {
  const columns = makeColumns(roomFor(documents.length));

  for (const name of columnNames) {
    for (let start = 0; start < documents.length; start += gatheredAtOnce) {
      gather(table.columns[name], documents, columns[name], start, gatheredAtOnce);
      yield walkCost * Math.min(gatheredAtOnce, documents.length);
    }
  }

  let rank = 0;
  for (const [place, document] of documents.entries()) {
    const before = documents[place - 1];
    if (before !== undefined && table.compareNames(before, document) !== 0) rank += 1;
    columns.name[place] = rank;
    yield walkCost;
  }
  return columns;
}

function* entriesAt(table: Table, documents: Uint32Array): Work<Entry[]> {
  const entries: Entry[] = [];
  for (const document of documents) {
    entries.push(entryAt(table, document));
    yield walkCost;
  }
  return entries;
}

function* mergePostings({ postings, live, dictionary }: TextIndex, places: Places): Work<Postings> {
  const words = dictionary.words.length;
  const room = postings.documents.length + live.size;
  const starts = new Uint32Array(words + 1);
  const documents = new Uint32Array(room);
  const impacts = new Uint16Array(room);
  let next = 0;

  const put = (document: number, impact: number): void => {
    documents[next] = document;
    impacts[next] = impact;
    next += 1;
  };
  for (let word = 0; word < words; word += 1) {
    const list = listIn(postings, word);
    const added = addedTo(word, live, places);
    let nextAdded = 0;
    for (let i = list.start; i < list.end; i += 1) {
      const place = places[list.documents[i] ?? 0] ?? gone;
      if (place === gone) continue;
      for (let first = added[nextAdded]; first && first[0] < place; first = added[nextAdded]) {
        put(...first);
        nextAdded += 1;
      }
      put(place, list.impacts[i] ?? 0);
    }
    for (const [place, impact] of added.slice(nextAdded)) put(place, impact);
    starts[word + 1] = next;
    yield list.end - list.start + 1;
  }
  return { starts, documents: documents.subarray(0, next), impacts: impacts.subarray(0, next) };
}

/** What the live list of a word adds to its frozen one, in the order of the new numbers. */
function addedTo(word: number, live: LivePostings, places: Places): [place: number, impact: number][] {
  const list = live.list(word);
  if (!list) return [];

  const added: [number, number][] = [];
  for (let i = 0; i < list.end; i += 1) {
    const place = places[list.documents[i] ?? 0] ?? gone;
    if (place !== gone) added.push([place, list.impacts[i] ?? 0]);
  }
  return added.sort(([a], [b]) => a - b);
}

function entryAt({ entries }: Table, document: number): Entry {
  const entry = entries[document];
  if (!entry) throw new RangeError(`there is no document ${document}`);

  return entry;
}
