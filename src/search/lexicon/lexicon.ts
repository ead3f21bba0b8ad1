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

const phrasesByStem = new Map<string, Phrase[]>();
const words = new Set<string>();

const concepts = [world, money, media, technical, life].flatMap((table) => readTable(table));
const owners = countOwners(concepts);
for (const { concept, said, found } of concepts) {
  for (const phrase of [...said, ...found.filter((way) => isTelling(way))]) addPhrase(concept, phrase);
}

/** The phrases that a sentence with this stem may hold. */
export function phrasesWith(stemOfWord: string): readonly Phrase[] {
  return phrasesByStem.get(stemOfWord) ?? [];
}

/** Every word of the lexicon, as written there. */
export function lexiconWords(): ReadonlySet<string> {
  return words;
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

/** Whether a way of describing a concept means no other concept, so that a sentence can say it that way too. */
function isTelling(way: string): boolean {
  return way.includes(' ') || (owners.get(stem(way)) ?? 0) < 2;
}

function addPhrase(concept: Concept, text: string): void {
  const written = text.split(/\s+/);
  for (const slots of expand(written, written.length >= manySlots)) {
    const [rarest] = [...slots].sort((a, b) => a.size - b.size);
    for (const key of rarest ?? []) {
      const known = phrasesByStem.get(key);
      const phrase = {
        concept,
        slots,
        ordered: slots.some((slot) => [...slot].every((word) => directions.has(word))),
      };
      if (known) known.push(phrase);
      else phrasesByStem.set(key, [phrase]);
    }
  }
}

/** The slots of a phrase. A compound among the alternatives ("e-mail") makes one more phrase. */
function expand(slots: readonly string[], keepsIdle: boolean): ReadonlySet<string>[][] {
  const [first, ...others] = slots;
  if (first === undefined) return [[]];

  const ways = alternatives(first);
  const simple = ways.filter((way) => wordsOf(way).length === 1);
  const compounds = ways.filter((way) => wordsOf(way).length > 1);
  const telling = simple.filter((way) => keepsIdle || !isIdle(way));
  const beginnings = [
    ...(simple.length > 0
      ? [[new Set((telling.length > 0 ? telling : simple).flatMap((way) => stemsOf(way)))]]
      : []),
    ...compounds.map((way) => stemsOf(way).map((each) => new Set([each]))),
  ];
  const ends = expand(others, keepsIdle);
  return beginnings.flatMap((beginning) => ends.map((end) => [...beginning, ...end]));
}

/** Whether a word tells nothing when it stands among others. */
function isIdle(word: string): boolean {
  return englishStopWords.has(word) && !['make', 'find', 'look'].includes(word);
}

/** The alternatives of a slot: `photo/picture` means either, `@image` any word of that class. */
function alternatives(slot: string): string[] {
  return slot.split('/').flatMap((word) => (word.startsWith('@') ? (classes[word.slice(1)] ?? []) : [word]));
}

function stemsOf(word: string): string[] {
  return wordsOf(word).map((part) => {
    words.add(part);
    return stem(part);
  });
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The words of the lexicon with this beginning, shortest first. */
export function completions(beginning: string): readonly string[] {
  if (beginning.length < 3) return [];

  return [...words]
    .filter((word) => word.startsWith(beginning))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}
