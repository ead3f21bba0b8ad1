import { emptyRoot, hashBytes, nodeHash, splitOf } from './merkle-tree.ts';

/** Hashes in a full tile, and entries in a full bundle: C2SP tlog-tiles. */
export const tileWidth = 256;

/** Which tile, or which part of the last one of its level. */
export interface Tile {
  /** 0 for the hashes of leaves; `entries` for the bundles of entries beside them. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; the number of hashes or entries. */
  readonly width: number;
}

/** The tree of C2SP has tiles up to level 5 for all sizes that a number can hold. */
const maxLevel = 5;

/** The path of a tile below `/log/`: `tile/0/x001/234.p/67`. */
export function tilePath({ level, index, width }: Tile): string {
  const partial = width === tileWidth ? '' : `.p/${String(width)}`;

  return `tile/${String(level)}/${indexPath(index)}${partial}`;
}

/** 1234067 is `x001/x234/067`. */
export function indexPath(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return groups.join('/');
}

const path = /^tile\/(entries|[0-5])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

export function readTilePath(text: string): Tile | undefined {
  const [, level = '', groups = '', width = String(tileWidth)] = path.exec(text) ?? [];
  if (level === '') return undefined;

  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const tile = { level: level === 'entries' ? level : Number(level), index, width: Number(width) } as const;
  return Number.isSafeInteger(index) && tilePath(tile) === text ? tile : undefined;
}

/** The tiles of a tree of this size, whose leaves up to `since` one has already. Full ones, and the partial one at the end of each level. */
export function tilesOf(size: number, since = 0): Tile[] {
  const levels: (number | 'entries')[] = [
    'entries',
    ...Array.from({ length: maxLevel + 1 }, (_, level) => level),
  ];

  return levels.flatMap((level) => {
    const span = level === 'entries' ? 1 : tileWidth ** level;
    const [from, to] = [Math.floor(since / span), Math.floor(size / span)];
    if (to === 0 || from === to) return [];

    const first = Math.floor(from / tileWidth);
    return Array.from({ length: Math.ceil(to / tileWidth) - first }, (_, i) => {
      const index = first + i;
      return { level, index, width: Math.min(tileWidth, to - index * tileWidth) };
    });
  });
}

/** All hashes of a tree that a tile can hold, in memory: 32 bytes a leaf, and 1/255 of that. */
export class TileTree {
  /** By level: the roots of every 256^level leaves. */
  readonly #levels: Hashes[] = [new Hashes()];

  get size(): number {
    return this.#level(0).length;
  }

  append(leaf: Uint8Array): void {
    this.#append(0, leaf);
  }

  /** The root of the first `size` leaves, or of all. */
  root(size = this.size): Buffer {
    return size === 0 ? emptyRoot : this.rootOf(0, size);
  }

  rootOf(start: number, end: number): Buffer {
    const known = this.#known(start, end);
    if (known) return known;

    const middle = start + splitOf(end - start);
    return nodeHash(this.rootOf(start, middle), this.rootOf(middle, end));
  }

  /** The hashes of a tile of a tree of `size` leaves; undefined where that has none. */
  tile({ level, index, width }: Tile, size = this.size): Buffer | undefined {
    if (level === 'entries' || size > this.size) return undefined;
    const [from, to] = [index * tileWidth, index * tileWidth + width];

    return to <= Math.floor(size / tileWidth ** level) ? this.#level(level).slice(from, to) : undefined;
  }

  #level(level: number): Hashes {
    return this.#levels[level] ?? (this.#levels[level] = new Hashes());
  }

  #append(level: number, hash: Uint8Array): void {
    const hashes = this.#level(level);
    hashes.push(hash);
    if (hashes.length % tileWidth !== 0) return;

    this.#append(level + 1, this.#rootOfTile(hashes, hashes.length - tileWidth));
  }

  #rootOfTile(hashes: Hashes, from: number): Buffer {
    let nodes = Array.from({ length: tileWidth }, (_, i) => hashes.at(from + i));
    while (nodes.length > 1) {
      nodes = Array.from({ length: nodes.length / 2 }, (_, i) =>
        nodeHash(nodes[2 * i] ?? emptyRoot, nodes[2 * i + 1] ?? emptyRoot),
      );
    }
    return nodes[0] ?? emptyRoot;
  }

  /** A root that is stored as it is. */
  #known(start: number, end: number): Buffer | undefined {
    const level = Math.round(Math.log2(end - start) / 8);
    const span = tileWidth ** level;

    return end - start === span && start % span === 0 ? this.#level(level).at(start / span) : undefined;
  }
}

/** A list of hashes in one buffer, which doubles when it is full. */
class Hashes {
  #bytes = Buffer.alloc(hashBytes * tileWidth);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(hash: Uint8Array): void {
    const at = this.#length * hashBytes;
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(at)]);
    this.#bytes.set(hash, at);
    this.#length += 1;
  }

  at(index: number): Buffer {
    return this.slice(index, index + 1);
  }

  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(from * hashBytes, to * hashBytes);
  }
}

/** A bundle of entries: each with its length before it, in two bytes. */
export function printEntries(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** The entries of a bundle; undefined when it is not one of `width` entries. */
export function readEntries(bundle: Uint8Array, width: number): string[] | undefined {
  const bytes = Buffer.from(bundle);
  const entries: string[] = [];
  let at = 0;
  while (at + 2 <= bytes.length && entries.length < width) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.toString('utf8', at + 2, end));
    at = end;
  }
  return at === bytes.length && entries.length === width ? entries : undefined;
}
