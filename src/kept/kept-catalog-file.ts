import { z } from 'zod';
import { FileStamps } from '../adapters/file-stamps.ts';
import { RecordDamaged, RecordReader, RecordWriter } from './record-file.ts';

/** The version of the file. Raise it with every change of what is kept. */
const format = 1;

const Header = z.tuple([z.literal(format), z.string()]);
const Path = z.string();
const Printed = z.tuple([z.array(z.string()), z.string()]);

/** Stands in place of a path after the last folder. */
const noPath = '';

/**
 * What an earlier reading of a catalog found in its folders, in the order in which they were read. Each folder has three records: its path;
 * its files, with their stamps; and a JSON array of what they say. Before them are the version and the key, after them an end. Every method
 * reads or skips the next record.
 */
export class KeptCatalogReader {
  readonly #records: RecordReader;

  private constructor(records: RecordReader) {
    this.#records = records;
  }

  /** @throws {RecordDamaged} also when the file is of another version, or was kept under another key */
  static of(file: number, key: string): KeptCatalogReader {
    const records = new RecordReader(file);
    const { data } = Header.safeParse(jsonIn(records.next()));
    if (data?.[1] !== key) throw new RecordDamaged();
    return new KeptCatalogReader(records);
  }

  /** The path of the next folder; undefined after the last. @throws {RecordDamaged} */
  path(): string | undefined {
    const path = Path.parse(jsonIn(this.#records.next()));
    return path === noPath ? undefined : path;
  }

  /** @throws {RecordDamaged} */
  files(): FileStamps {
    return FileStamps.read(Printed.parse(jsonIn(this.#records.next())));
  }

  /** @throws {RecordDamaged} */
  values(): unknown[] {
    const values = jsonIn(this.#records.next());
    if (!Array.isArray(values)) throw new RecordDamaged();
    return values;
  }

  /** @throws {RecordDamaged} */
  skip(): void {
    this.#records.skip();
  }
}

/** Writes such a file beside the present one, and replaces it at the end. */
export class KeptCatalogWriter {
  readonly #records: RecordWriter;

  constructor(path: string, key: string) {
    this.#records = new RecordWriter(path);
    this.#add([format, key]);
  }

  add(path: string, files: FileStamps, values: readonly unknown[]): void {
    this.#add(path);
    this.#add(files.print());
    this.#add(values);
  }

  /** Returns the size of the file in bytes. */
  finish(): number {
    this.#add(noPath);
    return this.#records.finish();
  }

  abandon(): void {
    this.#records.abandon();
  }

  #add(json: unknown): void {
    this.#records.add(Buffer.from(JSON.stringify(json)));
  }
}

/** @throws {RecordDamaged} */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new RecordDamaged();
  }
}
