import type { Answer } from './answer.ts';
import type { CacheCounts } from './hot-answers.ts';

/** The budget for one owner. Once it is used up, further answers are not cached. */
export interface CacheLimit {
  readonly answers: number;
  readonly bytes: number;
}

interface Entries {
  readonly answers: Map<string, Answer>;
  bytes: number;
}

/**
 * Caches finished answers by the immutable object they were made from. They are garbage-collected with their owner, so no answer is ever
 * stale and nothing needs invalidation. Clients choose the keys, so there is a limit.
 */
export class AnswerCache {
  readonly #byOwner = new WeakMap<object, Entries>();
  readonly #limit: CacheLimit;
  readonly #counts = { hits: 0, misses: 0 };

  constructor(limit: CacheLimit) {
    this.#limit = limit;
  }

  get counts(): CacheCounts {
    return this.#counts;
  }

  find(owner: object, key: string): Answer | undefined {
    const answer = this.#byOwner.get(owner)?.answers.get(key);
    if (answer) this.#counts.hits += 1;
    return answer;
  }

  /** Several may be made at once. */
  async findOrAsk(owner: object, key: string, ask: () => Promise<Answer>): Promise<Answer> {
    return this.find(owner, key) ?? this.#add(owner, key, await ask());
  }

  #add(owner: object, key: string, answer: Answer): Answer {
    this.#counts.misses += 1;
    const entries = this.#byOwner.get(owner) ?? { answers: new Map<string, Answer>(), bytes: 0 };
    this.#byOwner.set(owner, entries);

    if (
      entries.answers.size < this.#limit.answers &&
      entries.bytes + answer.body.length <= this.#limit.bytes
    ) {
      entries.answers.set(key, answer);
      entries.bytes += answer.body.length;
    }
    return answer;
  }
}
