import MiniSearch, { type Options, type Query } from 'minisearch';
import type { Group, Term, TextQuery } from '../query/wanted.ts';
import { indexedWordsOf } from '../text/words.ts';
import { boosts, fields, type Texts } from './fields.ts';
import { addScores, bestOf, heldBy, type Scores } from './scores.ts';

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
    const scored = groups.map((group) => ({ ...group, scores: this.#scoreGroup(group) }));
    const wanted = scored.filter(({ bonus }) => !bonus).map(({ scores }) => scores);
    const enough = heldBy(Math.min(Math.max(1, atLeast), wanted.length), wanted);
    const found = enough.size === 0 && orAny ? heldBy(1, wanted) : enough;

    const total: Scores = new Map();
    for (const { scores, weight } of scored) addScores(total, scores, weight, found);
    return total;
  }

  /** The services that hold a term, best first; with words that begin like it or are spelt almost like it where it says so. */
  holding(term: Term): readonly number[] {
    return [...this.#scoreTerm(term)].sort(([a, m], [b, n]) => n - m || a - b).map(([place]) => place);
  }

  #scoreGroup({ terms }: Group): Scores {
    return bestOf(terms.map((term) => this.#scoreTerm(term)));
  }

  #scoreTerm(term: Term): Scores {
    const found = this.#search(queryOf(term));

    return term.fuzzy && found.size < fewFound
      ? this.#search({ ...queryOf(term), fuzzy: typosPerCharacter })
      : found;
  }

  #search(query: Query): Scores {
    return new Map(this.#index.search(query).map(({ id, score }) => [id as number, score]));
  }
}

/** One field has to hold all words of a term. */
function queryOf({ words, weight, prefix = false }: Term): Exclude<Query, string | symbol> {
  const boostTerm = (): number => weight;
  const [first = ''] = words;
  if (words.length === 1) return { queries: [first], combineWith: 'OR', prefix, boostTerm };

  return {
    combineWith: 'OR',
    boostTerm,
    queries: fields.map((field) => ({ combineWith: 'AND', queries: [...words], fields: [field] })),
  };
}
