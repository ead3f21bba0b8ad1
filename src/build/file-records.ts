import { hash } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

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

/** The files of a build by group: the id of a service, or `site`. No id is that short. */
export type FileRecords = ReadonlyMap<string, FileGroup>;
export const siteGroup = 'site';

const format = 'tollbook-files/4';
const fileName = 'files.ndjson';

/** The length of `digestOf`. */
const digestLength = 22;
const headLength = format.length + 1 + digestLength;

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

/**
 * The records of the build in a folder; none where they are missing, damaged or of another format. A checksum spares checking each of them.
 */
export function readRecords(build: string): FileRecords {
  const text = textOf(join(build, fileName));
  const body = text.slice(headLength + 1);
  if (text.slice(0, headLength + 1) !== `${headOf(body)}\n`) return new Map();

  const lines = body === '' ? [] : body.split('\n');
  return new Map(
    lines.map((line) => {
      const name = line.indexOf(' ');
      const key = line.indexOf(' ', name + 1);
      const note = line.indexOf(' ', key + 1);
      const group = {
        key: line.slice(name + 1, key),
        note: line.slice(key + 1, note),
        list: line.slice(note + 1),
      };
      return [line.slice(0, name), group] as const;
    }),
  );
}

/** Writes the records of the build in a folder: the format with a checksum, then a line for each group. */
export function writeRecords(build: string, records: FileRecords): void {
  const lines: string[] = [];
  for (const [name, { key, note, list }] of records) lines.push(`${name} ${key} ${note} ${list}`);
  const body = lines.join('\n');

  replace(build, (file) => {
    writeFileSync(file, `${headOf(body)}\n${body}`);
  });
}

/** Gives a build the records of another one, which holds the same files. */
export function shareRecords(from: string, build: string): void {
  replace(build, (file) => {
    linkSync(join(from, fileName), file);
  });
}

/** Whether two builds have the same records, by their checksums. */
export function haveSameRecords(a: string, b: string): boolean {
  const [head, other] = [a, b].map((build) => headIn(join(build, fileName)));

  return head !== '' && head === other;
}

/** A short hash of a text, for keys. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, digestLength);
}

function headOf(body: string): string {
  return `${format} ${digestOf(body)}`;
}

/** Replaces the file, which an older build may share. */
function replace(build: string, write: (file: string) => void): void {
  const file = join(build, fileName);
  rmSync(file, { force: true });
  mkdirSync(build, { recursive: true });
  write(file);
}

/** The first line of a file; empty where there is none. */
function headIn(file: string): string {
  const head = Buffer.alloc(headLength);
  try {
    const opened = openSync(file, 'r');
    readSync(opened, head, 0, headLength, 0);
    closeSync(opened);
  } catch {
    return '';
  }
  return head.toString();
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
