import { CatalogFolder, type StampedFile } from '../adapters/catalog-folder.ts';
import { FileStamps } from '../adapters/file-stamps.ts';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { messageOf } from '../domain/error-code.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { servicesFolder, tombstonesFolder } from '../domain/service-file.ts';
import type { Checked } from '../domain/service-rules.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { KeptCatalogReader, KeptCatalogWriter } from './kept-catalog-file.ts';
import { type KeptRow, KeptRows } from './kept-rows.ts';
import { RecordDamaged } from './record-damaged.ts';

/** A catalog folder, and what is kept of an earlier reading of it. */
export interface Comparison {
  readonly folder: string;
  readonly policy: EndpointPolicy;
  readonly categories: readonly Category[];
  readonly now: Date;
  /** What the kept file must have been made by to count. */
  readonly key: string;
  /** The kept file, open; undefined when there is none to use. */
  readonly kept: number | undefined;
  /** Where to keep what is found; undefined to keep nothing. */
  readonly keepAt: string | undefined;
}

/** How the files of one folder differ from what is kept of them. */
export interface FolderDifference {
  readonly path: string;
  /** The places of the kept values that count no more. */
  readonly gone: readonly number[] | 'all';
  /** A JSON array of what the files say that are new, or are not as they were. */
  readonly values: string;
  /** The files that are new, gone or not as they were; not listed where nothing is kept. */
  readonly paths: readonly string[];
  /** How many of them are there. */
  readonly found: number;
  readonly rejects: readonly (readonly [path: string, problems: readonly FieldProblem[]])[];
}

/** Valid files, and what each says. */
interface KeptFiles {
  readonly files: FileStamps;
  readonly rows: KeptRows;
}

interface FilesRead extends KeptFiles {
  /** What the rows were made of. */
  readonly values: readonly unknown[];
  readonly rejects: FolderDifference['rejects'];
}

interface KeepFault {
  readonly fault: string;
}

export type Found = FolderDifference | KeepFault;

/** How a comparison ended. */
export type LastAnswer = 'damaged' | 'done';

const nothing: KeptFiles = { files: FileStamps.of([]), rows: KeptRows.of([]) };

/**
 * Compares a catalog folder with what is kept of it, and gives what differs to `onFound`. May block for seconds, so it is for a thread of its
 * own. A fault of writing what is to be kept is given last, and disturbs nothing else.
 */
export async function compareCatalog(
  comparison: Comparison,
  onFound: (found: Found) => void,
): Promise<LastAnswer> {
  try {
    for await (const found of differencesIn(comparison)) onFound(found);
    return 'done';
  } catch (error) {
    if (!(error instanceof RecordDamaged)) throw error;
    return 'damaged';
  }
}

/** @throws {RecordDamaged} */
async function* differencesIn(comparison: Comparison): AsyncGenerator<Found, void, undefined> {
  const { folder, key, kept } = comparison;
  const files = new CatalogFolder(folder);
  const keeping = new Keeping(comparison);
  const reader = kept === undefined ? undefined : KeptCatalogReader.of(kept);
  if (reader && reader.key !== key) throw new RecordDamaged();
  const folders = new KeptFolders(reader, keeping.isOn);

  // In the order of the paths, which is that of the kept file.
  for (const top of [tombstonesFolder, servicesFolder]) {
    for (const path of files.folders(top)) {
      yield* folders.goneBefore(path);
      const known = folders.take(path);
      const { gone, found } = files.changesIn(path, known.files, comparison.now);
      const read = await readFiles(found, comparison);
      keeping.add(path, known, gone, read);
      if (gone.length + found.length === 0) continue;

      const { values, rejects } = read;
      const paths =
        kept === undefined ? [] : [...namesAt(known, gone, path), ...found.map((file) => file.path)];
      yield { path, gone, values: JSON.stringify(values), paths, found: found.length, rejects };
    }
  }
  yield* folders.goneBefore(undefined);
  const fault = keeping.finish();
  if (fault !== undefined) yield { fault };
}

/** The kept folders in turn. */
class KeptFolders {
  readonly #reader: KeptCatalogReader | undefined;
  readonly #hasRows: boolean;
  #path: string | undefined;

