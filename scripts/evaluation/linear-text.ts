import type { Entry } from '../../src/domain/snapshot.ts';
import { distance } from '../../src/search/speller.ts';
import type { Group, Term, TextQuery } from '../../src/search/text-query.ts';
import { wordsOf } from '../../src/search/words.ts';

/** BM25+ as MiniSearch has it. */
const k = 1.2;
const b = 0.7;
const d = 0.5;
const boosts = [3, 1, 1, 1];
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;
const fuzziness = 0.2;

interface Posting {
  readonly document: number;
  readonly field: number;
  count: number;
}

/** Answers a `TextQuery` in the plainest way that keeps to its scoring: the model that a faster index is held against. */
export class LinearText {
  readonly #ids: readonly string[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[][] = [];
  readonly #averages: number[];

  constructor(entries: readonly Entry[], categoryName: (id: string) => string) {
    this.#ids = entries.map(({ declared }) => declared.id);
    for (const [document, entry] of entries.entries()) {
      const fields = fieldsOf(entry, categoryName).map((text) => wordsOf(text));
      this.#lengths.push(fields.map((words) => new Set(words).size));
      for (const [field, words] of fields.entries()) {
        for (const word of words) this.#count(word, document, field);
      }
    }
    this.#averages = boosts.map((_, field) => mean(this.#lengths.map((lengths) => lengths[field] ?? 0)));
  }

  get words(): Iterable<string> {
    return this.#postings.keys();
  }

  /** The score of every service that matches, by id. */
  score({ groups, atLeast }: TextQuery): Map<string, number> {
    const scores = new Map<number, number>();
    const matched = new Map<number, number>();
    for (const group of groups) {
      for (const [document, score] of this.#group(group)) {
        scores.set(document, (scores.get(document) ?? 0) + group.weight * score);
        matched.set(document, (matched.get(document) ?? 0) + 1);
      }
    }
    return new Map(
      [...scores].flatMap(([document, score]) => {
        const id = this.#ids[document];
        return id !== undefined && (matched.get(document) ?? 0) >= atLeast ? [[id, score] as const] : [];
      }),
    );
  }

  #group({ terms }: Group): Map<number, number> {
    const best = new Map<number, number>();
    for (const term of terms) {
      for (const [document, score] of this.#term(term)) {
        best.set(document, Math.max(best.get(document) ?? 0, term.weight * score));
      }
    }
    return best;
  }

  #term(term: Term): Map<number, number> {
    const all = term.words.map((word, at) => this.#word(word, term, at === term.words.length - 1));
    const [first = new Map<number, number>(), ...others] = all;

    return new Map(
      [...first].flatMap(([document, score]) =>
        others.every((other) => other.has(document))
          ? [[document, others.reduce((sum, other) => sum + (other.get(document) ?? 0), score)] as const]
          : [],
      ),
    );
  }

  #word(word: string, { prefix, fuzzy }: Term, isLast: boolean): Map<number, number> {
    const scores = new Map<number, number>();
    this.#add(scores, word, 1);
    const reach = fuzzy && word.length > 3 ? Math.min(6, Math.round(word.length * fuzziness)) : 0;
    if (!(prefix && isLast) && reach === 0) return scores;

    for (const known of this.#postings.keys()) {
      if (known === word) continue;

      const longer = known.length - word.length;
      if (prefix && isLast && longer > 0 && known.startsWith(word)) {
        this.#add(scores, known, (prefixWeight * known.length) / (known.length + 0.3 * longer));
      } else if (reach > 0 && Math.abs(longer) <= reach) {
        const mistakes = distance(word, known);
        if (mistakes <= reach) {
          this.#add(scores, known, (fuzzyWeight * known.length) / (known.length + mistakes));
        }
      }
    }
    return scores;
  }

  #add(scores: Map<number, number>, word: string, nearness: number): void {
    const postings = this.#postings.get(word) ?? [];
    for (const [field, boost] of boosts.entries()) {
      const here = postings.filter((posting) => posting.field === field);
      const rarity = Math.log(1 + (this.#ids.length - here.length + 0.5) / (here.length + 0.5));
      for (const { document, count } of here) {
        const length = (this.#lengths[document]?.[field] ?? 0) / (this.#averages[field] ?? 1);
        const value = rarity * (d + (count * (k + 1)) / (count + k * (1 - b + b * length)));
        scores.set(document, (scores.get(document) ?? 0) + nearness * boost * value);
      }
    }
  }

  #count(word: string, document: number, field: number): void {
    const postings = this.#postings.get(word) ?? [];
    this.#postings.set(word, postings);
    const last = postings.findLast((posting) => posting.document === document && posting.field === field);
    if (last) last.count++;
    else postings.push({ document, field, count: 1 });
  }
}

function fieldsOf({ declared }: Entry, categoryName: (id: string) => string): string[] {
  const { name, description, endpoint, category } = declared;

  return [name, description, new URL(endpoint).hostname, categoryName(category)];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
