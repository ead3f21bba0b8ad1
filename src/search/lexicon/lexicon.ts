import { isCjk, wordsOf } from '../words.ts';
import { stem } from '../stem.ts';
import { areas } from './areas.ts';
import { classes } from './classes.ts';
import { languageWords } from './language-words.ts';

/** One thing that APIs do or know, with the ways in which people and descriptions say it. */
export interface Concept {
  /** What it is called in reasons. */
  readonly label: string;
  readonly category: string | undefined;
  /** How descriptions of such APIs say it, the plainest first. */
  readonly found: readonly (readonly string[])[];
  /** What such descriptions often hold besides. */
  readonly loose: readonly (readonly string[])[];
}

/** A way to say a concept: one stem of each slot must stand in the sentence, near the others. */
export interface Phrase {
  readonly concept: Concept;
  readonly slots: readonly ReadonlySet<string>[];
}

const phrasesByStem = new Map<string, Phrase[]>();
const words = new Set<string>();

for (const table of areas) readTable(table);

/** The phrases that a word can begin. */
export function phrasesWith(stemOfWord: string): readonly Phrase[] {
  return phrasesByStem.get(stemOfWord) ?? [];
}

/** Every word of the lexicon, as it is written there. */
export function lexiconWords(): ReadonlySet<string> {
  return words;
}

/** Lines of `ways people say it = ways descriptions say it ~ words near it`, under headings `# category`. */
function readTable(table: string): void {
  let category: string | undefined;
  for (const line of table.split('\n').map((text) => text.trim())) {
    if (line === '') continue;
    if (line.startsWith('#')) category = line.slice(1).trim() || undefined;
    else readConcept(line, category);
  }
}

function readConcept(line: string, category: string | undefined): void {
  const [ways = '', loosely = ''] = line.split('~');
  const [said = '', found = ''] = ways.split('=');
  const concept: Concept = {
    label: listOf(found)[0] ?? said.trim(),
    category,
    found: listOf(found).map((phrase) => wordsOf(phrase)),
    loose: listOf(loosely).map((phrase) => wordsOf(phrase)),
  };

  for (const phrase of [...listOf(said), ...listOf(found)]) addPhrase(concept, phrase);
}

function addPhrase(concept: Concept, text: string): void {
  const slots = text.split(/\s+/).map((slot) => new Set(alternatives(slot).flatMap((word) => stemsOf(word))));
  const [rarest] = [...slots].sort((a, b) => a.size - b.size);
  for (const key of rarest ?? []) {
    const known = phrasesByStem.get(key);
    if (known) known.push({ concept, slots });
    else phrasesByStem.set(key, [{ concept, slots }]);
  }
}

/** `photo/picture` is either; `@image` any word of that class. */
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

const translations = new Map(
  Object.entries(languageWords).map(([language, table]) => [language, readTranslations(table)] as const),
);
const cjk = translations.get('cjk') ?? new Map<string, string[]>();
const longestCjk = Math.max(0, ...[...cjk.keys()].map((key) => [...key].length));

/** Lines of `word, word = English words`. */
function readTranslations(table: string): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const line of table.split('\n')) {
    const [ways = '', english = ''] = line.split('=');
    for (const way of listOf(ways)) map.set(foldedKey(way), english.trim().split(/\s+/));
  }
  return map;
}

function foldedKey(text: string): string {
  return isCjk(text) ? text.normalize('NFKD').replace(/\p{Mn}+/gu, '').toLowerCase() : wordsOf(text).join(' ');
}

/** What a word of another language means in English; undefined when it is not known. A long word may begin with it: "Fahrplandaten". */
export function translate(word: string, language: string): readonly string[] | undefined {
  const table = translations.get(language);
  const exact = table?.get(word);
  if (exact || !table) return exact;

  for (let length = word.length - 1; length >= Math.max(5, word.length / 2 - 1); length--) {
    const beginning = table.get(word.slice(0, length));
    if (beginning) return beginning;
  }
  return undefined;
}

/** What a run of Chinese or Japanese says, by the longest words that are known. */
export function translateCjk(run: string): string[] {
  const characters = [...run];
  const english: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const length = lengthOfKnown(characters, at);
    english.push(...(cjk.get(characters.slice(at, at + length).join('')) ?? []));
    at += Math.max(length, 1);
  }
  return english;
}

function lengthOfKnown(characters: readonly string[], at: number): number {
  for (let length = Math.min(longestCjk, characters.length - at); length > 0; length--) {
    if (cjk.has(characters.slice(at, at + length).join(''))) return length;
  }
  return 0;
}
