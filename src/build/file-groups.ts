import { hash } from 'node:crypto';

/** What is kept of a file of a build. */
export interface FileRecord {
  readonly path: string;
  /** A hash of whatever determines its content. */
  readonly origin: string;
  readonly bytes: number;
  /** In hex digits; empty for files that the manifest does not list. */
  readonly sha256: string;
}

/** The files of a service, or the few others of the site. Most groups are only compared by their keys, so the files stay a text. */
export interface FileGroup {
  /** A hash of everything that its files are made from: groups with the same key hold the same files. */
  readonly key: string;
  /** What was found out to make them, and the next build may take as it is, without a space; often empty. */
  readonly note: string;
  /** The files, as `groupOf` prints them and `filesOf` reads them. */
  readonly list: string;
}

/** The group of the files that belong to no service. No id of a service is that short. */
export const siteGroup = 'site';

type Row = [path: string, origin: string, bytes: number, sha256: string];

export function groupOf(key: string, files: readonly FileRecord[], note = ''): FileGroup {
  const rows = files.map(({ path, origin, bytes, sha256 }): Row => [path, origin, bytes, sha256]);

  return { key, note, list: JSON.stringify(rows) };
}

export function filesOf(group: FileGroup | undefined): FileRecord[] {
  const rows = group === undefined ? [] : (JSON.parse(group.list) as Row[]);

  return rows.map(([path, origin, bytes, sha256]) => ({ path, origin, bytes, sha256 }));
}

/** The files of a group by their paths. */
export function filesByPath(group: FileGroup | undefined): ReadonlyMap<string, FileRecord> {
  return new Map(filesOf(group).map((file) => [file.path, file]));
}

/** The length of `digestOf`. */
export const digestLength = 22;

/** A short hash of a text, for keys. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, digestLength);
}
