import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { newDraft } from './draft-file.ts';
import { type FileRange, readInto } from './open-file.ts';
import { RecordDamaged } from './record-damaged.ts';

/** The length of a record and its checksum, four bytes each, stand before it. */
const headBytes = 8;

/** Read at once, since most records are much shorter. */
const blockBytes = 2 ** 18;

/** Reads the records of an open file in turn. Reading keeps its own place, so that several may read the same file. */
export class RecordReader {
  readonly #file: number;
  readonly #size: number;
  #at = 0;
  /** Some of the file, and where it begins there. */
  #block: Buffer = Buffer.alloc(0);
  #blockAt = 0;

  constructor(file: number) {
    this.#file = file;
    this.#size = fstatSync(file).size;
  }

  /** The next record, good until the one after is read. @throws {RecordDamaged} also at the end of the file: the reader knows the last record */
  next(): Buffer {
    const { length, checksum } = this.#head();

    return checked(this.#read(length), checksum);
  }

  /** The same in memory of its own, which threads can share. @throws {RecordDamaged} */
  take(): Buffer {
    const { length, checksum } = this.#head();
    this.#refuseBeyondEnd(length);
    const bytes = Buffer.from(new SharedArrayBuffer(length));
    if (length <= blockBytes) bytes.set(this.#read(length));
    else this.#readInto(bytes);
    return checked(bytes, checksum);
  }

  /** Where the next record is, whose bytes are as they were written. It stays in the file. @throws {RecordDamaged} */
  leave(): FileRange {
    const { length, checksum } = this.#head();
    const range = { at: this.#at, length };
    let found = 0;
    for (let left = length; left > 0; left -= blockBytes) {
      found = crc32(this.#read(Math.min(left, blockBytes)), found);
    }
    if (found !== checksum) throw new RecordDamaged();
    return range;
  }

  skip(): void {
    const { length } = this.#head();
    this.#at += length;
  }

  #head(): { readonly length: number; readonly checksum: number } {
    const head = this.#read(headBytes);

    return { length: head.readUInt32LE(0), checksum: head.readUInt32LE(4) };
  }

  #read(length: number): Buffer {
    this.#refuseBeyondEnd(length);
    const isRead = this.#at >= this.#blockAt && this.#at + length <= this.#blockAt + this.#block.length;
    if (!isRead) this.#readBlock(Math.max(length, Math.min(blockBytes, this.#size - this.#at)));
    const bytes = this.#block.subarray(this.#at - this.#blockAt, this.#at - this.#blockAt + length);
    this.#at += length;
    return bytes;
  }

  #readBlock(length: number): void {
    if (this.#block.length !== length) this.#block = Buffer.allocUnsafeSlow(length);
    const start = this.#at;
    this.#readInto(this.#block);
    [this.#at, this.#blockAt] = [start, start];
  }

  #readInto(bytes: Buffer): void {
    readInto(this.#file, bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Before memory is taken for what a damaged length promises. */
  #refuseBeyondEnd(length: number): void {
    if (this.#at + length > this.#size) throw new RecordDamaged();
  }
}

function checked(bytes: Buffer, checksum: number): Buffer {
  if (crc32(bytes) !== checksum) throw new RecordDamaged();
  return bytes;
}

/** Writes records beside a file, and puts them in its place when all are on disk. */
export class RecordWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#draft = newDraft(path);
    this.#file = openSync(this.#draft, 'wx');
  }

  add(bytes: Uint8Array): void {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(bytes.length, 0);
    head.writeUInt32LE(crc32(bytes), 4);
    this.#write(head);
    this.#write(bytes);
  }

  /** Returns the size of the file in bytes. */
  finish(): number {
    fsyncSync(this.#file);
    const { size } = fstatSync(this.#file);
    renameSync(this.#draft, this.#path);
    closeSync(this.#file);
    return size;
  }

  abandon(): void {
    closeSync(this.#file);
    rmSync(this.#draft, { force: true });
  }

  #write(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.#file, bytes, written);
    }
  }
}
