import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What is kept of a file of a build. */
export interface FileRecord {
  readonly path: string;
  /** A hash of whatever determines its content. */
  readonly origin: string;
  readonly bytes: number;
  /** In hex digits; empty for files that the manifest does not list. */
  readonly sha256: string;
}

/** The files of a service, or the few others of the site. */
export interface FileGroup {
  /** A hash of the paths and origins of its files: groups with the same key hold the same files. */
  readonly key: string;
  readonly files: readonly FileRecord[];
}

/** The files of a build by group: the id of a service, or `site`. No id is that short. */
export type FileRecords = ReadonlyMap<string, FileGroup>;
export const siteGroup = 'site';

const format = 'tollbook-files/1';

type Line = [
  name: string,
  key: string,
  files: [path: string, origin: string, bytes: number, sha256: string][],
];

/** The records as a text: the format with a checksum, then a line of JSON for each group. */
export function printRecords(records: FileRecords): string {
  const lines: string[] = [];
  for (const [name, { key, files }] of records) {
    const line: Line = [name, key, files.map((file) => [file.path, file.origin, file.bytes, file.sha256])];
    lines.push(JSON.stringify(line));
  }

  const text = lines.join('\n');
  return `${format} ${digestOf(text)}\n${text}`;
}

/** The records in a file; none where it is missing, damaged or of another format. The checksum spares checking each of them. */
export function readRecords(file: string): FileRecords {
  const text = textOf(file);
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== `${format} ${digestOf(body)}`) return new Map();

  const lines = body === '' ? [] : body.split('\n');
  return new Map(
    lines.map((line) => {
      const [name, key, files] = JSON.parse(line) as Line;
      return [name, { key, files: files.map(recordOf) }] as const;
    }),
  );
}

/** A short hash of a text, for keys. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

function recordOf([path, origin, bytes, sha256]: Line[2][number]): FileRecord {
  return { path, origin, bytes, sha256 };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
