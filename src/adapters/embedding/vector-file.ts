import { createHash } from 'node:crypto';
import { constants, copyFile, type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode } from '../../domain/error-code.ts';
import type { KeyedVector } from '../../domain/meaning.ts';

const headBytes = 8;
const keyBytes = Float64Array.BYTES_PER_ELEMENT;
const sumBytes = Uint32Array.BYTES_PER_ELEMENT;
const recordsAtOnce = 1_024;

/** No model has vectors of more numbers. */
const maxDimensions = 8_192;

/**
 * The vectors that one model made, in a file: the number of dimensions with a checksum, then records of key, vector and a checksum of both.
 * Writers append whole records, several processes too. Reading cuts the file off at a damaged record, and appending starts a new file under a
 * damaged head: vectors can be made again, so that deleting the file costs only time.
 */
export class VectorFile {
  readonly #path: string;
  readonly #beginning: string | undefined;

  /** `beginning`: the path of such a file, which is copied where there is none. */
  constructor(folder: string, model: string, beginning?: string) {
    this.#beginning = beginning;
    const hash = createHash('sha256').update(model).digest('hex').slice(0, 8);
    this.#path = join(folder, 'vectors', `${model.replace(/[^\w.-]+/g, '_').slice(-60)}-${hash}.bin`);
  }

  /** All whole records, in portions. */
  async *read(): AsyncGenerator<readonly KeyedVector[]> {
    if (this.#beginning !== undefined) await this.#begin(this.#beginning);
    const file = await open(this.#path, 'r+').catch(unlessMissing);
    if (!file) return;

    try {
      const dimensions = await readHead(file);
      if (dimensions !== undefined) yield* readRecords(file, dimensions);
    } finally {
      await file.close();
    }
  }

  /** All vectors must have the same length. Drops those in the file if they have another: a model with the same name made them. */
  async append(vectors: readonly KeyedVector[]): Promise<void> {
    const dimensions = vectors[0]?.vector.length;
    if (dimensions === undefined) return;

    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(this.#path, 'a+');
    try {
      const { size } = await file.stat();
      const whole = (await readHead(file)) === dimensions ? wholeBytes(size, dimensions) : 0;
      if (whole < size) await file.truncate(whole);
      await file.appendFile(whole === 0 ? printFile(vectors, dimensions) : printRecords(vectors));
    } finally {
      await file.close();
    }
  }

  async #begin(beginning: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    await copyFile(beginning, this.#path, constants.COPYFILE_EXCL).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }

  /** Rewrites the file with only these records. */
  async replace(vectors: readonly KeyedVector[]): Promise<void> {
    const draft = `${this.#path}.${String(process.pid)}`;
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(draft, printFile(vectors, vectors[0]?.vector.length ?? 0));
    await rename(draft, this.#path);
  }
}

/** All whole records. What follows a damaged one cannot be trusted, and is cut off. */
async function* readRecords(file: FileHandle, dimensions: number): AsyncGenerator<readonly KeyedVector[]> {
  const length = recordBytes(dimensions);
  const bytes = Buffer.alloc(recordsAtOnce * length);

  for (let position = headBytes; ; position += bytes.length) {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    const records: KeyedVector[] = [];
    for (let at = 0; at + length <= bytesRead; at += length) {
      const record = parseRecord(bytes.subarray(at, at + length));
      if (!record) {
        await file.truncate(position + at);
        break;
      }
      records.push(record);
    }

    if (records.length > 0) yield records;
    if (records.length < recordsAtOnce) return;
  }
}

function recordBytes(dimensions: number): number {
  return keyBytes + dimensions + sumBytes;
}

/** The length of the head and all whole records in a file of this size; a writer may have ended in the middle of one. */
function wholeBytes(size: number, dimensions: number): number {
  return size - ((size - headBytes) % recordBytes(dimensions));
}

/** The number of dimensions; undefined when it is missing or damaged. */
async function readHead(file: FileHandle): Promise<number | undefined> {
  const head = Buffer.alloc(headBytes);
  await file.read(head, 0, headBytes, 0);
  const dimensions = head.readUInt32LE();
  const isWhole = dimensions > 0 && dimensions <= maxDimensions && head.equals(printHead(dimensions));

  return isWhole ? dimensions : undefined;
}

function printHead(dimensions: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(dimensions);
  head.writeUInt32LE(sumOf(head), headBytes - sumBytes);

  return head;
}

function printFile(vectors: readonly KeyedVector[], dimensions: number): Buffer {
  return Buffer.concat([printHead(dimensions), printRecords(vectors)]);
}

function printRecords(vectors: readonly KeyedVector[]): Buffer {
  return Buffer.concat(
    vectors.map(({ key, vector }) => {
      const record = Buffer.alloc(recordBytes(vector.length));
      record.writeDoubleLE(key);
      record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), keyBytes);
      record.writeUInt32LE(sumOf(record), record.length - sumBytes);
      return record;
    }),
  );
}

function parseRecord(record: Buffer): KeyedVector | undefined {
  if (record.readUInt32LE(record.length - sumBytes) !== sumOf(record)) return undefined;

  const vector = record.subarray(keyBytes, record.length - sumBytes);
  return { key: record.readDoubleLE(), vector: new Int8Array(Uint8Array.from(vector).buffer) };
}

function sumOf(record: Buffer): number {
  return crc32(record.subarray(0, record.length - sumBytes));
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
