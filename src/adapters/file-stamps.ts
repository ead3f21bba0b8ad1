import { lstatSync } from 'node:fs';

/** By what a file is known to be as it was, much as git knows it: inode, size in bytes, and the times of its last changes in milliseconds. */
export type Stamp = readonly [inode: number, size: number, modified: number, changed: number];

const numbersInStamp = 4;

/** Longer than the steps in which any file system counts time. */
const coarsestMs = 2_000;

/** The stamp of a regular file; undefined where there is none, or it cannot be looked at. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? [found.ino, found.size, found.mtimeMs, found.ctimeMs] : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file changed so recently that it could change once more and keep its stamp. */
export function isFresh([, , , changed]: Stamp, now: Date): boolean {
  return changed > now.getTime() - coarsestMs;
}

/** The names of the files of one folder, each with its stamp. */
export class FileStamps {
  readonly names: readonly string[];
  readonly #stamps: Float64Array;
  #places: ReadonlyMap<string, number> | undefined;
  /** Where the next file probably is, since folders list their files in the same order again. */
  #next = 0;

  private constructor(names: readonly string[], stamps: Float64Array) {
    this.names = names;
    this.#stamps = stamps;
  }

  static of(files: readonly (readonly [name: string, stamp: Stamp | undefined])[]): FileStamps {
    const stamps = new Float64Array(numbersInStamp * files.length).fill(Number.NaN);
    for (const [place, [, stamp]] of files.entries()) if (stamp) stamps.set(stamp, numbersInStamp * place);

    return new FileStamps(
      files.map(([name]) => name),
      stamps,
    );
  }

  /** What `print` gave. */
  static read([names, stamps]: Printed): FileStamps {
    const bytes = new Uint8Array(Buffer.from(stamps, 'base64'));

    return new FileStamps(names, new Float64Array(bytes.buffer));
  }

  print(): Printed {
    const { buffer, byteOffset, byteLength } = this.#stamps;

    return [this.names, Buffer.from(buffer, byteOffset, byteLength).toString('base64')];
  }

  /** The place of a file that is as it was. */
  find(name: string, stamp: Stamp): number | undefined {
    const place = this.#placeOf(name);
    if (place === undefined) return undefined;

    const isSame = stamp.every((number, i) => this.#stamps[numbersInStamp * place + i] === number);
    return isSame ? place : undefined;
  }

  /** These files without those at some places, and others after them. */
  with(gone: readonly number[], added: FileStamps): FileStamps {
    const left = new Set(this.names.keys());
    for (const place of gone) left.delete(place);
    const stamps = [...left].flatMap((place) => [...this.#stampAt(place)]);

    return new FileStamps(
      [...[...left].map((place) => this.names[place] ?? ''), ...added.names],
      Float64Array.of(...stamps, ...added.#stamps),
    );
  }

  #stampAt(place: number): Float64Array {
    return this.#stamps.subarray(numbersInStamp * place, numbersInStamp * (place + 1));
  }

  #placeOf(name: string): number | undefined {
    if (this.names[this.#next] === name) {
      this.#next += 1;
      return this.#next - 1;
    }
    this.#places ??= new Map(this.names.map((each, place) => [each, place]));
    const place = this.#places.get(name);
    if (place !== undefined) this.#next = place + 1;
    return place;
  }
}

/** Names, and stamps in base64. */
export type Printed = readonly [names: readonly string[], stamps: string];
