import type { CatalogFile } from '../domain/catalog-file.ts';
import type { OutcomeRecord } from '../domain/outcome.ts';
import { readCursor } from '../domain/feed-position.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from '../views/body.ts';
import { exportDocument, exportedAt, newestCheck } from '../views/export-document.ts';
import { csvExport, ndjsonExport } from '../views/exports.ts';
import { outcomeLines } from '../views/outcome-export.ts';
import { serviceView } from '../views/service.ts';
import type { BuildFiles } from './build-files.ts';
import { digestOf } from './digest.ts';
import { CatalogDatabase, type DatabaseMeta } from '../sqlite-export/catalog-database.ts';

/** What buyers say, by service, in the order of the ids. */
export type OutcomeRecords = ReadonlyMap<string, readonly OutcomeRecord[]>;

interface ExportedCatalog {
  readonly snapshot: Snapshot;
  readonly records: OutcomeRecords;
  readonly isServed?: boolean | undefined;
  /** Where the changes after the build begin; null without a feed. */
  readonly cursor: string | null;
}

interface ExportSettings {
  readonly catalogName: string;
  readonly siteUrl: string;
  /** The licence of the data (SPDX). */
  readonly licence: string | undefined;
}

/**
 * Writes the exports of the API as files; beside a server, which makes the others while it sends them, only the document. Texts are also
 * compressed; the database is not, so that it can be read in parts.
 */
export async function writeExports(
  { snapshot, records, isServed, cursor }: ExportedCatalog,
  files: BuildFiles,
  settings: ExportSettings,
): Promise<void> {
  const services = snapshot.entriesById();
  const texts = textExports({ snapshot, records, isServed, cursor }, settings.catalogName, services);
  for (const { path, text } of texts) await files.placeCompressed(path, text, () => text);
  if (isServed) return;

  const meta = metaOf(snapshot, cursor, settings);
  const origin = [bodyOf([meta, snapshot.categories]), ...texts.map(({ text }) => digestOf(text))].join('\n');
  await files.place('api/export.sqlite', origin, () => databaseOf(snapshot, meta, services));
}

/** The exports that are text, with the bodies that the server sends. */
export function textExports(
  { snapshot, records, isServed, cursor }: ExportedCatalog,
  catalogName: string,
  services = snapshot.entriesById(),
): CatalogFile[] {
  const document = documentOf({ snapshot, cursor }, catalogName, services);

  return isServed ? [document] : [document, ...lineExports(services), outcomeExport(snapshot, records)];
}

function outcomeExport(snapshot: Snapshot, records: OutcomeRecords): CatalogFile {
  const texts = Array.from(records, ([id, own]) => outcomeLines(id, own, snapshot.find(id)?.declared));

  return { path: 'api/outcomes.ndjson', text: texts.join('') };
}

function documentOf(
  { snapshot, cursor }: Pick<ExportedCatalog, 'snapshot' | 'cursor'>,
  source: string,
  services: readonly Entry[],
): CatalogFile {
  const times = {
    changedAt: snapshot.version.changedAt,
    checkedAt: newestCheck(services),
    reportedAt: cursor === null ? 0 : (readCursor(cursor)?.at ?? 0),
  };
  const head = { source, exportedAt: exportedAt(times) };

  return { path: 'api/export.json', text: textOf(exportDocument(snapshot, head, services)) };
}

function lineExports(services: readonly Entry[]): CatalogFile[] {
  return [
    { path: 'api/export.ndjson', text: textOf(ndjsonExport(services)) },
    { path: 'api/export.csv', text: textOf(csvExport(services)) },
  ];
}

function textOf(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}

function metaOf(
  { version: { commit, changedAt } }: Snapshot,
  cursor: string | null,
  { siteUrl, licence }: ExportSettings,
): DatabaseMeta {
  return { version: '1', site: siteUrl, commit, changedAt, cursor, licence: licence ?? null };
}

function databaseOf({ categories }: Snapshot, meta: DatabaseMeta, services: readonly Entry[]): Buffer {
  const database = new CatalogDatabase({ meta, categories });

  try {
    for (const entry of services) database.add(serviceView(entry));
    database.finish();
    return database.bytes();
  } finally {
    database.close();
  }
}
