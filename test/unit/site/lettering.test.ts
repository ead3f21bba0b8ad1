import { readFile } from 'node:fs/promises';
import { Renderer } from '@takumi-rs/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fonts } from '../../../src/site/draw-share-picture.ts';
import { type Lettering, Typesetter } from '../../../src/site/lettering.ts';
import { Palette } from '../../../src/site/palette.ts';

const lettering: Lettering = { fontSize: 40, fontWeight: 600, color: '#ffffff' };
const paper = { backgroundColor: '#000000', fontFamily: fonts.map(({ name }) => name).join(', ') };

let renderer: Renderer;
let typesetter: Typesetter;

beforeAll(async () => {
  renderer = new Renderer();
  for (const { name, path } of fonts) await renderer.registerFont({ data: await readFile(path), name });
  typesetter = new Typesetter(renderer, new Palette([['#000000', '#ffffff']]), paper);
});

/** Letters of each line, and where the last one ends. */
async function set(text: string, width: number, lines: number) {
  const placed = await typesetter.lines(text, lettering, { width, lines });

  return placed.map((line) => ({
    letters: line.length,
    end: Math.max(...line.map(({ tile, left }) => left + tile.left + tile.width)),
  }));
}

describe('a text in lines', () => {
  it.each(['Tollbook', 'AVATAR', 'Today, fjords', 'Łódź'])(
    'is as wide as the renderer makes it: %s',
    async (text) => {
      const style = { ...lettering, whiteSpace: 'pre' as const };
      const { children } = await renderer.measure({
        type: 'container',
        style: { ...paper, display: 'flex' },
        children: [{ type: 'text', text, style }],
      });
      const [line] = await set(text, 1_000, 1);

      expect(Math.abs((line?.end ?? 0) - (children[0]?.width ?? 0))).toBeLessThan(4);
    },
  );

  it('breaks between words, and is never wider than its room', async () => {
    const lines = await set('one two three four five six seven', 200, 9);

    expect(lines.length).toBeGreaterThan(2);
    expect(lines.reduce((sum, { letters }) => sum + letters, 0)).toBe('onetwothreefourfivesixseven'.length);
    expect(lines.filter(({ end }) => end > 200)).toEqual([]);
  });

  it('breaks a word that is longer than a line', async () => {
    const lines = await set('w'.repeat(20), 200, 9);

    expect(lines.length).toBeGreaterThan(2);
    expect(lines.reduce((sum, { letters }) => sum + letters, 0)).toBe(20);
  });

  it('ends with an ellipsis where the room ends', async () => {
    const [cut] = await set('wwww wwww wwww', 200, 1);
    const [whole] = await set('wwww', 200, 1);

    expect(whole?.letters).toBe(4);
    expect(cut?.letters).toBe(5);
    expect(cut?.end).toBeLessThanOrEqual(200);
  });

  it('is empty without words', async () => {
    expect(await typesetter.lines(' ', lettering, { width: 100, lines: 1 })).toEqual([]);
  });
});
