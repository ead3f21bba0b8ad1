/** Words are kept apart by this many of their first characters. */
const keyLength = 2;

/** The numbers of words, by the words themselves and by how they begin. */
export class WordsByBeginning {
  readonly #words = new Map<string, Map<string, number>>();

  get(word: string): number | undefined {
    return this.#words.get(word.slice(0, keyLength))?.get(word);
  }

  set(word: string, number: number): void {
    const key = word.slice(0, keyLength);
    const known = this.#words.get(key) ?? new Map<string, number>();

    this.#words.set(key, known.set(word, number));
  }

  delete(word: string): void {
    this.#words.get(word.slice(0, keyLength))?.delete(word);
  }

  /** Numbers of the words that begin with a text, and are longer. */
  longerThan(beginning: string): number[] {
    const numbers: number[] = [];

    for (const words of this.#beginningLike(beginning)) {
      for (const [word, number] of words) {
        if (word.length > beginning.length && word.startsWith(beginning)) numbers.push(number);
      }
    }
    return numbers;
  }

  #beginningLike(beginning: string): ReadonlyMap<string, number>[] {
    if (beginning.length >= keyLength) return [this.#words.get(beginning.slice(0, keyLength)) ?? new Map()];

    return [...this.#words].filter(([key]) => key.startsWith(beginning)).map(([, words]) => words);
  }
}
