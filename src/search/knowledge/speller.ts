import { costs, type Work } from '../index/work.ts';

/** Shorter words are not what a misspelt one meant. */
const shortestKnown = 4;
/** Shorter words have too many neighbours to guess from. */
const shortest = 5;
/** A word this long may hold more mistakes. */
const long = 9;
const mostCost = 2.2;
const mostCostOfLong = 2.8;

/** What another word costs to be taken for the one that was written. */
const swapped = 0.9;
const otherBeginning = 0.7;

export interface Guess {
  readonly word: string;
  /** Mistakes, roughly. */
  readonly cost: number;
}

/** Finds the word that a misspelt one most likely means: words that become the same when each may lose a letter. */
export class Speller {
  readonly #byDeletion = new Map<string, string[]>();
  readonly #known = new Set<string>();

  /** Of two words that are equally near, the earlier wins. */
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

  /** Undefined where nothing is near, or where the word is right. */
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

/** A short word holds one mistake at most, and no wrong letter, which makes other words of it; people seldom get the first letter wrong. */
function costOf(written: string, known: string): number {
  const isSwap = isSwapped(written, known);
  const mistakes = isSwap ? swapped : distance(written, known);
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

/** Whether two neighbouring letters changed places, and nothing else. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;

  const at = Array.from(a).findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Letters added, left out or changed on the way from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
