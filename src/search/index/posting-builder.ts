import type { Postings } from './posting-list.ts';
import { impactsOf } from './impact.ts';
import type { Texts } from './fields.ts';
import type { Work } from './work.ts';

/** Postings are collected in pieces, since one array would have to be copied each time it grows. Small pieces: most merges have few postings. */
const pieceSize = 1 << 14;

interface Piece {
  readonly words: Uint32Array;
  readonly impacts: Uint16Array;
}

/** Makes frozen posting lists from documents, added in the order of their numbers. */
export class PostingBuilder {
  readonly words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #pieces: Piece[] = [];
  /** The number of words of each document. */
  readonly #lengths: number[] = [];
  #size = 0;

  add(texts: Texts): void {
    const impacts = impactsOf(texts);

    for (const [word, impact] of impacts) this.#push(this.#numberOf(word), impact);
    this.#lengths.push(impacts.size);
  }

  /** Sorts the postings by word, with a counting sort, which keeps the documents of a word in their order. */
  *finish(): Work<Postings> {
    const starts = new Uint32Array(this.words.length + 1);
    for (const [word, count] of this.#counts.entries()) starts[word + 1] = (starts[word] ?? 0) + count;

    const next = starts.slice();
    const documents = new Uint32Array(this.#size);
    const impacts = new Uint16Array(this.#size);
    let at = 0;
    for (const [document, length] of this.#lengths.entries()) {
      for (const end = at + length; at < end; at += 1) {
        const piece = this.#pieces[Math.floor(at / pieceSize)];
        const word = piece?.words[at % pieceSize] ?? 0;
        const place = next[word] ?? 0;
        documents[place] = document;
        impacts[place] = piece?.impacts[at % pieceSize] ?? 0;
        next[word] = place + 1;
      }
      yield length;
    }
    return { starts, documents, impacts };
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    const number = known ?? this.words.push(word) - 1;

    if (known === undefined) this.#numbers.set(word, number);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    return number;
  }

  #push(word: number, impact: number): void {
    const place = this.#size % pieceSize;
    if (place === 0) {
      this.#pieces.push({ words: new Uint32Array(pieceSize), impacts: new Uint16Array(pieceSize) });
    }

    const piece = this.#pieces.at(-1);
    if (piece) [piece.words[place], piece.impacts[place]] = [word, impact];
    this.#size += 1;
  }
}