  /** `hasRows`: whether the rows are needed. */
  constructor(reader: KeptCatalogReader | undefined, hasRows: boolean) {
    this.#reader = reader;
    this.#hasRows = hasRows;
    this.#path = reader?.path();
  }

  /** What is kept of a folder; nothing unless it is the next. */
  take(path: string): KeptFiles {
    if (!this.#reader || this.#path !== path) return nothing;

    const files = this.#reader.files();
    const rows = this.#hasRows ? this.#reader.rows() : nothing.rows;
    if (!this.#hasRows) this.#reader.skipRows();
    this.#path = this.#reader.path();
    return { files, rows };
  }

  /** The folders that come before a path, or all that are left: they are not there any more. */
  *goneBefore(path: string | undefined): Generator<FolderDifference> {
    while (this.#path !== undefined && (path === undefined || this.#path < path)) {
      const folder = this.#path;
      const known = this.take(folder);
      const paths = namesAt(known, [...known.files.names.keys()], folder);
      yield { path: folder, gone: 'all', values: '[]', paths, found: 0, rejects: [] };
    }
  }
}

async function readFiles(
  found: readonly StampedFile[],
  { policy, categories }: Comparison,
): Promise<FilesRead> {
  if (found.length === 0) return { ...nothing, values: [], rejects: [] };

  // Loading the rules takes longer than to find out that nothing changed.
  const { readFoundTombstone, serviceReader } = await import('../catalog-files/read-catalog.ts');
  const { serviceRow } = await import('./kept-service.ts');
  const readService = serviceReader(policy, categories);
  const valid: [name: string, stamp: StampedFile['stamp']][] = [];
  const values: unknown[] = [];
  const rows: KeptRow[] = [];
  const rejects: [string, readonly FieldProblem[]][] = [];
  for (const { stamp, ...file } of found) {
    const isStone = file.path.startsWith(tombstonesFolder);
    const reading = isStone
      ? read(readFoundTombstone(file), tombstoneRow)
      : read(readService(file), serviceRow);
    if ('problems' in reading) {
      rejects.push([file.path, reading.problems]);
      continue;
    }
    valid.push([file.path.slice(file.path.lastIndexOf('/') + 1), stamp]);
    values.push(reading.value);
    rows.push(reading.row);
  }
  return { files: FileStamps.of(valid), rows: KeptRows.of(rows), values, rejects };
}

/** A reading with the row to keep of it. */
function read<Value>(reading: Checked<Value>, rowOf: (value: Value) => KeptRow) {
  return 'problems' in reading ? reading : { value: reading.value, row: rowOf(reading.value) };
}

const noBytes = new Uint8Array();

function tombstoneRow(stone: Tombstone): KeptRow {
  return { numbers: [], id: Buffer.from(stone.id), brief: noBytes, text: Buffer.from(JSON.stringify(stone)) };
}

/** Writes what is found, until that fails. */
class Keeping {
  #writer: KeptCatalogWriter | undefined;
  #fault: string | undefined;

  constructor({ keepAt, key }: Comparison) {
    if (keepAt === undefined) return;
    this.#try(() => (this.#writer = new KeptCatalogWriter(keepAt, key)));
  }

  get isOn(): boolean {
    return this.#writer !== undefined;
  }

  add(path: string, known: KeptFiles, gone: readonly number[], read: FilesRead): void {
    const writer = this.#writer;
    if (!writer) return;

    const isSame = gone.length + read.rows.size === 0;
    const rows = isSame ? known.rows : known.rows.with(gone, read.rows);
    const files = isSame ? known.files : known.files.with(gone, read.files);
    if (rows.size > 0) {
      this.#try(() => {
        writer.add(path, files, rows);
      });
    }
  }

  /** Why nothing is kept; undefined when all is well. */
  finish(): string | undefined {
    this.#try(() => this.#writer?.finish());
    return this.#fault;
  }

  #try(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      this.#fault = messageOf(error);
      this.#writer?.abandon();
      this.#writer = undefined;
    }
  }
}

function namesAt({ files }: KeptFiles, places: readonly number[], folder: string): string[] {
  return places.map((place) => `${folder}/${files.names[place] ?? ''}`);
}
