import type { Answer } from './answer.ts';

/** How much is kept for one owner; what comes after that is made again each time. */
export interface CacheLimit {
  readonly answers: number;
  readonly bytes: number;
}

interface Kept {
  readonly answers: Map<string, Answer>;
  bytes: number;
}

/**
 * Finished answers, each kept with the immutable thing it was made from (a snapshot, an entry) and gone with it. So an answer can
 * never be stale, and nothing needs to be invalidated. Where clients choose the questions, a limit is needed.
 */
export class AnswerCache {
  readonly #kept = new WeakMap<object, Kept>();
  readonly #limit: CacheLimit;

  constructor(limit: CacheLimit = { answers: Infinity, bytes: Infinity }) {
    this.#limit = limit;
  }

  find(owner: object, question: string): Answer | undefined {
    return this.#kept.get(owner)?.answers.get(question);
  }

  /** The answer that is kept, or else a new one. */
  findOrMake(owner: object, question: string, make: () => Answer): Answer {
    return this.find(owner, question) ?? this.#keep(owner, question, make());
  }

  #keep(owner: object, question: string, answer: Answer): Answer {
    const kept = this.#kept.get(owner) ?? { answers: new Map<string, Answer>(), bytes: 0 };
    this.#kept.set(owner, kept);

    if (kept.answers.size < this.#limit.answers && kept.bytes + answer.length <= this.#limit.bytes) {
      kept.answers.set(question, answer);
      kept.bytes += answer.length;
    }
    return answer;
  }
}
