import type { Node, Renderer } from '@takumi-rs/core';
import { cutOut, type Tile } from './indexed-picture.ts';
import type { Palette } from './palette.ts';

/** How the letters of a text look. */
export interface Lettering {
  readonly fontSize: number;
  readonly fontWeight: number;
  /** As `#rrggbb`. */
  readonly color: string;
}

/** A style as the renderer takes it. */
type Style = Readonly<Record<string, string | number>>;

/** A letter in its place: whole pixels from the beginning of its line to the left edge of its tile. */
export interface PlacedTile {
  readonly tile: Tile;
  readonly left: number;
}

/** How much room a text has: pixels, and lines. */
interface Room {
  readonly width: number;
  readonly lines: number;
}

/** A letter, and the distance to it from the beginning of its word or line. */
interface Letter {
  readonly character: string;
  readonly at: number;
}

interface Word {
  readonly letters: readonly Letter[];
  readonly width: number;
  /** The space before it, if it is not the first of its line. */
  readonly gap: number;
}

/** A tile is this many times as high as its letter. */
export const tileHeight = 1.2;

/** Room on both sides of a letter for what reaches beyond its width. */
const overhang = 4;

/** Letters begin at quarters of a pixel, which looks as even as any finer grid. */
const phases = 4;

/** Widths are measured at this size of the font, and are proportional to the size. */
const measuredSize = 1000;

const space = ' ';
const ellipsis = '…';

/**
 * Sets texts in lines of letters. Each letter is drawn once, and each pair measured once, because fonts move some letters closer together.
 * Both are kept for good: the font has some hundred letters.
 */
export class Typesetter {
  readonly #renderer: Renderer;
  readonly #palette: Palette;
  readonly #paper: Style;
  readonly #widths = new Map<string, number>();
  readonly #tiles = new Map<string, Tile>();

  /** `paper` is the style that letters are drawn on: its colour and its font. */
  constructor(renderer: Renderer, palette: Palette, paper: Style) {
    this.#renderer = renderer;
    this.#palette = palette;
    this.#paper = paper;
  }

  /** The lines of a text. It ends with an ellipsis where it has no room for all of its words. */
  async lines(text: string, lettering: Lettering, room: Room): Promise<PlacedTile[][]> {
    const texts = text.split(space).filter((word) => word !== '');
    if (texts.length === 0) return [];

    const widthOf = await this.#measure([space, ellipsis, ...texts.flatMap(measured)], lettering);
    const dots = wordOf(ellipsis, 0, widthOf);
    const words = texts.flatMap((each) => {
      const word = wordOf(each, widthOf(space), widthOf);
      return word.width <= room.width ? [word] : lettersOf(each, widthOf);
    });
    const lines = setInLines(words, dots, room);

    const tileOf = await this.#draw(lines.flat(), lettering);
    return lines.map((line) => line.flatMap(tileOf));
  }

