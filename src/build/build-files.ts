import { hash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { errorCode } from '../domain/error-code.ts';
import {
  digestOf,
  type FileGroup,
  type FileRecord,
  type FileRecords,
  printRecords,
  readRecords,
  siteGroup,
} from './file-records.ts';
import { isListed } from './manifest.ts';

type Content = string | Uint8Array;

/** A file that a build contains. */
export interface BuiltFile {
  readonly path: string;
  /** Whatever determines its content. */
  readonly origin: Content;
  readonly make: () => Content | Promise<Content>;
}

/** A file of a build, with the SHA-256 of its content as hex digits. */
export type PlacedFile = Omit<FileRecord, 'origin'>;

const recordsFile = 'files.ndjson';

/** Files up to this size are compressed at the best quality; larger ones would take longer than the rest of a build. */
const small = 256 * 1024;

/**
 * The files below `client/` of a new build, in a folder that holds those of the last build at first. A file whose origin is unchanged is not
 * made again, and a service whose files all are is skipped as a whole. Several threads may place services into the same folder.
 */
export class BuildFiles {
  readonly #folder: string;
  readonly #kept: FileRecords;
  readonly #groups = new Map<string, FileGroup>();
  readonly #site: FileRecord[] = [];
  readonly #keptOfSite: ReadonlyMap<string, FileRecord>;

  /** A folder as `bringUpTo` left it, or an empty one. */
  constructor(build: string) {
    this.#folder = clientOf(build);
    this.#kept = recordsOf(build);
    this.#keptOfSite = byPath(this.#kept.get(siteGroup));
  }

  /** Places a file that belongs to no service. */
  async place(path: string, origin: Content, make: BuiltFile['make']): Promise<void> {
    this.#site.push(await placeFile(this.#folder, { path, origin, make }, this.#keptOfSite.get(path)));
  }

  /** Places a text and its compressed forms, which hosts send as they are. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    await Promise.all([
      this.place(path, origin, make),
      this.place(`${path}.br`, origin, () => compressed(make())),
      this.place(`${path}.gz`, origin, () => promisify(gzip)(make(), { level: 9 })),
    ]);
  }

  /** The files that the last build had of a service. */
  keptOf(service: string): FileGroup | undefined {
    return this.#kept.get(service);
  }

  /** Takes note of the files that `placeGroup` placed for a service. */
  add(service: string, group: FileGroup): void {
    this.#groups.set(service, group);
  }

  /** Every listed file that was placed up to now. */
  get listed(): PlacedFile[] {
    const groups = [...this.#groups.values()].flatMap(({ files }) => files);

    return [...groups, ...this.#site]
      .filter(({ path }) => isListed(path))
      .map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  }

  /** Removes files that were not placed, and saves what is known of the others. */
  finish(): void {
    this.#groups.set(siteGroup, groupOf(this.#site));
    for (const [name, { files }] of this.#kept) {
      if (this.#groups.get(name)?.files !== files) removeGone(this.#folder, files, this.#groups.get(name));
    }
    saveRecords(dirname(this.#folder), this.#groups);
  }
}

/** Makes the files in the folder of a build equal to those of the last one, if there is one. Unchanged files are shared as hard links. */
export function bringUpTo(last: string | undefined, build: string): void {
  const present = recordsOf(build);
  // Without records, nobody knows what the folder holds.
  if (present.size === 0) rmSync(clientOf(build), { recursive: true, force: true });
  if (last === undefined) return;

  const wanted = recordsOf(last);
  const groups = new Map<string, FileGroup>();
  for (const [name, { files }] of present) removeGone(clientOf(build), files, wanted.get(name));
  for (const [name, group] of wanted) {
    const there = present.get(name);
    const isSame = there?.key === group.key;
    groups.set(name, isSame ? group : linkGroup(clientOf(last), clientOf(build), group, byPath(there)));
  }
  saveRecords(build, groups);
}

/**
 * Places the files of a service below `client/`. Those of `kept` are there already. Writes are synchronous: nothing else runs in a thread
 * that builds, and small files are written several times faster this way.
 */
export async function placeGroup(
  build: string,
  files: readonly BuiltFile[],
  kept: FileGroup | undefined,
): Promise<FileGroup> {
  const folder = clientOf(build);
  const keyed = files.map((file) => ({ ...file, origin: digestOf(file.origin) }));
  const isKept = kept?.key === keyOf(keyed) && kept.files.every(({ path }) => existsSync(join(folder, path)));
  if (isKept) return kept;

  const keptFiles = byPath(kept);
  const placed: FileRecord[] = [];
  for (const file of keyed) placed.push(await placeKeyed(folder, file, keptFiles.get(file.path)));
  return groupOf(placed);
}

async function placeFile(folder: string, file: BuiltFile, kept: FileRecord | undefined): Promise<FileRecord> {
  return placeKeyed(folder, { ...file, origin: digestOf(file.origin) }, kept);
}

async function placeKeyed(
  folder: string,
  { path, origin, make }: BuiltFile & { readonly origin: string },
  kept: FileRecord | undefined,
): Promise<FileRecord> {
  const file = join(folder, path);
  if (kept?.origin === origin && existsSync(file)) return kept;

  const content = Buffer.from(await make());
  if (kept) rmSync(file, { force: true });
  inFolder(file, () => {
    writeNew(file, content);
  });
  return { path, origin, bytes: content.length, sha256: isListed(path) ? hash('sha256', content) : '' };
}

/** Never writes into a file that is there, since a served build may share it. */
function writeNew(file: string, content: Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    rmSync(file);
    writeFileSync(file, content, { flag: 'wx' });
  }
}

/** Does something in the folder of a file, and makes that folder where it is missing. */
function inFolder(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true });
    work();
  }
}

/** Links the files of a group that a folder lacks. Files that are missing in the last build are left out, so that they are made again. */
function linkGroup(
  from: string,
  to: string,
  { files }: FileGroup,
  there: ReadonlyMap<string, FileRecord>,
): FileGroup {
  const linked = files.filter((file) => {
    const { path, origin } = file;
    return there.get(path)?.origin === origin || link(join(from, path), join(to, path));
  });

  return groupOf(linked);
}

function link(from: string, to: string): boolean {
  if (!existsSync(from)) return false;

  rmSync(to, { force: true });
  inFolder(to, () => {
    linkSync(from, to);
  });
  return true;
}

/** Removes the files that another group does not have, and the folders that are empty then. */
function removeGone(folder: string, files: readonly FileRecord[], wanted: FileGroup | undefined): void {
  const stay = byPath(wanted);
  for (const { path } of files) if (!stay.has(path)) remove(join(folder, path));
}

function remove(file: string): void {
  rmSync(file, { force: true });
  try {
    rmdirSync(dirname(file));
  } catch {
    // The folder is not empty.
  }
}

function groupOf(files: readonly FileRecord[]): FileGroup {
  return { key: keyOf(files), files };
}

function keyOf(files: readonly { readonly path: string; readonly origin: string }[]): string {
  return digestOf(files.map(({ path, origin }) => `${path} ${origin}`).join('\n'));
}

function byPath(group: FileGroup | undefined): ReadonlyMap<string, FileRecord> {
  return new Map(group?.files.map((file) => [file.path, file]));
}

function compressed(content: Content): Promise<Buffer> {
  const quality = content.length < small ? constants.BROTLI_MAX_QUALITY : 9;

  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function clientOf(build: string): string {
  return join(build, 'client');
}

function recordsOf(build: string): FileRecords {
  return readRecords(join(build, recordsFile));
}

/** Replaces the file, which an older build may share. */
function saveRecords(build: string, records: FileRecords): void {
  const file = join(build, recordsFile);
  rmSync(file, { force: true });
  mkdirSync(build, { recursive: true });
  writeFileSync(file, printRecords(records));
}
