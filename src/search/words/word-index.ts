import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch';
import { BoundedMap } from '../../domain/bounded-map.ts';
import type { Group, Term, TextQuery } from '../query/wanted.ts';
import { boosts, fields, type Field, type FieldWords } from './fields.ts';
import { raise, raiseTo, type Scores, sumWhere, type Weighed } from './scores.ts';

interface Document {
  readonly place: number;
  readonly words: FieldWords;
}

/** Words with a typo match where the word itself, or its beginning, is found less often than this. */
const fewFound = 10;
const typosPerCharacter = 0.2;

/** How much less a phrase scores at most for fields that hold only some of its words. */
const apart = 0.25;

const fieldBits: Readonly<Record<string, number>> = Object.fromEntries(
  fields.map((field, at) => [field, 1 << at]),
);

const options: Options<Document> = {
  idField: 'place',
  fields: [...fields],
  extractField: ({ place, words }, name) => (name === 'place' ? place : words[name as Field].join(' ')),
  tokenize: (text) => text.split(' '),
  processTerm: (word) => word,
  searchOptions: { boost: boosts, tokenize: (word) => [word] },
};

interface Held {
  readonly scores: Scores;
  /** The fields that hold it, as bits, by place. */
  readonly fields: ReadonlyMap<number, number>;
}

/** So many places of words are remembered: a question is read and then matched, and its phrases have words in common. */
const maxRemembered = 1_000_000;

/** A word that nothing holds takes as much memory as so many places, and clients may ask for any number of them. */
const placesPerWord = 10;

/** Which services hold which words: MiniSearch, asked for each word once, whose answers are joined by groups of terms. */
export class WordIndex {
  readonly #index = new MiniSearch<Document>(options);
  /** What words were found until a service came or went. */
  #remembered = memory();

  add(place: number, words: FieldWords): void {
    this.#index.add({ place, words });
    this.#remembered = memory();
  }

  /** Takes out a service, with exactly the words that it was added with. */
  remove(place: number, words: FieldWords): void {
    this.#index.remove({ place, words });
    this.#remembered = memory();
  }

  /** Scores the services that match: each the sum, over all groups, of the group's weight times its best term's score. */
  score({ groups, atLeast, orAny }: TextQuery): Scores {
    const scoresOf = (group: Group): Weighed => [this.#scoreGroup(group), group.weight];
    const wanted = groups.filter(({ bonus }) => !bonus).map(scoresOf);
    const enough = sumWhere(wanted, Math.min(Math.max(1, atLeast), wanted.length));
    const total = enough.size === 0 && orAny ? sumWhere(wanted, 1) : enough;
    if (total.size === 0) return total;

    for (const group of groups) if (group.bonus) raise(total, ...scoresOf(group));
    return total;
  }

  /** The services that hold a term, or words that begin like it or are spelt almost like it where it says so. */
  holding({ words, prefix = false, fuzzy }: Term): Scores {
    const [first = ''] = words;
    if (words.length > 1) return this.#holdingAll(words);

    const { scores } = this.#search(first, { prefix });
    return fuzzy && scores.size < fewFound
      ? this.#search(first, { prefix, fuzzy: typosPerCharacter }).scores
      : scores;
  }

  /** The score of each service's best term. */
  #scoreGroup({ terms }: Group): Scores {
    const best: Scores = new Map();
    for (const term of terms) raiseTo(best, this.holding(term), term.weight);
    return best;
  }

  /** Those of which one field holds all words, with nearly the scores that MiniSearch gives them for all words together. */
  #holdingAll(words: readonly string[]): Scores {
    const all = [...new Set(words)].map((word) => this.#search(word, { prefix: false }));
    const [rarest, ...others] = all.sort((a, b) => a.scores.size - b.scores.size);

    const scores: Scores = new Map();
    for (const [place, score] of rarest?.scores ?? []) {
      let sum = score;
      let any = rarest?.fields.get(place) ?? 0;
      let every = any;
      for (const held of others) {
        const bits = held.fields.get(place) ?? 0;
        sum += held.scores.get(place) ?? 0;
        any |= bits;
        every &= bits;
      }
      if (every !== 0) scores.set(place, all.length * sum * togetherness(every, any));
    }
    return scores;
  }

  #search(word: string, how: SearchOptions): Held {
    const key = JSON.stringify([word, how]);
    const known = this.#remembered.get(key) ?? heldIn(this.#index.search(word, how));
    this.#remembered.set(key, known);
    return known;
  }
}

/** Below 1 where the words of a phrase score in fields too that do not hold all of them. */
function togetherness(every: number, any: number): number {
  return 1 - apart * (1 - boostOf(every) / boostOf(any));
}

function boostOf(bits: number): number {
  return fields.reduce((sum, field, at) => sum + (bits & (1 << at) ? boosts[field] : 0), 0);
}

function memory(): BoundedMap<Held> {
  return new BoundedMap(maxRemembered, ({ scores }) => scores.size + placesPerWord);
}

function heldIn(results: readonly SearchResult[]): Held {
  const held = { scores: new Map<number, number>(), fields: new Map<number, number>() };
  for (const { id, score, match } of results) {
    held.scores.set(id as number, score);
    held.fields.set(id as number, bitsOf(Object.values(match)));
  }
  return held;
}

function bitsOf(matched: readonly (readonly string[])[]): number {
  let bits = 0;
  for (const names of matched) for (const name of names) bits |= fieldBits[name] ?? 0;
  return bits;
}
