import { costs, type Work } from '../index/work.ts';
import { editDistance } from '../../domain/edit-distance.ts';

/** Shorter words are no correction. */
const shortestKnown = 4;
/** Shorter words are not corrected: too many words are near them. */
const shortest = 5;
/** Words from this length on may hold more mistakes. */
const long = 9;
const mostCost = 2.2;
const mostCostOfLong = 2.8;

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

  /** Knows these words. Of two that are equally near to a misspelt one, the earlier wins. */
  static *of(words: Iterable<string>): Work<Speller> {
    const speller = new Speller();
    for (const word of words) {
      if (word.length < shortestKnown || !isPlain(word) || speller.#known.has(word)) continue;

      speller.#known.add(word);
      for (const shorter of new Set([word, ...deletions(word)])) speller.#add(shorter, word);
      yield costs.learningWord;
    }
    return speller;
  }

  /** Undefined when no word is near, or when the word itself is known. */
  guess(word: string): Guess | undefined {
    if (word.length < shortest || !isPlain(word) || this.#known.has(word)) return undefined;

    const near = new Set(
      [word, ...deletions(word)].flatMap((shorter) => this.#byDeletion.get(shorter) ?? []),
    );
    const most = word.length >= long ? mostCostOfLong : mostCost;
    let best: Guess | undefined;
    for (const known of near) {
      const cost = costOf(word, known);
      if (cost < most && (!best || cost < best.cost)) best = { word: known, cost };
    }
    return best;
  }

  #add(shorter: string, word: string): void {
    const words = this.#byDeletion.get(shorter);
    if (words) words.push(word);
    else this.#byDeletion.set(shorter, [word]);
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

function deletions(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** Whether the words differ only in two neighbouring letters that are swapped. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;

  const at = Array.from(a).findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
