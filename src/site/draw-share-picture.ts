import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type ImageSource, type Node, Renderer } from '@takumi-rs/core';
import mark from '../../public/favicon.svg?raw';
import type { State } from '../domain/state.ts';
import { categoryIcon } from './category-icon.ts';
import { categoryIcons } from './category-icons.ts';
import { faceColours } from './face.ts';
import type { SharePicture } from './share-picture.ts';
import { stateMarks } from './state-marks.ts';

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

/** The site's font, which comes in two files. */
export const fonts = ['latin', 'latin-ext'].map((subset) => ({
  name: `Figtree ${subset}`,
  path: createRequire(import.meta.url).resolve(
    `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`,
  ),
}));

type Style = Readonly<Record<string, string | number>>;

const bold = 600;
const paper: Style = {
  ...shareSize,
  display: 'flex',
  flexDirection: 'column',
  padding: '72px 96px 64px',
  backgroundColor: colours.paper,
  fontFamily: fonts.map(({ name }) => name).join(', '),
  color: colours.ink,
};
const row: Style = { display: 'flex', alignItems: 'center' };
const heading: Style = { ...row, gap: 28, marginTop: 32 };
const brand: Style = { fontSize: 40, fontWeight: bold, marginLeft: 20 };
const emblemSize = 104;
const face: Style = {
  ...row,
  justifyContent: 'center',
  flexShrink: 0,
  width: emblemSize,
  height: emblemSize,
  borderRadius: 22,
  fontSize: 42,
  fontWeight: 650,
  color: '#ffffff',
};
const title: Style = { fontSize: 72, fontWeight: 700, lineHeight: 1.12 };
const summary: Style = { fontSize: 32, lineHeight: 1.3, color: colours.soft, marginTop: 16 };
const foot: Style = { display: 'flex', flexDirection: 'column', marginTop: 'auto' };
const label: Style = { fontSize: 32, fontWeight: bold, marginLeft: 14 };
const price: Style = { fontSize: 44, fontWeight: bold, lineHeight: 1.15, marginTop: 6 };
const place: Style = { ...row, gap: 12, marginTop: 6 };
const placeText: Style = { fontSize: 28, color: colours.soft };

let ready: Promise<Renderer> | undefined;

/**
 * Draws the picture of a service as PNG. Long texts end with an ellipsis after their last line.
 * @throws {Error} when the font cannot be read.
 */
export async function drawSharePicture(shown: SharePicture): Promise<Uint8Array<ArrayBuffer>> {
  const renderer = await openedRenderer();
  const picture = box(paper, [
    box(row, [image('mark', 56), text('Tollbook', brand, 1)]),
    box(heading, [...emblemOf(shown), text(shown.title, title, 2)]),
    text(shown.summary, summary, 2),
    box(foot, [
      ...(shown.standing ? [standingOf(shown.standing)] : []),
      text(shown.price, price, 2),
      box(place, [
        ...(shown.face && shown.category !== null ? [image(categoryIcon(shown.category), 30)] : []),
        text(shown.place, placeText, 1),
      ]),
    ]),
  ]);

  return new Uint8Array(await renderer.render(picture, { ...shareSize, format: 'png', images }));
}

/** What stands before the title: the mark of a service, or the icon of a category. */
function emblemOf({ face: mark, category }: SharePicture): Node[] {
  if (mark) {
    const backgroundColor = `oklch(0.47 0.09 ${String((mark.colour * 360) / faceColours)})`;
    return [box({ ...face, backgroundColor }, [text(mark.initials, {}, 1)])];
  }

  return category === null ? [] : [image(categoryIcon(category), emblemSize)];
}

function standingOf({ state, label: words }: NonNullable<SharePicture['standing']>): Node {
  return box(row, [image(state, 34), text(words, { ...label, color: stateColours[state] }, 1)]);
}

function box(style: Style, children: readonly Node[]): Node {
  return { type: 'container', style, children: [...children] };
}

function text(words: string, style: Style, lines: number): Node {
  return { type: 'text', text: words, style: { ...style, lineClamp: lines, overflowWrap: 'anywhere' } };
}

function image(src: string, width: number): Node {
  return { type: 'image', src, style: { width, height: width } };
}

/** The marks of Tollbook and of all states by name, and the icons of categories by their paths. */
const images: ImageSource[] = [
  sourceOf('mark', mark),
  ...(Object.keys(stateColours) as State[]).map((state) => sourceOf(state, stateMark(state))),
  ...Object.values(categoryIcons).map((path) => sourceOf(path, strokeOf(path))),
];

function sourceOf(src: string, svg: string): ImageSource {
  return { src, data: new TextEncoder().encode(svg) };
}

/** The mark of a state on a disc of its colour. */
function stateMark(state: State): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14"><circle cx="7" cy="7" r="7" fill="${stateColours[state]}"/><path d="${stateMarks[state]}" transform="translate(1 1)" fill="none" stroke="${colours.paper}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

function strokeOf(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}" fill="none" stroke="${colours.soft}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
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
