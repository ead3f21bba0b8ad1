import type { CatalogFile } from '../domain/catalog-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from '../views/body.ts';
import { exportDocument } from '../views/export-document.ts';
import { csvExport, ndjsonExport } from '../views/exports.ts';
import { serviceView } from '../views/service.ts';
import type { BuildFiles } from './build-files.ts';
import { digestOf } from './file-groups.ts';
import { CatalogDatabase, type DatabaseMeta } from './catalog-database.ts';

interface ExportedCatalog {
  readonly snapshot: Snapshot;
  readonly isServed?: boolean | undefined;
  /** Where the changes after the build begin; null where no feed is kept. */
  readonly cursor: string | null;
}

interface ExportSettings {
  readonly catalogName: string;
  readonly siteUrl: string;
  /** The licence of the data (SPDX). */
  readonly licence: string | undefined;
}

/**
 * Writes the exports of the API as files; beside a server, which makes the others while it sends them, only the document. Texts are compressed
 * beforehand; the database is not, so that it can be read in parts.
 */
export async function writeExports(
  { snapshot, isServed, cursor }: ExportedCatalog,
  files: BuildFiles,
  settings: ExportSettings,
): Promise<void> {
  const services = snapshot.entriesById();
  const wanted = isServed
    ? [documentFile(snapshot, settings.catalogName, services)]
    : staticExports(snapshot, settings.catalogName, services);
  // The largest files of a build: what takes each of them in its three forms shares the same bytes.
  const exports = wanted.map(({ path, text }) => {
    const bytes = Buffer.from(text);
    return { path, bytes, origin: digestOf(bytes) };
  });
  await Promise.all(
    exports.map(({ path, origin, bytes }) => files.placeCompressed(path, origin, () => bytes)),
  );
  if (isServed) return;

  const meta = metaOf(snapshot, cursor, settings);
  const origin = [bodyOf([meta, snapshot.categories]), ...exports.map(({ origin: of }) => of)].join('\n');
  await files.place('api/export.sqlite', origin, () => databaseOf(snapshot, meta, services));
}

/** The exports that are text, with the bodies that the server sends. */
export function staticExports(
  snapshot: Snapshot,
  catalogName: string,
  services: readonly Entry[] = snapshot.entriesById(),
): CatalogFile[] {
  return [
    documentFile(snapshot, catalogName, services),
    { path: 'api/export.ndjson', text: textOf(ndjsonExport(services)) },
    { path: 'api/export.csv', text: textOf(csvExport(services)) },
  ];
}

function documentFile(snapshot: Snapshot, catalogName: string, services: readonly Entry[]): CatalogFile {
  return { path: 'api/export.json', text: textOf(exportDocument(snapshot, catalogName, services)) };
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
