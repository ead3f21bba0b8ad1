/** Shorter words have too many neighbours to guess from. */
const shortest = 5;
const twoMistakesFrom = 9;

/** Finds the word that a misspelt one most likely means, by words that become the same when a letter is left out. */
export class Speller {
  readonly #byDeletion = new Map<string, string[]>();
  readonly #known: ReadonlySet<string>;
  readonly #frequency: (word: string) => number;

  constructor(words: Iterable<string>, frequency: (word: string) => number) {
    this.#known = new Set([...words].filter((word) => word.length >= 4 && /^[a-z]+$/.test(word)));
    this.#frequency = frequency;
    for (const word of this.#known) {
      for (const shorter of new Set([word, ...deletions(word)])) this.#add(shorter, word);
    }
  }

  /** Undefined where nothing is near, or where the word is right. */
  correct(word: string): string | undefined {
    if (word.length < shortest || !/^[a-z]+$/.test(word) || this.#known.has(word)) return undefined;

    const candidates = new Set(
      [word, ...deletions(word)].flatMap((shorter) => this.#byDeletion.get(shorter) ?? []),
    );
    const near = [...candidates]
      .map((known) => ({ known, cost: this.#cost(word, known) }))
      .filter(({ cost }) => cost < (word.length >= twoMistakesFrom ? 2.8 : 2.2));
    near.sort(
      (a, b) =>
        a.cost - b.cost ||
        this.#frequency(b.known) - this.#frequency(a.known) ||
        (a.known < b.known ? -1 : 1),
    );
    return near[0]?.known;
  }

  /** Mistakes, and a little for another beginning: people seldom get the first letter wrong. */
  #cost(word: string, known: string): number {
    const mistakes = distance(word, known);
    const limit = word.length >= twoMistakesFrom || isSwap(word, known) ? 2 : word.length > 5 ? 2 : 1;
    if (mistakes > limit) return Infinity;

    return (isSwap(word, known) ? 0.9 : mistakes) + (word[0] === known[0] ? 0 : 0.7);
  }

  #add(shorter: string, word: string): void {
    const words = this.#byDeletion.get(shorter);
    if (words) words.push(word);
    else this.#byDeletion.set(shorter, [word]);
  }
}

function deletions(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** Whether two neighbouring letters changed places, and nothing else. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;

  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Letters added, left out or changed on the way from one word to another. */
export function distance(a: string, b: string): number {
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
