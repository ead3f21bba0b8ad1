import { isAscii } from 'node:buffer';
import {
  appendFileSync,
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
import { digestLength, digestOf, type FileGroup } from './file-groups.ts';

type Groups = ReadonlyMap<string, FileGroup>;

/** A whole list of groups, which the builds after it share for as long as few groups have changed. */
interface WholeList {
  /** The first line of its file; empty where there is none. */
  readonly head: string;
  readonly groups: Groups;
}

/** What became of groups since a whole list: undefined of those that are gone. */
type Changes = ReadonlyMap<string, FileGroup | undefined>;

/** The groups of files of a build by name: the id of a service, or `siteGroup`. */
export class FileRecords implements Iterable<readonly [name: string, group: FileGroup]> {
  readonly size: number;
  readonly whole: WholeList;
  readonly #changes: Changes;

  constructor(whole: WholeList, changes: Changes = new Map()) {
    this.whole = whole;
    this.#changes = changes;
    this.size = whole.groups.size;
    for (const [name, group] of changes) {
      this.size += Number(group !== undefined) - Number(whole.groups.has(name));
    }
  }

  static of(groups: Groups): FileRecords {
    return new FileRecords({ head: '', groups });
  }

  get(name: string): FileGroup | undefined {
    return this.#changes.has(name) ? this.#changes.get(name) : this.whole.groups.get(name);
  }

  *[Symbol.iterator](): Generator<readonly [name: string, group: FileGroup]> {
    for (const each of this.whole.groups) if (!this.#changes.has(each[0])) yield each;
    for (const [name, group] of this.#changes) if (group) yield [name, group];
  }

  *names(): Generator<string> {
    for (const [name] of this) yield name;
  }

  /** The names of the groups that are not the same in other records, whether in one of them or in both. Costs as much as has changed where both share a whole list. */
  namesUnlike(other: FileRecords): string[] {
    const isShared = this.whole.head !== '' && this.whole.head === other.whole.head;
    const names = isShared
      ? [...this.#changes.keys(), ...other.#changes.keys()]
      : [...this.names(), ...other.names()];

    return [...new Set(names)].filter((name) => this.get(name)?.key !== other.get(name)?.key);
  }
}

const noRecords = FileRecords.of(new Map());

const format = 'tollbook-files/5';
const headLength = format.length + 1 + digestLength;

/** The names of the files: a whole list, and what has changed since. Each is a head with a checksum, then a line for each group. */
const wholeFile = 'files.ndjson';
const changesFile = 'changed-files.ndjson';

/** Changes of more than this share of the groups are not worth keeping apart. */
const fewChanges = 1 / 8;

/**
 * The records of the build in a folder; none where they are missing, damaged or of another format. A checksum spares checking each of them.
 * A whole list that is `known` from other records is not read again.
 */
export function readRecords(build: string, known = noRecords): FileRecords {
  const head = headIn(join(build, wholeFile));
  const whole = head !== '' && head === known.whole.head ? known.whole : readWhole(build);
  const changed = whole && readBody(join(build, changesFile), whole.head);
  if (!whole || changed === undefined) return noRecords;

  return new FileRecords(whole, new Map(linesOf(changed).map(readLine)));
}

function readWhole(build: string): WholeList | undefined {
  const file = join(build, wholeFile);
  const body = readBody(file);
  if (body === undefined) return undefined;

  const groups = new Map<string, FileGroup>();
  for (const [name, group] of linesOf(body).map(readLine)) if (group) groups.set(name, group);
  return { head: headIn(file), groups };
}

/**
 * Writes the records of the build in a folder, and returns them. `kept` are those that the folder has now: where few groups are others than in
 * the whole list of these, only those groups are written.
 */
export function writeRecords(build: string, groups: Groups, kept = noRecords): FileRecords {
  const isThere = kept.whole.head !== '' && headIn(join(build, wholeFile)) === kept.whole.head;
  const changes = isThere ? changesSince(kept.whole, groups) : undefined;
  if (changes && changes.size <= groups.size * fewChanges) {
    writeChanges(build, kept.whole, changes);
    return new FileRecords(kept.whole, changes);
  }

  const whole = { head: writeFile(build, wholeFile, [...groups].map(printLine)), groups };
  writeChanges(build, whole, new Map());
  return new FileRecords(whole);
}

function changesSince({ groups: before }: WholeList, groups: Groups): Changes {
  const changes = new Map<string, FileGroup | undefined>();
  for (const [name, group] of groups) if (before.get(name) !== group) changes.set(name, group);
  for (const name of before.keys()) if (!groups.has(name)) changes.set(name, undefined);

  return changes;
}

/** The head of the whole list is a part of the checksum, so that changes of another one count as damaged. */
function writeChanges(build: string, { head }: WholeList, changes: Changes): void {
  writeFile(build, changesFile, [...changes].map(printLine), head);
}

/** Gives a build the records of another one, which holds the same files. */
export function shareRecords(from: string, build: string): void {
  for (const name of [wholeFile, changesFile]) linkSync(join(from, name), freeFile(build, name));
}

/** Whether two builds have the same records, by their checksums. */
export function haveSameRecords(a: string, b: string): boolean {
  return [wholeFile, changesFile].every((name) => {
    const head = headIn(join(a, name));
    return head !== '' && head === headIn(join(b, name));
  });
}

function printLine([name, group]: readonly [string, FileGroup | undefined]): string {
  return group ? `${name} ${group.key} ${group.note} ${group.list}` : name;
}

function readLine(line: string): [name: string, group: FileGroup | undefined] {
  const name = line.indexOf(' ');
  if (name < 0) return [line, undefined];

  const key = line.indexOf(' ', name + 1);
  const note = line.indexOf(' ', key + 1);
  const group = {
    key: line.slice(name + 1, key),
    note: line.slice(key + 1, note),
    list: line.slice(note + 1),
  };
  return [line.slice(0, name), group];
}

function linesOf(body: string): string[] {
  return body === '' ? [] : body.split('\n');
}

/** Writes a file of lines, and returns its head. `salt` is a part of the checksum. */
function writeFile(build: string, name: string, lines: readonly string[], salt = ''): string {
  const body = Buffer.from(lines.join('\n'));
  const head = headOf(body, salt);
  const file = freeFile(build, name);

  writeFileSync(file, `${head}\n`);
  appendFileSync(file, body);
  return head;
}

/** What follows the head of a file; undefined where it is missing, damaged or of another format. */
function readBody(file: string, salt = ''): string | undefined {
  const content = contentOf(file);
  const body = content.subarray(headLength + 1);
  const head = content.toString('latin1', 0, headLength + 1);
  if (head !== `${headOf(body, salt)}\n`) return undefined;

  // Nearly always ASCII, which is read several times faster.
  return body.toString(isAscii(body) ? 'latin1' : 'utf8');
}

function headOf(body: Uint8Array, salt: string): string {
  return `${format} ${digestOf(`${salt}${digestOf(body)}`)}`;
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

/** Empty where there is no such file. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The path of a file of a build that is to be made. An older build may share the file that is there, so it is removed and not overwritten. */
function freeFile(build: string, name: string): string {
  const file = join(build, name);
  rmSync(file, { force: true });
  mkdirSync(build, { recursive: true });
  return file;
}
