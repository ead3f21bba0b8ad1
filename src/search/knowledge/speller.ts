import { editDistance } from '../../domain/nearest.ts';

/** Shorter words are no correction. */
const shortestKnown = 4;
/** Shorter words are not corrected: too many words are near them. */
const shortest = 5;
/** Words from this length on may hold more mistakes. */
const long = 9;
const maxCost = 2.2;
const maxCostOfLong = 2.8;

/** The costs of two kinds of mistakes; others cost 1. */
const swapped = 0.9;
const otherBeginning = 0.7;

export interface Guess {
  readonly word: string;
  /** The number of mistakes, roughly. */
  readonly cost: number;
}

/** Finds the word that a misspelt one most likely means, among the words that become equal to it when each may lose a letter. */
export class Speller {
  readonly #byDeletion = new Map<string, string[]>();
  readonly #known = new Set<string>();

  add(word: string): void {
    if (!isKnowable(word) || this.#known.has(word)) return;

    this.#known.add(word);
    for (const shorter of shorterForms(word)) {
      const words = this.#byDeletion.get(shorter);
      if (words) words.push(word);
      else this.#byDeletion.set(shorter, [word]);
    }
  }

  remove(word: string): void {
    if (!this.#known.delete(word)) return;

    for (const shorter of shorterForms(word)) {
      const words = this.#byDeletion.get(shorter)?.filter((known) => known !== word) ?? [];
      if (words.length > 0) this.#byDeletion.set(shorter, words);
      else this.#byDeletion.delete(shorter);
    }
  }

  /**
   * Undefined when no word is near, or when the word itself is known. Of two words that are equally near, that of the higher rank wins, then the
   * one that comes first in the alphabet.
   */
  guess(word: string, rank: (known: string) => number): Guess | undefined {
    if (word.length < shortest || !isPlain(word) || this.#known.has(word)) return undefined;

    const near = new Set(shorterForms(word).flatMap((shorter) => this.#byDeletion.get(shorter) ?? []));
    const most = word.length >= long ? maxCostOfLong : maxCost;
    const [best] = [...near]
      .map((known) => ({ word: known, cost: costOf(word, known) }))
      .filter(({ cost }) => cost < most)
      .sort((a, b) => a.cost - b.cost || rank(b.word) - rank(a.word) || (a.word < b.word ? -1 : 1));
    return best;
  }
}

/** A short word may hold one mistake, and no wrong letter, since that turns it into another word. A wrong first letter costs more, since it is rare. */
function costOf(written: string, known: string): number {
  const isSwap = isSwapped(written, known);
  const mistakes = isSwap ? swapped : editDistance(written, known);
  if (written.length <= shortest && (mistakes > 1 || (!isSwap && written.length === known.length))) {
    return Infinity;
  }

  return mistakes + (written.startsWith(known.slice(0, 1)) ? 0 : otherBeginning);
}

function isPlain(word: string): boolean {
  return /^[a-z]+$/.test(word);
}

/** A word too short to be a correction is not worth knowing. */
function isKnowable(word: string): boolean {
  return word.length >= shortestKnown && isPlain(word);
}

/** The word, and what is left of it without each of its letters. */
function shorterForms(word: string): string[] {
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])];
}

/** Whether the words differ only in two neighbouring letters that are swapped. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;

  const at = Array.from(a).findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
