import { closeSync, openSync, readSync } from 'node:fs';
import { RecordDamaged } from './record-damaged.ts';

/** An open file. Threads may be given its descriptor, for as long as this thread holds the object. */
export class OpenFile {
  readonly descriptor: number;

  private constructor(descriptor: number) {
    this.descriptor = descriptor;
    forgotten.register(this, descriptor, this);
  }

  /** Opens a file to read. It is closed once nobody holds the object any more, or by `close`. */
  static at(path: string): OpenFile {
    return new OpenFile(openSync(path, 'r'));
  }

  close(): void {
    if (forgotten.unregister(this)) closeSync(this.descriptor);
  }
}

const forgotten = new FinalizationRegistry(closeSync);

/** Some of the bytes of a file. */
export interface FileRange {
  readonly at: number;
  readonly length: number;
}

/** Some of the bytes of an open file that nobody writes into. */
export interface FilePart extends FileRange {
  readonly file: Pick<OpenFile, 'descriptor'>;
}

/** The bytes of a part from one place in it to another. @throws {RecordDamaged} where the file ends before */
export function bytesIn({ file, at }: FilePart, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  readInto(file.descriptor, bytes, at + from);
  return bytes;
}

/** Fills these bytes from a place in a file. @throws {RecordDamaged} where the file ends before */
export function readInto(descriptor: number, bytes: Buffer, at: number): void {
  for (let read = 0; read < bytes.length;) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, at + read);
    if (count === 0) throw new RecordDamaged();
    read += count;
  }
}
