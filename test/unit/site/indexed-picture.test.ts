import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cutOut, IndexedPicture } from '../../../src/site/indexed-picture.ts';
import { Palette } from '../../../src/site/palette.ts';

const palette = new Palette([['#000000', '#ff0000']]);
const red = palette.colours.length - 1;

/** The chunks of a PNG by their types. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

/** The rows of a picture, without the number of the filter that each begins with. */
function rowsOf(picture: IndexedPicture, width: number): number[][] {
  const bytes = [...inflateSync(chunksOf(picture.png(palette)).get('IDAT') ?? '')];

  return Array.from({ length: bytes.length / (width + 1) }, (_, row) =>
    bytes.slice(row * (width + 1) + 1, (row + 1) * (width + 1)),
  );
}

const drawing = Uint8Array.from([0, 0, 0, 0, 3, 0, 0, 4, 5]);
const tile = cutOut(drawing, 3, 0, 3);

describe('an indexed picture', () => {
  it('has the first colour of its palette where nothing is drawn', () => {
    expect(rowsOf(new IndexedPicture({ width: 2, height: 1 }), 2)).toEqual([[0, 0]]);
  });

  it('shows a tile as it was drawn', () => {
    const picture = new IndexedPicture({ width: 4, height: 3 });
    picture.put(tile, 1, 0);

    expect(rowsOf(picture, 4)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 3, 0],
      [0, 0, 4, 5],
    ]);
  });

  it('leaves out what lies outside', () => {
    const picture = new IndexedPicture({ width: 2, height: 2 });
    picture.put(tile, -1, -1);
    picture.put(tile, 0, 1);

    expect(rowsOf(picture, 2)).toEqual([
      [3, 0],
      [4, 5],
    ]);
  });

  it('keeps the stronger of two letters that touch', () => {
    const picture = new IndexedPicture({ width: 3, height: 3 });
    picture.put(tile, 0, 0);
    picture.put(tile, 0, -1);

    expect(rowsOf(picture, 3)[1]).toEqual([0, 4, 5]);
  });

  it('cuts nothing out of an empty drawing', () => {
    expect(cutOut(new Uint8Array(9), 3, 0, 3)).toMatchObject({ width: 0, height: 0 });
  });

  it('says its size and its colours', () => {
    const chunks = chunksOf(new IndexedPicture({ width: 5, height: 7 }).png(palette));

    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect([...(chunks.get('IHDR') ?? [])]).toEqual([0, 0, 0, 5, 0, 0, 0, 7, 8, 3, 0, 0, 0]);
    expect(chunks.get('PLTE')?.length).toBe(3 * palette.colours.length);
  });
});

describe('a palette', () => {
  it('finds the nearest colour of each pixel', () => {
    const pixels = Uint8Array.from([0, 0, 0, 255, 255, 0, 0, 255, 3, 0, 0, 255, 254, 9, 0, 255]);

    expect([...palette.indexesOf(pixels)]).toEqual([0, red, 0, red]);
  });

  it('gets stronger along a ramp', () => {
    const reds = palette.colours.map(([value]) => value);

    expect(reds).toEqual(reds.toSorted((a, b) => a - b));
    expect(new Set(reds).size).toBe(palette.colours.length);
  });

  it('has room for 256 colours', () => {
    const ends = ['ff0000', '00ff00', '0000ff', 'ffff00', 'ff00ff', '00ffff', 'ffffff', '888800', '008888'];
    const ramps = ends.map((end) => ['#000000', `#${end}`] as const);

    expect(() => new Palette(ramps)).toThrow('no room');
  });
});
