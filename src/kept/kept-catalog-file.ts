import { z } from 'zod';
import { FileStamps } from '../adapters/file-stamps.ts';
import { checkedNumbers, KeptRows, type StoredParts } from './kept-rows.ts';
import { RecordDamaged } from './record-damaged.ts';
import { RecordReader, RecordWriter } from './record-file.ts';

/** The version of the file. Raise it with every change of what is kept. */
const format = 3;

const Header = z.tuple([z.literal(format), z.string()]);
const Path = z.string();
const Printed = z.tuple([z.array(z.string()), z.string()]);

const partsOfRows = 3;

/** Stands in place of a path after the last folder. */
const noPath = '';

/**
 * What an earlier reading of a catalog found in its folders, in the order in which they were read. Each folder has five records: its path;
 * its files, with their stamps; and what they say, as the parts of `KeptRows`. Before them are the version and the key, after them an end. Every method
 * reads or skips the next record.
 */
export class KeptCatalogReader {
  readonly #file: number;
  readonly #records: RecordReader;
  /** What the file was made by. */
  readonly key: string;

  private constructor(file: number, records: RecordReader, key: string) {
    this.#file = file;
    this.#records = records;
    this.key = key;
  }

  /** @throws {RecordDamaged} also when the file is of another version */
  static of(file: number): KeptCatalogReader {
    const records = new RecordReader(file);
    const [, key] = readAs(Header, records.next());

    return new KeptCatalogReader(file, records, key);
  }

  /** The path of the next folder; undefined after the last. @throws {RecordDamaged} */
  path(): string | undefined {
    const path = readAs(Path, this.#records.next());
    return path === noPath ? undefined : path;
  }

  /** @throws {RecordDamaged} */
  files(): FileStamps {
    return FileStamps.read(readAs(Printed, this.#records.next()));
  }

  skipFiles(): void {
    this.#records.skip();
  }

  /** The texts stay in the file. @throws {RecordDamaged} */
  storedRows(): StoredParts {
    return [checkedNumbers(this.#records.take()), this.#records.take(), this.#records.leave()];
  }

  /** The rows, good for as long as the file is open. @throws {RecordDamaged} */
  rows(): KeptRows {
    return KeptRows.stored(this.storedRows(), { descriptor: this.#file });
  }

  skipRows(): void {
    for (let part = 0; part < partsOfRows; part += 1) this.#records.skip();
  }
}

/** Writes such a file beside the present one, and replaces it at the end. */
export class KeptCatalogWriter {
  readonly #records: RecordWriter;

  constructor(path: string, key: string) {
    this.#records = new RecordWriter(path);
    this.#add([format, key]);
  }

  add(path: string, files: FileStamps, rows: KeptRows): void {
    this.#add(path);
    this.#add(files.print());
    for (const part of rows.bytes) this.#records.add(part);
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
/** @throws {RecordDamaged} also where another version wrote a record in another form */
function readAs<Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.infer<Shape> {
  const { data, success } = shape.safeParse(jsonIn(bytes));
  if (!success) throw new RecordDamaged();
  return data;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new RecordDamaged();
  }
}
