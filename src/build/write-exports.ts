import type { CatalogFile } from '../domain/catalog-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from '../views/body.ts';
import { exportDocument, exportedService, exportHead, exportShape } from '../views/export-document.ts';
import { csvExport, ndjsonExport } from '../views/exports.ts';
import { serviceView } from '../views/service.ts';
import type { BuildFiles } from './build-files.ts';
import { digestOf } from './file-groups.ts';
import { longText } from './long-text.ts';
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
 * beforehand; the database is not, so that it can be read in parts. `changed` are the services whose files are others than in the last build;
 * undefined where they are many, or not known.
 */
export async function writeExports(
  { snapshot, isServed, cursor }: ExportedCatalog,
  changed: readonly string[] | undefined,
  files: BuildFiles,
  settings: ExportSettings,
): Promise<void> {
  const place = async (path: string, bytes: Buffer): Promise<string> => {
    const origin = digestOf(bytes);
    await files.placeCompressed(path, origin, () => bytes);
    return origin;
  };
  const document = documentOf(snapshot, settings.catalogName, changed, files);
  const origins = [await place(documentPath, document)];
  if (isServed) return;

  const services = snapshot.entriesById();
  for (const { path, text } of lineExports(services)) origins.push(await place(path, Buffer.from(text)));
  const meta = metaOf(snapshot, cursor, settings);
  const origin = [bodyOf([meta, snapshot.categories]), ...origins].join('\n');
  await files.place('api/export.sqlite', origin, () => databaseOf(snapshot, meta, services));
}

const documentPath = 'api/export.json';

function documentOf(
  snapshot: Snapshot,
  catalogName: string,
  changed: readonly string[] | undefined,
  files: BuildFiles,
): Buffer {
  const rowOf = (id: string): string | undefined => {
    const entry = snapshot.find(id);
    return entry && exportedService(snapshot, entry);
  };

  return longText(documentPath, exportShape, files, {
    head: exportHead(snapshot, catalogName),
    rows: changed && new Map(changed.map((id) => [id, rowOf(id)])),
    whole: () => textOf(exportDocument(snapshot, catalogName, snapshot.entriesById())),
  });
}

/** The exports that are text, with the bodies that the server sends. */
export function staticExports(snapshot: Snapshot, catalogName: string): CatalogFile[] {
  const services = snapshot.entriesById();

  return [
    { path: documentPath, text: textOf(exportDocument(snapshot, catalogName, services)) },
    ...lineExports(services),
  ];
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
