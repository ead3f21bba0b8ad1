import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch';
import type { Group, Term, TextQuery } from '../query/wanted.ts';
import { indexedWordsOf } from '../text/words.ts';
import { boosts, type Texts } from './fields.ts';
import { fields } from './fields.ts';
import { raise, raiseTo, type Scores, sumWhere, type Weighed } from './scores.ts';

/** The texts of a service, under the number that stands for it. */
export interface Document extends Texts {
  readonly place: number;
}

/** Words with a typo match where the word itself, or its beginning, is found less often than this. */
const fewFound = 10;
const typosPerCharacter = 0.2;

const options: Options<Document> = {
  idField: 'place',
  fields: [...fields],
  tokenize: indexedWordsOf,
  processTerm: (word) => word,
  searchOptions: { boost: boosts, tokenize: (word) => [word] },
};

/** Which services hold which words: MiniSearch, asked by groups of terms. */
export class WordIndex {
  readonly #index = new MiniSearch<Document>(options);

  add(document: Document): void {
    this.#index.add(document);
  }

  /** Takes out a document, with exactly the texts that it was added with. */
  remove(document: Document): void {
    this.#index.remove(document);
  }

  /** Scores the services that match: each the sum, over all groups, of the group's weight times its best term's score. */
  score({ groups, atLeast, orAny }: TextQuery): Scores {
    const asked = new Map<string, Scores>();
    const scoresOf = (group: Group): Weighed => [this.#scoreGroup(group, asked), group.weight];
    const wanted = groups.filter(({ bonus }) => !bonus).map(scoresOf);
    const enough = sumWhere(wanted, Math.min(Math.max(1, atLeast), wanted.length));
    const total = enough.size === 0 && orAny ? sumWhere(wanted, 1) : enough;
    if (total.size === 0) return total;

    for (const group of groups) if (group.bonus) raise(total, ...scoresOf(group));
    return total;
  }

  /** The services that hold a term, or words that begin like it or are spelt almost like it where it says so. */
  holding(term: Term): Scores {
    return this.#scoreTerm(term);
  }

  /** The score of each service's best term. `asked` holds the scores of terms that other groups have, too. */
  #scoreGroup({ terms }: Group, asked: Map<string, Scores>): Scores {
    const best: Scores = new Map();
    for (const term of terms) {
      const key = JSON.stringify([term.words, term.prefix, term.fuzzy]);
      const scores = asked.get(key) ?? this.#scoreTerm(term);
      asked.set(key, scores);
      raiseTo(best, scores, term.weight);
    }
    return best;
  }

  #scoreTerm({ words, prefix = false, fuzzy }: Term): Scores {
    const [first = ''] = words;
    if (words.length > 1) return this.#scorePhrase(words);

    const found = this.#search(first, { prefix });
    return fuzzy && found.size < fewFound ? this.#search(first, { prefix, fuzzy: typosPerCharacter }) : found;
  }

  #search(word: string, how: SearchOptions): Scores {
    return scoresIn(this.#index.search(word, how));
  }

  /** One field has to hold all words. */
  #scorePhrase(words: readonly string[]): Scores {
    const found = this.#index.search({ queries: [...words], combineWith: 'AND' });

    return scoresIn(found.filter(isInOneField));
  }
}

function scoresIn(results: readonly SearchResult[]): Scores {
  const scores: Scores = new Map();
  for (const { id, score } of results) scores.set(id as number, score);
  return scores;
}

function isInOneField({ match }: SearchResult): boolean {
  const holders = Object.values(match);

  return fields.some((field) => holders.every((held) => held.includes(field)));
}
