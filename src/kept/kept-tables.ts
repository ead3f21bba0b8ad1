import { fstatSync } from 'node:fs';
import { KeptCatalogReader } from './kept-catalog-file.ts';
import type { StoredParts } from './kept-rows.ts';
import { OpenFile } from './open-file.ts';

/** What is kept of all folders of a catalog, in memory that threads share; the texts stay in the file. */
export interface KeptTables {
  /** Tells the file apart that they were read from: see `stampOf`. */
  readonly stamp: string;
  /** What the file was made by. */
  readonly key: string;
  readonly folders: readonly (readonly [path: string, rows: StoredParts])[];
}

/** Reads the tables at a path; undefined where there are none, or they are damaged. */
export function keptTables(path: string): KeptTables | undefined {
  let file: OpenFile | undefined;
  try {
    file = OpenFile.at(path);
    return { stamp: stampOf(file.descriptor), ...tablesIn(file.descriptor) };
  } catch {
    return undefined;
  } finally {
    file?.close();
  }
}

/** Reads the tables of an open file. @throws {RecordDamaged} */
export function tablesIn(file: number): Pick<KeptTables, 'key' | 'folders'> {
  const reader = KeptCatalogReader.of(file);
  const folders: [string, StoredParts][] = [];
  for (let path = reader.path(); path !== undefined; path = reader.path()) {
    reader.skipFiles();
    folders.push([path, reader.storedRows()]);
  }
  return { key: reader.key, folders };
}

/** The same for as long as a path leads to the same file: such files are replaced, and never written into. */
export function stampOf(file: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true });

  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
