import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Node, Renderer } from '@takumi-rs/core';
import mark from '../../public/favicon.svg?raw';
import { stateMarks } from './state-marks.ts';
import type { State } from '../domain/state.ts';
import { cutOut, IndexedPicture, type Tile } from './indexed-picture.ts';
import { type Lettering, type PlacedTile, tileHeight, Typesetter } from './lettering.ts';
import { Palette } from './palette.ts';
import type { SharePicture } from './share-picture.ts';

/** The size that link previews expect: https://ogp.me. */
export const shareSize = { width: 1200, height: 630 };

/** The dark theme of `tokens.css`. */
const colours = { paper: '#101412', ink: '#e8edea', soft: '#a0ada5', accent: '#6bd3a8' };
const stateColours: Readonly<Record<State, string>> = {
  verified: colours.accent,
  price_differs: '#e5b75c',
  terms_differ: '#f09a86',
  varies: '#e5b75c',
  uncheckable: colours.soft,
  unchecked: colours.soft,
  down: '#f09a86',
};
const markColours = { ground: '#0b6a4b', lines: '#ffffff' };

const onPaper = [colours.ink, colours.soft, ...Object.values(stateColours), markColours.ground];
const palette = new Palette([
  ...onPaper.map((colour) => [colours.paper, colour] as const),
  [markColours.ground, markColours.lines],
]);

/** The site's font, which comes in two files. */
export const fonts = ['latin', 'latin-ext'].map((subset) => ({
  name: `Figtree ${subset}`,
  path: createRequire(import.meta.url).resolve(
    `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`,
  ),
}));

/** The edges of the texts: those at the top are placed below each other, those at the bottom above each other. */
const edges = { left: 96, width: 1008, top: 172, bottom: 566 };
const markPlace = { left: 96, top: 72, size: 56 };
const brandPlace = { left: 172, top: 76 };
const stateSize = 34;
const stateGap = 14;
const gaps = { aboveSummary: 20, belowPrice: 6, belowState: 6 };

/** A kind of text: its letters, the height of a line, and how many lines there may be. */
interface TextStyle extends Lettering {
  readonly lineHeight: number;
  readonly lines: number;
}

const bold = 600;
const styles = {
  brand: { fontSize: 40, fontWeight: bold, color: colours.ink, lineHeight: 48, lines: 1 },
  title: { fontSize: 72, fontWeight: 700, color: colours.ink, lineHeight: 80.6, lines: 2 },
  summary: { fontSize: 32, fontWeight: 400, color: colours.soft, lineHeight: 41.6, lines: 2 },
  state: { fontSize: 32, fontWeight: bold, color: colours.ink, lineHeight: 38.4, lines: 1 },
  price: { fontSize: 44, fontWeight: bold, color: colours.ink, lineHeight: 50.6, lines: 2 },
  place: { fontSize: 28, fontWeight: 400, color: colours.soft, lineHeight: 33.6, lines: 1 },
} satisfies Record<string, TextStyle>;

/** A top left corner, in pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
}

/** A text in lines. */
interface Block {
  readonly lines: readonly (readonly PlacedTile[])[];
  readonly style: TextStyle;
  readonly height: number;
}

/** What every picture is put together from. */
interface Press {
  readonly typesetter: Typesetter;
  readonly mark: Tile;
  readonly stateMarks: ReadonlyMap<State, Tile>;
}

let ready: Promise<Press> | undefined;

/**
 * Draws the picture of a service as PNG. Long texts end with an ellipsis after their last line. The picture is put together from letters that
 * are drawn once: drawing all of it in full colour, and reducing the colours, takes several times as long.
 * @throws {Error} when the font cannot be read.
 */
export async function drawSharePicture(shown: SharePicture): Promise<Uint8Array<ArrayBuffer>> {
  const press = await openedPress();
  const picture = new IndexedPicture(shareSize);

  picture.put(press.mark, markPlace.left, markPlace.top);
  putBlock(picture, await setBlock(press, 'Tollbook', styles.brand), brandPlace);
  const end = await putHead(picture, shown, press);
  await putFoot(picture, shown, press, end);
  return picture.png(palette);
}

