import type { Group, Term } from '../query/wanted.ts';
import { isInOneField } from './phrase.ts';
import { Sums } from './sums.ts';
import type { TextIndex, WeighedList } from './text-index.ts';

/** Scores of documents that are known in advance, by document number; 0 for one that does not match. Those of others mean nothing. */
type Scored = Float64Array;

/**
 * Scores documents that something else has found already. That costs less than finding all that match: a long posting list is
 * only looked up when there are few documents. Keeps its arrays from one question to the next.
 */
export class CandidateScorer {
  readonly #text: TextIndex;
  readonly #word = new Sums();
  #term: Scored = new Float64Array();
  #best: Scored = new Float64Array();
  #capacity = 0;

  constructor(text: TextIndex) {
    this.#text = text;
  }

  /** Makes room for that many documents. */
  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;

    this.#capacity = capacity;
    this.#term = new Float64Array(capacity);
    this.#best = new Float64Array(capacity);
  }

  /** The score of the group's best term. It holds until the next call. */
  scoreGroup({ terms: [first, ...others] }: Group, documents: Uint32Array): Scored {
    if (!first) return this.#nothing(documents);
    const scored = this.scoreTerm(first, documents);
    if (first.weight === 1 && others.length === 0) return scored;

    copyTimes(first.weight, scored, documents, this.#best);
    for (const term of others) raiseTo(term.weight, this.scoreTerm(term, documents), documents, this.#best);
    return this.#best;
  }

  /** Scores documents in which one field holds all words of a term. It holds until the next call. */
  scoreTerm(term: Term, documents: Uint32Array): Scored {
    const words = this.#text.listsOf(term);
    const scored = this.scoreWords(words, documents);
    if (words.length === 1) return scored;

    for (const document of documents) {
      if ((scored[document] ?? 0) > 0 && !isInOneField(words, document)) scored[document] = 0;
    }
    return scored;
  }

  /** Scores documents that hold all of some words, in any of their fields. It holds until the next call. */
  scoreWords(words: readonly (readonly WeighedList[])[], documents: Uint32Array): Scored {
    const [first, ...others] = words;
    if (!first) return this.#nothing(documents);
    const scored = this.#scoreWord(first, documents);
    if (others.length === 0) return scored;

    copyTimes(1, scored, documents, this.#term);
    for (const word of others) addWhereBoth(this.#scoreWord(word, documents), documents, this.#term);
    return this.#term;
  }

  #scoreWord(lists: readonly WeighedList[], documents: Uint32Array): Scored {
    this.#word.start(documents, this.#capacity);
    for (const { list, weight } of lists) this.#word.add(list, weight);
    return this.#word.values;
  }

  #nothing(documents: Uint32Array): Scored {
    this.#word.start(documents, this.#capacity);
    return this.#word.values;
  }
}

function copyTimes(factor: number, from: Scored, documents: Uint32Array, to: Scored): void {
  for (const document of documents) {
    to[document] = factor * (from[document] ?? 0);
  }
}

function raiseTo(factor: number, from: Scored, documents: Uint32Array, to: Scored): void {
  for (const document of documents) {
    to[document] = Math.max(to[document] ?? 0, factor * (from[document] ?? 0));
  }
}

function addWhereBoth(from: Scored, documents: Uint32Array, to: Scored): void {
  for (const document of documents) {
    const before = to[document] ?? 0;
    const added = from[document] ?? 0;
    to[document] = before > 0 && added > 0 ? before + added : 0;
  }
}
