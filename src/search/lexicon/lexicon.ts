import { wordsOf } from '../text/words.ts';
import { stem } from '../text/stem.ts';
import { life } from './areas/life.ts';
import { media } from './areas/media.ts';
import { money } from './areas/commerce.ts';
import { technical } from './areas/technical.ts';
import { world } from './areas/world.ts';
import { classes } from './classes.ts';
import { englishStopWords } from './stop-words.ts';

/** One thing that APIs do or know. */
export interface Concept {
  /** Its name in reasons. */
  readonly label: string;
  readonly category: string | undefined;
  /** How descriptions of such APIs say it, plainest first. */
  readonly found: readonly (readonly string[])[];
}

/** A way to say a concept: a sentence must hold one stem of each slot, near the others. */
export interface Phrase {
  readonly concept: Concept;
  readonly slots: readonly ReadonlySet<string>[];
  /** Whether the order matters: "picture to text" is not "text to picture". */
  readonly ordered: boolean;
}

const linking = new Set([
  'a',
  'and',
  'as',
  'by',
  'for',
  'from',
  'in',
  'into',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);
const directions = new Set(['to', 'into', 'from', 'as', 'out']);
/** In a phrase with this many slots, even idle words tell something. */
const manySlots = 3;

let read: Lexicon | undefined;

/** Read at its first use: that takes a tenth of a second, and most programs that import this never search. */
function lexicon(): Lexicon {
  read ??= new Lexicon([world, money, media, technical, life]);

  return read;
}

/** The phrases that a sentence with this stem may hold. */
export function phrasesWith(stemOfWord: string): readonly Phrase[] {
  return lexicon().phrasesWith(stemOfWord);
}

export function lexiconWords(): ReadonlySet<string> {
  return lexicon().words;
}

/** The words of the lexicon with this beginning, shortest first. */
export function completions(beginning: string): readonly string[] {
  if (beginning.length < 3) return [];

  return [...lexiconWords()]
    .filter((word) => word.startsWith(beginning))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** What one word of a line can stand for: for each reading, the stems of each place that it takes. */
type Readings = readonly (readonly ReadonlySet<string>[])[];

class Lexicon {
  /** Every word, as written. */
  readonly words = new Set<string>();
  readonly #phrases = new Map<string, Phrase[]>();
  /** The readings of each word of the lines, with and without idle ones: the same words stand in many lines. */
  readonly #readings = { all: new Map<string, Readings>(), telling: new Map<string, Readings>() };

  constructor(tables: readonly string[]) {
    const rows = tables.flatMap((table) => readTable(table));
    const owners = countOwners(rows);
    for (const { concept, said, found } of rows) {
      const telling = found.filter((way) => way.includes(' ') || owners.get(stem(way)) === 1);
      for (const text of [...said, ...telling]) this.#add(concept, text);
    }
  }

  phrasesWith(stemOfWord: string): readonly Phrase[] {
    return this.#phrases.get(stemOfWord) ?? [];
  }

  #add(concept: Concept, text: string): void {
    const written = text.split(/\s+/);
    for (const slots of this.#expand(written, written.length >= manySlots ? 'all' : 'telling')) {
      const ordered = slots.some((slot) => [...slot].every((word) => directions.has(word)));
      const phrase = { concept, slots, ordered };
      for (const key of rarest(slots)) {
        const known = this.#phrases.get(key);
        if (known) known.push(phrase);
        else this.#phrases.set(key, [phrase]);
      }
    }
  }

  /** The slots of a phrase. A compound among the alternatives ("e-mail") makes one more phrase. */
  #expand([first, ...others]: readonly string[], which: 'all' | 'telling'): ReadonlySet<string>[][] {
    if (first === undefined) return [[]];

    const ends = this.#expand(others, which);
    return this.#readingsOf(first, which).flatMap((reading) => ends.map((end) => [...reading, ...end]));
  }

  #readingsOf(slot: string, which: 'all' | 'telling'): Readings {
    const known = this.#readings[which].get(slot);
    if (known) return known;

    const ways = alternatives(slot);
    const simple = ways.filter((way) => wordsOf(way).length === 1);
    const compounds = ways.filter((way) => wordsOf(way).length > 1);
    const telling = simple.filter((way) => which === 'all' || !isIdle(way));
    const readings = [
      ...(simple.length > 0
        ? [[new Set((telling.length > 0 ? telling : simple).flatMap((way) => this.#stemsOf(way)))]]
        : []),
      ...compounds.map((way) => this.#stemsOf(way).map((each) => new Set([each]))),
    ];
    this.#readings[which].set(slot, readings);
    return readings;
  }

  #stemsOf(way: string): string[] {
    return wordsOf(way).map((word) => {
      this.words.add(word);
      return stem(word);
    });
  }
}

interface Row {
  readonly concept: Concept;
  readonly said: readonly string[];
  readonly found: readonly string[];
}

/** Reads lines of `ways people say it = ways descriptions say it`, under headings `# category`. */
function readTable(table: string): Row[] {
  let category: string | undefined;
  return table.split('\n').flatMap((text) => {
    const line = text.trim();
    if (line.startsWith('#')) category = line.slice(1).trim();
    return line === '' || line.startsWith('#') ? [] : [readRow(line, category)];
  });
}

function readRow(line: string, category: string | undefined): Row {
  const [said = '', found = ''] = line.split('=');
  const concept = {
    label: listOf(found)[0] ?? said.trim(),
    category,
    found: listOf(found).map((phrase) => tellingWords(phrase)),
  };

  return { concept, said: listOf(said), found: listOf(found) };
}

/** "html to pdf" is found by "html" and "pdf". */
function tellingWords(phrase: string): string[] {
  const all = wordsOf(phrase);
  const telling = all.filter((word) => !linking.has(word));

  return telling.length > 0 ? telling : all;
}

/** How many concepts each way of describing belongs to. */
function countOwners(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const way of rows.flatMap(({ found }) => found)) {
    counts.set(stem(way), (counts.get(stem(way)) ?? 0) + 1);
  }

  return counts;
}

/** The slot with the fewest stems: sentences are looked up by those. */
function rarest([first = new Set<string>(), ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return others.reduce((least, slot) => (slot.size < least.size ? slot : least), first);
}

/** Whether a word adds nothing when it stands among others. */
function isIdle(word: string): boolean {
  return englishStopWords.has(word) && !['make', 'find', 'look'].includes(word);
}

/** The alternatives of a slot: `photo/picture` means either, `@image` any word of that class. */
function alternatives(slot: string): string[] {
  return slot.split('/').flatMap((word) => (word.startsWith('@') ? (classes[word.slice(1)] ?? []) : [word]));
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
