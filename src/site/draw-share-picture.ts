import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Node, Renderer } from '@takumi-rs/core';
import mark from '../../public/favicon.svg?raw';
import { stateMarks } from './state-marks.ts';
import type { State } from '../domain/state.ts';
import type { SharePicture } from './share-picture.ts';

/** The size that link previews expect: https://ogp.me. */
export const shareSize = { width: 1200, height: 630 };

/** The dark theme of `tokens.css`. */
const colours = { paper: '#101412', ink: '#e8edea', soft: '#a0ada5', accent: '#6bd3a8' };
const stateColours: Readonly<Record<State, string>> = {
  verified: colours.accent,
  price_differs: '#e5b75c',
  terms_differ: '#f09a86',
  uncheckable: colours.soft,
  unchecked: colours.soft,
  down: '#f09a86',
};
const markSource = 'mark';
const stateSource = 'state';
let ready: Promise<Renderer> | undefined;

/** The site's font, which comes in two files. */
export const fonts = ['latin', 'latin-ext'].map((subset) => ({
  name: `Figtree ${subset}`,
  path: createRequire(import.meta.url).resolve(
    `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`,
  ),
}));

/**
 * Draws the picture of a service as PNG. Long texts end with an ellipsis after their second line.
 * @throws {Error} when the font cannot be read.
 */
export async function drawSharePicture(picture: SharePicture): Promise<Uint8Array<ArrayBuffer>> {
  const renderer = await openedRenderer();

  return renderer.render(layoutOf(picture), {
    ...shareSize,
    format: 'png',
    images: [{ src: markSource, data: new TextEncoder().encode(mark) }, ...stateImages(picture.standing)],
  });
}

/** All pictures share one renderer. If opening it fails, the next picture tries again. */
function openedRenderer(): Promise<Renderer> {
  ready ??= openRenderer().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

async function openRenderer(): Promise<Renderer> {
  const renderer = new Renderer();
  for (const { name, path } of fonts) await renderer.registerFont({ data: await readFile(path), name });
  return renderer;
}

function stateImages(standing: SharePicture['standing']) {
  return standing ? [{ src: stateSource, data: new TextEncoder().encode(stateMark(standing.state)) }] : [];
}

/** The mark of a state on a disc of its colour. */
function stateMark(state: State): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14"><circle cx="7" cy="7" r="7" fill="${stateColours[state]}"/><path d="${stateMarks[state]}" transform="translate(1 1)" fill="none" stroke="${colours.paper}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

function standingLine({ state, label }: NonNullable<SharePicture['standing']>): Node[] {
  return [
    { type: 'image', src: stateSource, style: { width: 34, height: 34 } },
    text(label, { fontSize: 32, fontWeight: 600, color: stateColours[state] }),
  ];
}

function layoutOf({ title, summary, standing, price, place }: SharePicture): Node {
  return {
    type: 'container',
    style: {
      ...shareSize,
      display: 'flex',
      flexDirection: 'column',
      padding: '72px 96px 64px',
      overflowWrap: 'anywhere',
      backgroundColor: colours.paper,
      color: colours.ink,
      fontFamily: fonts.map(({ name }) => name).join(', '),
    },
    children: [
      {
        type: 'container',
        style: { display: 'flex', alignItems: 'center', gap: 20, marginBottom: 44 },
        children: [
          { type: 'image', src: markSource, style: { width: 56, height: 56 } },
          text('Tollbook', { fontSize: 40, fontWeight: 600 }),
        ],
      },
      text(title, { fontSize: 72, fontWeight: 700, lineHeight: 1.12, lineClamp: 2 }),
      text(summary, { fontSize: 32, lineHeight: 1.3, lineClamp: 2, color: colours.soft, marginTop: 20 }),
      {
        type: 'container',
        style: { display: 'flex', alignItems: 'center', gap: 14, marginTop: 'auto', marginBottom: 6 },
        children: standing ? standingLine(standing) : [],
      },
      text(price, {
        fontSize: 44,
        fontWeight: 600,
        lineHeight: 1.15,
        lineClamp: 2,
        color: colours.ink,
      }),
      text(place, { fontSize: 28, lineClamp: 1, color: colours.soft, marginTop: 6 }),
    ],
  };
}

function text(content: string, style: Record<string, string | number>): Node {
  return { type: 'text', text: content, style };
}
