import type { Category } from '../domain/category.ts';
import { type Observed, unobserved } from '../domain/service.ts';
import { type CatalogVersion, type Entry, entryOf, Snapshot } from '../domain/snapshot.ts';
import { KeptRows, type RowParts } from '../kept/kept-rows.ts';
import { KeptService, ReadServices, serviceRow } from '../kept/kept-service.ts';
import { Search } from '../search/search.ts';
import type { PageSearch } from '../site/site-catalog.ts';

/** A snapshot and its search in a form that threads can be given. All bytes are in memory that they share. */
export interface CarriedCatalog {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  readonly services: CarriedServices;
  /** What was observed of these services, in their order; null where nothing was. */
  readonly observed: readonly (Observed | null)[];
  /** The saved search. */
  readonly search: Uint8Array;
}

/** The declarations as rows of tables, mostly those that they are kept in. */
interface CarriedServices {
  readonly tables: readonly RowParts[];
  /** Of each service the number of its table, and its row there. */
  readonly table: Uint32Array;
  readonly place: Uint32Array;
}

export function carried(snapshot: Snapshot, search: Pick<Search, 'save'>): CarriedCatalog {
  const { version, categories } = snapshot;
  const entries = Array.from(snapshot.entries());

  return {
    version,
    categories,
    services: carriedServices(entries),
    observed: entries.map(({ observed }) => (observed === unobserved ? null : observed)),
    search: sharedBytes([...search.save()]),
  };
}

function carriedServices(entries: readonly Entry[]): CarriedServices {
  const unkept = entries.filter(({ listed }) => !(listed instanceof KeptService));
  const others = KeptRows.of(unkept.map(({ declared }) => serviceRow(declared)));
  const numbers = new Map([[others, 0]]);
  const table = new Uint32Array(entries.length);
  const place = new Uint32Array(entries.length);
  let next = 0;
  for (const [at, { listed }] of entries.entries()) {
    const row = listed instanceof KeptService ? listed.row : { table: others, place: next++ };
    if (!numbers.has(row.table)) numbers.set(row.table, numbers.size);
    table[at] = numbers.get(row.table) ?? 0;
    place[at] = row.place;
  }

  const tables = [...numbers.keys()].map(({ parts: [own, briefs, texts] }): RowParts => [
    shared(own),
    shared(briefs),
    texts instanceof Uint8Array ? shared(texts) : texts,
  ]);
  return { tables, table, place };
}

/** The snapshot and the search that another thread carried here. Declarations and the search are read when somebody asks for them; the former are not kept. */
export function unpacked({ version, categories, services, observed, search }: CarriedCatalog): {
  readonly snapshot: Snapshot;
  readonly search: PageSearch;
} {
  const tables = services.tables.map((parts) => KeptRows.over(parts));
  const read = new ReadServices(0);
  const entries = observed.flatMap((seen, at) => {
    const table = tables[services.table[at] ?? 0];
    const place = services.place[at] ?? 0;
    return table ? [entryOf(new KeptService(table, place, read), seen ?? unobserved)] : [];
  });
  const snapshot = Snapshot.of(version, categories, entries);

  return { snapshot, search: loadedLater(() => Search.load(search, snapshot) ?? new Search(snapshot)) };
}

/** A search that is loaded by the first question. */
function loadedLater(load: () => Search): PageSearch {
  let loaded: Search | undefined;
  const search = (): Search => (loaded ??= load());

  return {
    list: (query) => search().list(query),
    matching: (question) => search().matching(question),
    facets: (question) => search().facets(question),
    categorySizes: () => search().categorySizes(),
    similar: (entry) => search().similar(entry),
    matches: (reading, entries) => search().matches(reading, entries),
    understand: (...text) => search().understand(...text),
    understandUnlearnt: (text) => search().understandUnlearnt(text),
  };
}

function sharedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** These bytes in memory that threads share: those themselves where they are in such memory. */
function shared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer ? bytes : sharedBytes([bytes]);
}
