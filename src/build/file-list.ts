import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a build, as its list records it. */
export interface FileRecord {
  /** Relative to `client/`. */
  readonly path: string;
  /** A digest of everything that determines the content. */
  readonly origin: string;
  readonly bytes: number;
  /** Lowercase hex digits; empty for files that the manifest does not list. */
  readonly sha256: string;
}

/** A file that the manifest lists, with the SHA-256 of its content as hex digits. */
export type ListedFile = Omit<FileRecord, 'origin'>;

type Row = [path: string, origin: string, bytes: number, sha256: string];

const format = 'tollbook-files/6';
const fileName = 'files.json';

/** Writes the list of its files into the folder of a build. */
export function writeFileList(build: string, records: readonly FileRecord[]): void {
  const files = records.map(({ path, origin, bytes, sha256 }): Row => [path, origin, bytes, sha256]);

  writeFileSync(join(build, fileName), JSON.stringify({ format, files }));
}

/** The files of the build in a folder by path; none where the list is missing, damaged or of another format. */
export function readFileList(build: string): Map<string, FileRecord> {
  try {
    const list = JSON.parse(readFileSync(join(build, fileName), 'utf8')) as { format?: string; files: Row[] };
    const files = list.format === format ? list.files : [];
    return new Map(files.map(([path, origin, bytes, sha256]) => [path, { path, origin, bytes, sha256 }]));
  } catch {
    return new Map();
  }
}