  /** Measures letters and pairs of them, those that are not known yet together. */
  async #measure(
    texts: readonly string[],
    { fontSize, fontWeight }: Lettering,
  ): Promise<(text: string) => number> {
    const keyOf = (text: string): string => `${text} ${String(fontWeight)}`;
    const lacking = [...new Set(texts)].filter((text) => !this.#widths.has(keyOf(text)));

    if (lacking.length > 0) {
      const { children } = await this.#renderer.measure(
        this.#column(lacking.map((text) => ({ text, style: { fontWeight, fontSize: measuredSize } }))),
      );
      for (const [place, { width }] of children.entries()) {
        this.#widths.set(keyOf(lacking[place] ?? ''), width / measuredSize);
      }
    }
    return (text) => (this.#widths.get(keyOf(text)) ?? 0) * fontSize;
  }

  /** Draws letters, those that are not known yet together. */
  async #draw(letters: readonly Letter[], lettering: Lettering): Promise<(letter: Letter) => PlacedTile[]> {
    const style = Object.values(lettering).join(' ');
    const keyOf = ({ character, at }: Letter): string => `${character} ${String(phaseOf(at))} ${style}`;
    const lacking = new Map(
      letters.map((letter) => [keyOf(letter), letter] as const).filter(([key]) => !this.#tiles.has(key)),
    );

    const tiles = await this.#drawn([...lacking.values()], lettering);
    for (const [place, key] of [...lacking.keys()].entries()) {
      const tile = tiles[place];
      if (tile) this.#tiles.set(key, tile);
    }
    return (letter) => {
      const tile = this.#tiles.get(keyOf(letter));
      return tile ? [{ tile, left: Math.floor(quartered(letter.at)) - overhang }] : [];
    };
  }

  async #drawn(letters: readonly Letter[], lettering: Lettering): Promise<Tile[]> {
    if (letters.length === 0) return [];

    const height = Math.ceil(tileHeight * lettering.fontSize);
    const column = this.#column(
      letters.map(({ character, at }) => ({
        text: character,
        style: { ...lettering, height, lineHeight: tileHeight, marginLeft: overhang + phaseOf(at) / phases },
      })),
    );
    const { width, children } = await this.#renderer.measure(column);
    const size = { width: Math.ceil(width) + overhang, height: letters.length * height };
    const drawn = this.#palette.indexesOf(await this.#renderer.render(column, { ...size, format: 'raw' }));

    return children.map((_, place) => cutOut(drawn, size.width, place * height, (place + 1) * height));
  }

  /** Texts below each other. */
  #column(texts: readonly { readonly text: string; readonly style: Style }[]): Node {
    return {
      type: 'container',
      style: { ...this.#paper, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
      children: texts.map(({ text, style }) => ({
        type: 'text',
        text,
        style: { ...style, whiteSpace: 'pre' },
      })),
    };
  }
}

/** What has to be measured for a word: its letters, and its pairs of letters. */
function measured(word: string): string[] {
  const characters = Array.from(word);

  return [...characters, ...characters.slice(1).map((next, place) => `${characters[place] ?? ''}${next}`)];
}

function wordOf(text: string, gap: number, widthOf: (text: string) => number): Word {
  const letters: Letter[] = [];
  let end = 0;
  let before = '';

  for (const character of text) {
    const width = widthOf(character);
    const at = before === '' ? 0 : end + widthOf(before + character) - widthOf(before) - width;
    letters.push({ character, at });
    end = at + width;
    before = character;
  }
  return { letters, width: end, gap };
}

/** A word that is longer than a line, which may end after each of its letters. */
function lettersOf(text: string, widthOf: (text: string) => number): Word[] {
  return Array.from(text, (character, place) => wordOf(character, place === 0 ? widthOf(space) : 0, widthOf));
}

interface PlacedWord {
  readonly letters: readonly Letter[];
  readonly end: number;
}

/** Puts words as far to the left as they fit. */
function setInLines(words: readonly Word[], dots: Word, { width, lines }: Room): Letter[][] {
  let line: PlacedWord[] = [];
  const set = [line];

  for (const word of words) {
    const placed = after(line.at(-1), word);
    if (placed.end <= width || line.length === 0) line.push(placed);
    else if (set.length < lines) set.push((line = [after(undefined, word)]));
    else {
      shorten(line, dots, width);
      break;
    }
  }
  return set.map((placed) => placed.flatMap(({ letters }) => letters));
}

/** Ends a line with an ellipsis, in the place of its last words where it would not fit. */
function shorten(line: PlacedWord[], dots: Word, width: number): void {
  line.length = 1 + line.findLastIndex(({ end }) => end + dots.width <= width);
  line.push(after(line.at(-1), dots));
}

function after(before: PlacedWord | undefined, { letters, width, gap }: Word): PlacedWord {
  const start = before === undefined ? 0 : before.end + gap;

  return { letters: letters.map(({ character, at }) => ({ character, at: start + at })), end: start + width };
}

/** A distance in whole quarters of a pixel. */
function quartered(distance: number): number {
  return Math.round(distance * phases) / phases;
}

function phaseOf(at: number): number {
  return (((quartered(at) % 1) + 1) % 1) * phases;
}
