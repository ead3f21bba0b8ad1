import { constants, crc32, deflateSync } from 'node:zlib';
import type { Palette } from './palette.ts';

/** A rectangle of pixels, each the index of a colour, row by row. It has a place within the drawing that it was cut out of. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The drawn part of some rows of a drawing: everything around it has the first colour. Its place is counted from the first of these rows. */
export function cutOut(pixels: Uint8Array, width: number, from: number, to: number): Tile {
  let [left, right, top, bottom] = [width, 0, to, from];
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (pixels[row * width + column] === 0) continue;
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), row + 1];
    }
  }
  if (right === 0) return { left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() };

  const size = { width: right - left, height: bottom - top };
  const cut = new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row += 1) {
    const start = (top + row) * width + left;
    cut.set(pixels.subarray(start, start + size.width), row * size.width);
  }
  return { left, top: top - from, ...size, pixels: cut };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The fields of a PNG header after its size: 8 bits a pixel, indexed colours, and no other than the usual methods. */
const header = [8, 3, 0, 0, 0];

/**
 * Letters on plain paper are mostly runs of one colour. Looking for other repetitions takes half as long again and saves hardly a byte; smaller
 * blocks, each with codes of its own, save some. The compressed bytes come in one piece, which is cheaper than joining several.
 */
const compression = { strategy: constants.Z_RLE, level: 1, memLevel: 6, chunkSize: 64 * 1024 };

/** A picture of indexed colours that is put together from tiles. */
export class IndexedPicture {
  readonly #size: Size;
  /** The bytes of a row; PNG begins each with the number of its filter, which is none here. */
  readonly #stride: number;
  readonly #rows: Uint8Array;

  /** A picture in the first colour of its palette. */
  constructor(size: Size) {
    this.#size = size;
    this.#stride = size.width + 1;
    this.#rows = new Uint8Array(this.#stride * size.height);
  }

  /** Puts a tile, whose drawing begins at a place. Of two pixels in one place, that with the greater index stays. */
  put(tile: Tile, left: number, top: number): void {
    const [rows, stride] = [this.#rows, this.#stride];
    const { pixels, width } = tile;
    const [x, y] = [left + tile.left, top + tile.top];
    const [first, last] = [Math.max(0, -y), Math.min(tile.height, this.#size.height - y)];
    const [start, end] = [Math.max(0, -x), Math.min(width, this.#size.width - x)];

    for (let row = first; row < last; row += 1) {
      const from = row * width;
      const to = (y + row) * stride + 1 + x;
      for (let column = start; column < end; column += 1) {
        const pixel = pixels[from + column] ?? 0;
        if (pixel > (rows[to + column] ?? 0)) rows[to + column] = pixel;
      }
    }
  }

  /** The picture as PNG: https://www.w3.org/TR/png-3/. */
  png({ colours }: Palette): Buffer<ArrayBuffer> {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(this.#size.width, 0);
    size.writeUInt32BE(this.#size.height, 4);
    const data = deflateSync(this.#rows, compression);

    return Buffer.concat([
      signature,
      ...chunk('IHDR', Buffer.from([...size, ...header])),
      ...chunk('PLTE', Buffer.from(colours.flat())),
      ...chunk('IDAT', data),
      ...chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const name = Buffer.from(type);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(data, crc32(name)));

  return [length, name, data, sum];
}
