import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { CatalogIndex, type Found, type Question, type Ranking } from './index/catalog-index.ts';
import type { WordMatch } from './index/explain.ts';
import type { Facets } from './index/facets.ts';
import type { CategoryName } from './index/fields.ts';
import { Table } from './index/table.ts';
import { TextIndex } from './index/text-index.ts';
import { type Intent, readIntent } from './intent.ts';
import { keywordQuery } from './keyword-query.ts';
import type { Filters, ListQuery, Page } from './list-query.ts';
import type { TextQuery } from './text-query.ts';

interface IntentHit {
  readonly entry: Entry;
  readonly score: number;
  /** Reasons that a person can check. */
  readonly why: readonly string[];
}

export interface IntentAnswer {
  readonly intent: Intent;
  readonly total: number;
  readonly hits: readonly IntentHit[];
}

/** What changed from one snapshot to the next. */
export interface SnapshotChange {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
}

/** Answers questions about one catalog. It follows the catalog by `update`; between two updates its answers do not change. */
export class Search {
  #snapshot: Snapshot;
  readonly #index: CatalogIndex;

  constructor(snapshot: Snapshot) {
    const table = Table.of(snapshot.entries());
    const text = TextIndex.build(table.entries, table.columns.alive, categoryNames(snapshot));

    this.#snapshot = snapshot;
    this.#index = new CatalogIndex(table, finish(text));
  }

  update(snapshot: Snapshot, { put, removed }: SnapshotChange): void {
    const gone = new Set([...removed, ...put.map(({ declared }) => declared.id)]);

    for (const id of gone) {
      const entry = this.#snapshot.find(id);
      if (entry) this.#index.remove(entry);
    }
    for (const entry of put) this.#index.add(entry);
    this.#snapshot = snapshot;
  }

  list(query: ListQuery): Found {
    return this.#index.list(query);
  }

  /** What fits a text best, with the words that matched. */
  rank(text: TextQuery, question: Question): Ranking {
    return this.#index.rank(text, question);
  }

  /** How many services there are of each kind among those that a list would hold. */
  facets(query: Filters & Pick<ListQuery, 'text'>): Facets {
    return this.#index.facets(query);
  }

  intent(sentence: string, page: Page): IntentAnswer {
    const intent = readIntent(sentence);
    const { total, hits } = this.rank(keywordQuery(intent.keywords.join(' '), 'any'), page);

    return {
      intent,
      total,
      hits: hits.map(({ entry, score, matches }) => ({ entry, score: round(score), why: reasons(matches) })),
    };
  }
}

function categoryNames({ categories }: Snapshot): CategoryName {
  const names = new Map(categories.map(({ id, name }) => [id, name]));

  return (id) => names.get(id) ?? id;
}

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function reasons(matches: readonly WordMatch[]): string[] {
  const all = matches.map(({ word, fields }) => `“${word}” stands in its ${fields.join(' and ')}`);

  return [...new Set(all)];
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