/** Puts title and summary; returns where they end. */
async function putHead(picture: IndexedPicture, shown: SharePicture, press: Press): Promise<number> {
  const title = await setBlock(press, shown.title, styles.title);
  const summary = await setBlock(press, shown.summary, styles.summary);
  const { left, top } = edges;
  const below = top + title.height + gaps.aboveSummary;

  putBlock(picture, title, { left, top });
  putBlock(picture, summary, { left, top: below });
  return below + summary.height;
}

/** Puts state, price and place at the bottom, or further down where the texts above need the room. */
async function putFoot(
  picture: IndexedPicture,
  { standing, price, place }: SharePicture,
  press: Press,
  top: number,
): Promise<void> {
  const priced = await setBlock(press, price, styles.price);
  const placed = await setBlock(press, place, styles.place);
  const { left, bottom } = edges;
  const stated = Math.max(
    top,
    bottom - placed.height - gaps.belowPrice - priced.height - gaps.belowState - styles.state.lineHeight,
  );
  const priceTop = stated + styles.state.lineHeight + gaps.belowState;

  if (standing) await putStanding(picture, standing, press, stated);
  putBlock(picture, priced, { left, top: priceTop });
  putBlock(picture, placed, { left, top: priceTop + priced.height + gaps.belowPrice });
}

async function putStanding(
  picture: IndexedPicture,
  { state, label }: NonNullable<SharePicture['standing']>,
  press: Press,
  top: number,
): Promise<void> {
  const labelled = await setBlock(press, label, { ...styles.state, color: stateColours[state] });
  const stateTile = press.stateMarks.get(state);

  if (stateTile) picture.put(stateTile, edges.left, Math.round(top + (labelled.height - stateSize) / 2));
  putBlock(picture, labelled, { left: edges.left + stateSize + stateGap, top });
}

async function setBlock({ typesetter }: Press, text: string, style: TextStyle): Promise<Block> {
  const { fontSize, fontWeight, color, lineHeight } = style;
  const room = { width: edges.width, lines: style.lines };
  const lines = await typesetter.lines(text, { fontSize, fontWeight, color }, room);

  return { lines, style, height: lines.length * lineHeight };
}

/** Puts each line in the middle of its height. */
function putBlock(picture: IndexedPicture, { lines, style }: Block, { left, top }: Place): void {
  const { lineHeight, fontSize } = style;
  const above = (lineHeight - tileHeight * fontSize) / 2;

  for (const [number, line] of lines.entries()) {
    const y = Math.round(top + number * lineHeight + above);
    for (const letter of line) picture.put(letter.tile, left + letter.left, y);
  }
}

/** All pictures share one press. If opening it fails, the next picture tries again. */
function openedPress(): Promise<Press> {
  ready ??= openPress().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

async function openPress(): Promise<Press> {
  const renderer = new Renderer();
  for (const { name, path } of fonts) await renderer.registerFont({ data: await readFile(path), name });
  const states = Object.keys(stateColours) as State[];
  const stateTiles = states.map(
    async (state) => [state, await drawImage(renderer, stateMark(state), stateSize)] as const,
  );

  return {
    typesetter: new Typesetter(renderer, palette, {
      backgroundColor: colours.paper,
      fontFamily: fonts.map(({ name }) => name).join(', '),
    }),
    mark: await drawImage(renderer, mark, markPlace.size),
    stateMarks: new Map(await Promise.all(stateTiles)),
  };
}

/** Draws a square SVG on the paper. */
async function drawImage(renderer: Renderer, svg: string, width: number): Promise<Tile> {
  const size = { width, height: width };
  const image: Node = { type: 'image', src: 'image', style: size };
  const paper: Node = {
    type: 'container',
    style: { ...size, backgroundColor: colours.paper },
    children: [image],
  };
  const images = [{ src: 'image', data: new TextEncoder().encode(svg), cache: 'none' as const }];

  const pixels = await renderer.render(paper, { ...size, format: 'raw', images });
  return cutOut(palette.indexesOf(pixels), width, 0, width);
}

/** The mark of a state on a disc of its colour. */
function stateMark(state: State): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14"><circle cx="7" cy="7" r="7" fill="${stateColours[state]}"/><path d="${stateMarks[state]}" transform="translate(1 1)" fill="none" stroke="${colours.paper}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
