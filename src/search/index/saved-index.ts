import { z } from 'zod';
import { unobserved } from '../../domain/service.ts';
import { digestIn, type Entry, type Snapshot } from '../../domain/snapshot.ts';
import { CatalogIndex } from './catalog-index.ts';
import { Codes, type TableCodes } from './codes.ts';
import { type ColumnName, type Columns, makeColumns, observedColumns, savedColumns } from './columns.ts';
import { DigestPlaces } from './digest-places.ts';
import type { CategoryName } from './fields.ts';
import { indexVersion } from './impact.ts';
import type { Postings } from './posting-list.ts';
import { readSections, type Sections, writeSections } from './sections.ts';
import { roomFor, Table } from './table.ts';
import { TextIndex } from './text-index.ts';
import { finish } from './work.ts';

/** The version of the file. Raise it with every change of what is saved. */
const format = 8;

/** When more than this share of an index is stale, it is rebuilt instead of repaired. */
const maxStaleShare = 1 / 5;

const Header = z.strictObject({
  format: z.literal(format),
  ranking: z.literal(indexVersion),
  /** The names of the categories when the texts were read. */
  categories: z.string(),
  documents: z.int().min(0),
  codes: z.strictObject({
    category: z.array(z.string()),
    currency: z.array(z.string()),
    chains: z.array(z.string()),
  }),
});

const separator = '\n';

/**
 * The frozen part of an index as pieces of a file, to be written one after the other. Live documents are left out, and
 * loading the file adds them from the snapshot. The index may change between two pieces. `knowledge`: what was learnt from the services, or an
 * empty text.
 */
export function saveIndex(
  { table, text }: CatalogIndex,
  categories: string,
  knowledge: string,
): Generator<Uint8Array> {
  const { frozen, codes, byAge } = table;
  const { starts, documents, impacts } = text.postings;
  const header: z.input<typeof Header> = {
    format,
    ranking: indexVersion,
    categories,
    documents: frozen,
    codes: {
      category: [...codes.category.texts],
      currency: [...codes.currency.texts],
      chains: [...codes.chains.texts],
    },
  };

  return writeSections(
    new Map([
      ['header', textBytes([JSON.stringify(header)])],
      ['knowledge', textBytes([knowledge])],
      ['words', textBytes(text.dictionary.words.slice(0, starts.length - 1))],
      ['starts', bytesOf(starts)],
      ['documents', bytesOf(documents)],
      ['impacts', bytesOf(impacts)],
      ['by age', bytesOf(byAge)],
      ...savedColumns.map((name) => [`column ${name}`, savedColumn(table, name)] as const),
    ]),
  );
}

/** What a file holds. */
interface LoadedIndex {
  readonly index: CatalogIndex;
  /** The services that the file did not have as they are, or has no more. */
  readonly stale: number;
  /** What was learnt when the file was written. */
  readonly knowledge: string;
}

/** The index of a snapshot, from a file. Undefined when the file is damaged, of another version, or too stale to repair. */
export function loadIndex(
  file: Uint8Array,
  snapshot: Snapshot,
  categories: string,
  categoryName: CategoryName,
): LoadedIndex | undefined {
  const sections = readSections(file);
  if (!sections) return undefined;
  const header = Header.safeParse(JSON.parse(textIn(sections, 'header')));
  if (!header.success || header.data.categories !== categories) return undefined;

  const columns = loadColumns(sections, header.data.documents);
  const { entries, missing, isCertain } = matchEntries(columns, header.data.documents, snapshot);
  const stale = Math.max(missing.length, missing.length + entries.length - snapshot.size);
  if (!isCertain || stale > snapshot.size * maxStaleShare) return undefined;

  const words = linesIn(sections, 'words');
  const alive = columns.alive.subarray(0, entries.length);
  const text = TextIndex.of(words, loadPostings(sections), alive, categoryName);
  const table = Table.from(codesOf(header.data.codes), entries, columns, numbersIn(sections, 'by age'));
  const index = new CatalogIndex(table, finish(text));
  for (const [document, entry] of entries.entries()) {
    // What is remembered of a service may have changed since the file was written; that there is nothing has not.
    const isSame = entry?.observed === unobserved && columns.observed[document] === 0;
    if (entry && !isSame) table.observe(document, entry);
  }
  for (const entry of missing) index.add(entry);
  return { index, stale, knowledge: textIn(sections, 'knowledge') };
}

interface MatchedEntries {
  /** The entry of each document that is declared as it was; the others are dead. */
  readonly entries: (Entry | undefined)[];
  /** Entries of the snapshot that no document holds. */
  readonly missing: readonly Entry[];
  /** False when two documents share a digest, so that entries cannot be told apart by it. */
  readonly isCertain: boolean;
}

function matchEntries({ alive, digest }: Columns, documents: number, snapshot: Snapshot): MatchedEntries {
  const places = new DigestPlaces(digest.subarray(0, documents));
  const entries = new Array<Entry | undefined>(documents).fill(undefined);
  const missing: Entry[] = [];

  let next = 0;
  for (const entry of snapshot.entries()) {
    const document = places.find(digestIn(entry), next);
    if (document !== undefined) next = document + 1;
    if (document === undefined || alive[document] === 0) missing.push(entry);
    else entries[document] = entry;
  }
  for (let document = 0; document < documents; document += 1) if (!entries[document]) alive[document] = 0;
  return { entries, missing, isCertain: !places.hasTwins };
}

function codesOf({ category, currency, chains }: z.infer<typeof Header>['codes']): TableCodes {
  return { category: new Codes(category), currency: new Codes(currency), chains: new Codes(chains) };
}

function loadColumns(sections: Sections, documents: number): Columns {
  const columns = makeColumns(roomFor(documents));

  for (const name of savedColumns) {
    const bytes = sectionOf(sections, `column ${name}`);
    new Uint8Array(columns[name].buffer).set(bytes);
  }
  return columns;
}

function loadPostings(sections: Sections): Postings {
  const impacts = sectionOf(sections, 'impacts');

  return {
    starts: numbersIn(sections, 'starts'),
    documents: numbersIn(sections, 'documents'),
    impacts: new Uint16Array(
      impacts.buffer,
      impacts.byteOffset,
      impacts.length / Uint16Array.BYTES_PER_ELEMENT,
    ),
  };
}

/** Copies columns that may change while the file is being written. */
function savedColumn({ columns, frozen }: Table, name: ColumnName): Uint8Array {
  const column = columns[name].subarray(0, frozen);
  const mayChange = name === 'alive' || observedColumns.includes(name);

  return bytesOf(mayChange ? column.slice() : column);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function textBytes(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join(separator));
}

function sectionOf(sections: Sections, name: string): Uint8Array {
  return sections.get(name) ?? new Uint8Array();
}

function textIn(sections: Sections, name: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(sectionOf(sections, name));
}

function linesIn(sections: Sections, name: string): string[] {
  const text = textIn(sections, name);

  return text === '' ? [] : text.split(separator);
}

/** A view, not a copy: large arrays stay in the buffer that the file was read into. */
function numbersIn(sections: Sections, name: string): Uint32Array {
  const { buffer, byteOffset, length } = sectionOf(sections, name);

  return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
}
