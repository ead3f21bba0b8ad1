import type { PostingList } from './posting-list.ts';

/** The words of one document, by their numbers, with their impacts. */
export type WordsOfDocument = readonly (readonly [word: number, impact: number])[];

/** Posting lists of live documents: the few that came since the frozen lists were made. */
export class LivePostings {
  readonly #lists = new Map<number, GrowingList>();
  readonly #words = new Map<number, WordsOfDocument>();

  #size = 0;

  /** The number of postings. */
  get size(): number {
    return this.#size;
  }

  /** Callers add documents by ascending number. */
  add(document: number, words: WordsOfDocument): void {
    this.#words.set(document, words);
    this.#size += words.length;

    for (const [word, impact] of words) {
      const list = this.#lists.get(word) ?? new GrowingList();
      this.#lists.set(word, list);
      list.push(document, impact);
    }
  }

  list(word: number): PostingList | undefined {
    return this.#lists.get(word);
  }

  wordsOf(document: number): WordsOfDocument {
    return this.#words.get(document) ?? [];
  }
}

class GrowingList implements PostingList {
  documents = new Uint32Array(4);
  impacts = new Uint16Array(4);
  readonly start = 0;
  end = 0;

  push(document: number, impact: number): void {
    if (this.end === this.documents.length) this.#grow();

    this.documents[this.end] = document;
    this.impacts[this.end] = impact;
    this.end += 1;
  }

  #grow(): void {
    const [documents, impacts] = [new Uint32Array(2 * this.end), new Uint16Array(2 * this.end)];

    documents.set(this.documents);
    impacts.set(this.impacts);
    [this.documents, this.impacts] = [documents, impacts];
  }
}
