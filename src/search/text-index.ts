import MiniSearch, { type SearchOptions } from 'minisearch';
import { fold } from '../domain/fold.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';

export interface TextMatch {
  readonly id: string;
  readonly score: number;
  /** Terms of the catalog that matched, each with the fields it stands in. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

interface Document {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly host: string;
  readonly category: string;
}

const options: SearchOptions = {
  boost: { name: 3 },
  fuzzy: (term) => (term.length > 3 ? 0.2 : false),
  prefix: (_term, position, terms) => position === terms.length - 1,
};

/** Full text over name, description, host of the endpoint and category name: typos, accents and case do not matter. */
export class TextIndex {
  readonly #index = new MiniSearch<Document>({
    fields: ['name', 'description', 'host', 'category'],
    processTerm: (term) => fold(term) || null,
  });

  constructor(snapshot: Snapshot) {
    for (const entry of snapshot.entries()) this.add(entry, snapshot);
  }

  add(entry: Entry, snapshot: Snapshot): void {
    this.#index.add(documentOf(entry, snapshot));
  }

  /** Takes out an entry, as it was in the snapshot that it was added from: every count is then as if it had never been there. */
  remove(entry: Entry, snapshot: Snapshot): void {
    this.#index.remove(documentOf(entry, snapshot));
  }

  /** Best match first. Services with every word; where there is none, those with any. */
  match(text: string): TextMatch[] {
    const all = this.#search(text, 'AND');

    return all.length > 0 ? all : this.#search(text, 'OR');
  }

  /** Best match first: services with any of the words. */
  matchAny(text: string): TextMatch[] {
    return this.#search(text, 'OR');
  }

  #search(text: string, combineWith: 'AND' | 'OR'): TextMatch[] {
    return this.#index
      .search(text, { ...options, combineWith })
      .map(({ id, score, match }) => ({ id: String(id), score: steady(score), fields: match }));
  }
}

/** Without the last digits, which hang on the order in which documents came and went. */
function steady(score: number): number {
  return Number(score.toPrecision(8));
}

function documentOf({ declared }: Entry, snapshot: Snapshot): Document {
  const { id, name, description, endpoint, category } = declared;

  return {
    id,
    name,
    description,
    host: new URL(endpoint).hostname,
    category: snapshot.categoryName(category),
  };
}
