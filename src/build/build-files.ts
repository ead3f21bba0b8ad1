import { hash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { allDone } from '../domain/all-done.ts';
import { errorCode } from '../domain/error-code.ts';
import {
  digestOf,
  type FileGroup,
  type FileRecord,
  filesByPath,
  filesOf,
  groupOf,
  siteGroup,
} from './file-groups.ts';
import {
  type FileRecords,
  haveSameRecords,
  readRecords,
  shareRecords,
  writeRecords,
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

/** The key of a group that lacks files. No group that is wanted has it. */
const incomplete = '';

/**
 * Files up to this size are compressed at the best quality. Larger ones change with every build: Brotli's quality 5 takes a sixth of the time of 9 for
 * an export, and 5 % more bytes; level 6 of gzip takes two thirds of that of 9, and 2 % more.
 */
const small = 256 * 1024;
const ofLarge = { brotli: 5, gzip: 6 };

/** Bytes. */
const largePortion = 2 ** 20;

/**
 * The files below `client/` of a new build, in a folder that holds those of the last build at first. A file whose origin is unchanged is not
 * made again, and a service whose key is unchanged is skipped as a whole. Several threads may place services into the same folder.
 */
export class BuildFiles {
  readonly #build: string;
  readonly #kept: FileRecords;
  readonly #groups = new Map<string, FileGroup>();
  readonly #compressing: Promise<void>[] = [];
  readonly #site: FileRecord[] = [];
  readonly #keptOfSite: ReadonlyMap<string, FileRecord>;
  readonly #isLookedFor: (service: string) => boolean;

  /** A folder as `bringUpTo` left it, or an empty one, with the records of its files. `isLookedFor`: see `keep`. */
  constructor(
    build: string,
    kept = readRecords(build),
    isLookedFor: (service: string) => boolean = () => true,
  ) {
    this.#build = build;
    this.#kept = kept;
    this.#isLookedFor = isLookedFor;
    this.#keptOfSite = filesByPath(kept.get(siteGroup));
  }

  /** Places a file that belongs to no service. */
  async place(path: string, origin: Content, make: BuiltFile['make']): Promise<void> {
    this.#site.push(
      await placeFile(clientOf(this.#build), { path, origin, make }, this.#keptOfSite.get(path)),
    );
  }

  /** Places a text and its compressed forms, which hosts send as they are. Those are made beside this thread: see `compressed`. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    const forms = [
      this.place(`${path}.br`, origin, () => brotli(make())),
      this.place(`${path}.gz`, origin, () => gzipped(make())),
    ];
    this.#compressing.push(...forms);
    // Whoever waits for them is told.
    for (const form of forms) form.catch(() => undefined);
    await this.place(path, origin, make);
  }

  /** Resolves when every compressed form is placed. Nothing writes into the folder after that. */
  async compressed(): Promise<void> {
    await allDone(this.#compressing);
  }

  /** The files that the last build had. */
  get kept(): FileRecords {
    return this.#kept;
  }

  /** Takes the files of a service as the last build had them; false where one is known to be missing, or is found to be, if it is looked for. */
  keep(service: string): boolean {
    const group = this.#kept.get(service);
    if (!group || group.key === incomplete) return false;
    if (this.#isLookedFor(service) && !isWhole(this.#build, group)) return false;

    this.#groups.set(service, group);
    return true;
  }

  /** Takes note of the files that `placeGroup` placed for a service. */
  add(service: string, group: FileGroup): void {
    this.#groups.set(service, group);
  }

  /** Every listed file that was placed up to now. */
  get listed(): PlacedFile[] {
    const listed: PlacedFile[] = [];
    for (const group of this.#groups.values()) listed.push(...listedAmong(filesOf(group)));

    return [...listed, ...listedAmong(this.#site)];
  }

  /** Removes files that were not placed; saves and returns what is known of the others. `common` is a digest of what the files of all services are made from. */
  finish(common = ''): FileRecords {
    const isSame = (group: FileGroup, name: string): boolean => this.#groups.get(name)?.key === group.key;
    const site = this.#site.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.#groups.set(siteGroup, groupOf(keyOf(site), site, common));
    for (const [name, group] of this.#kept) {
      if (!isSame(group, name)) removeGone(clientOf(this.#build), group, this.#groups.get(name));
    }
    return writeRecords(this.#build, this.#groups, this.#kept);
  }
}

/**
 * Makes the files in the folder of a build equal to those of the last one, if there is one, and returns their records. Unchanged files are
 * shared as hard links. `wanted` are the records of the last build, if they are known.
 */
export function bringUpTo(
  last: string | undefined,
  build: string,
  wanted = last === undefined ? undefined : readRecords(last),
): FileRecords {
  if (last !== undefined && wanted && wanted.size > 0 && haveSameRecords(last, build)) return wanted;

  const present = readRecords(build, wanted);
  // Without records, nobody knows what the folder holds.
  if (present.size === 0) rmSync(clientOf(build), { recursive: true, force: true });
  if (last === undefined || wanted === undefined) return present;

  const unlike = wanted.namesUnlike(present);
  for (const name of unlike) removeGone(clientOf(build), present.get(name), wanted.get(name));
  const lacking = unlike.flatMap((name) => linkGroup(name, [last, wanted], [build, present]));
  if (lacking.length === 0 && wanted.size > 0) {
    shareRecords(last, build);
    return wanted;
  }
  return writeRecords(build, new Map([...wanted, ...lacking]));
}

function listedAmong(files: readonly FileRecord[]): PlacedFile[] {
  return files
    .filter(({ path }) => isListed(path))
    .map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
}

/** Whether all files of a group are there. */
export function isWhole(build: string, group: FileGroup): boolean {
  const folder = clientOf(build);

  // Paths of records need no tidying, which would take a fifth of the time.
  return filesOf(group).every(({ path }) => existsSync(`${folder}/${path}`));
}

/** The files of a service that are to be placed. */
interface WantedGroup {
  /** A hash of everything that the files are made from. */
  readonly key: string;
  /** The files; called only where the key is another than before, or a file is missing. */
  readonly files: () => Promise<readonly BuiltFile[]>;
  /** What the next build may take as it is. */
  readonly note: () => Promise<string>;
}

/**
 * Places the files of a service below `client/`, where those of `kept` are. Writes are synchronous: nothing else runs in a thread that
 * builds, and small files are written several times faster this way.
 */
export async function placeGroup(
  build: string,
  { key, files, note }: WantedGroup,
  kept: FileGroup | undefined,
): Promise<FileGroup> {
  if (kept?.key === key && isWhole(build, kept)) return kept;

  const folder = clientOf(build);
  const keptFiles = filesByPath(kept);
  const placed: FileRecord[] = [];
  for (const file of await files()) placed.push(await placeFile(folder, file, keptFiles.get(file.path)));
  return groupOf(key, placed, await note());
}

async function placeFile(
  folder: string,
  { path, origin: content, make }: BuiltFile,
  kept: FileRecord | undefined,
): Promise<FileRecord> {
  // Most files are their own origin: a text is made bytes of once.
  const bytes = bytesOf(content);
  const origin = digestOf(bytes);
  const file = join(folder, path);
  if (kept?.origin === origin && existsSync(file)) return kept;

  const text = await make();
  const made = text === content ? bytes : bytesOf(text);
  if (kept) rmSync(file, { force: true });
  inFolder(file, () => {
    writeNew(file, made);
  });
  return { path, origin, bytes: made.length, sha256: isListed(path) ? hash('sha256', made) : '' };
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

/** A folder of files, and what it holds. */
type Held = readonly [build: string, records: FileRecords];

/** Links the files of a group that a folder lacks. Where some are missing in the last build, returns the group without them, so that they are made again. */
function linkGroup(name: string, [last, wanted]: Held, [build, present]: Held): [string, FileGroup][] {
  const group = wanted.get(name);
  if (!group) return [];

  const [from, to] = [clientOf(last), clientOf(build)];
  const there = filesByPath(present.get(name));
  const files = filesOf(group);
  const linked = files.filter(
    ({ path, origin }) => there.get(path)?.origin === origin || link(join(from, path), join(to, path)),
  );
  return linked.length === files.length ? [] : [[name, groupOf(incomplete, linked, group.note)]];
}

/** Links a file, in one call of the system where nothing is in the way. False where the file is missing. */
function link(from: string, to: string): boolean {
  try {
    inFolder(to, () => {
      linkNew(from, to);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function linkNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    rmSync(to);
    linkSync(from, to);
  }
}

/** Removes the files of a group that another group does not have, and the folders that are empty then. */
function removeGone(folder: string, group: FileGroup | undefined, wanted: FileGroup | undefined): void {
  const stay = filesByPath(wanted);
  for (const { path } of filesOf(group)) if (!stay.has(path)) remove(join(folder, path));
}

function remove(file: string): void {
  rmSync(file, { force: true });
  try {
    rmdirSync(dirname(file));
  } catch {
    // The folder is not empty.
  }
}

function keyOf(files: readonly FileRecord[]): string {
  return digestOf(files.map(({ path, origin }) => `${path} ${origin}`).join('\n'));
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

function brotli(content: Content): Promise<Buffer> {
  const quality = isSmall(content) ? constants.BROTLI_MAX_QUALITY : ofLarge.brotli;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };

  return promisify(brotliCompress)(content, { params, ...portions(content) });
}

function gzipped(content: Content): Promise<Buffer> {
  return promisify(gzip)(content, { level: isSmall(content) ? 9 : ofLarge.gzip, ...portions(content) });
}

/** The compressor waits for this thread after each portion, for as long as that has something else to do. */
function portions(content: Content): ZlibOptions {
  return isSmall(content) ? {} : { chunkSize: largePortion };
}

function isSmall({ length }: Content): boolean {
  return length < small;
}

function clientOf(build: string): string {
  return join(build, 'client');
}
