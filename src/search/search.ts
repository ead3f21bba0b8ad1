import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { failuresOf, noFailures } from './index/conditions.ts';
import { explain, type WordMatch } from './index/explain.ts';
import { FacetCounter, type Facets } from './index/facets.ts';
import type { CategoryName } from './index/fields.ts';
import { comparator, type Compare, type Sorting, walk } from './index/orders.ts';
import { pickPage } from './index/pick-page.ts';
import type { Scores } from './index/scores.ts';
import { Table } from './index/table.ts';
import { scoreUnit, TextIndex } from './index/text-index.ts';
import { TextMatcher } from './index/text-matcher.ts';
import { type Intent, readIntent } from './intent.ts';
import { keywordQuery } from './keyword-query.ts';
import type { Filters, ListQuery, Page } from './list-query.ts';
import type { TextQuery } from './text-query.ts';

export interface Found {
  readonly total: number;
  /** The page that was asked for. */
  readonly entries: readonly Entry[];
}

/** A question for what fits a text best. */
export interface Question extends Filters, Page {
  /** Absent: relevance. */
  readonly sorting?: Sorting;
}

export interface Hit {
  readonly entry: Entry;
  readonly score: number;
  readonly matches: readonly WordMatch[];
}

export interface Ranking {
  readonly total: number;
  readonly hits: readonly Hit[];
}

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
  #table: Table;
  #text: TextIndex;
  readonly #matcher = new TextMatcher();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#table = Table.of(snapshot.entries());
    const { entries, columns } = this.#table;
    this.#text = finish(TextIndex.build(entries, columns.alive, categoryNames(snapshot)));
  }

  update(snapshot: Snapshot, { put, removed }: SnapshotChange): void {
    const gone = new Set([...removed, ...put.map(({ declared }) => declared.id)]);

    for (const id of gone) {
      const entry = this.#snapshot.find(id);
      if (entry) this.#remove(entry);
    }
    for (const entry of put) this.#text.add(this.#table.add(entry), entry);
    this.#snapshot = snapshot;
  }

  list(query: ListQuery): Found {
    return query.text === undefined ? this.#listAll(query) : this.#listMatches(query.text, query);
  }

  /** What fits a text best, with the reasons. */
  rank(text: TextQuery, { sorting, ...question }: Question): Ranking {
    const matches = this.#match(text);
    this.#filter(matches, question);
    const { count, values } = matches;
    const page = pickPage(matches.found(), question, this.#comparator(matches, sorting));

    return {
      total: count,
      hits: page.flatMap((document) => {
        const entry = this.#table.entries[document];
        const score = (values[document] ?? 0) / scoreUnit;
        return entry ? [{ entry, score, matches: explain(entry, text, this.#text) }] : [];
      }),
    };
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

  facets({ text, ...filters }: Filters & Pick<ListQuery, 'text'>): Facets {
    const counter = new FacetCounter(this.#table, failuresOf(filters, this.#table));

    if (text === undefined) {
      for (let document = 0; document < this.#table.size; document += 1) {
        if (this.#table.isAlive(document)) counter.count(document);
      }
    } else for (const document of this.#matchKeywords(text).found()) counter.count(document);
    return counter.result();
  }

  #listAll(query: ListQuery): Found {
    const { limit, offset, sortBy = 'trustScore', sortOrder } = query;
    const failures = failuresOf(query, this.#table);
    const unfiltered = failures === noFailures;
    const page: number[] = [];
    let passed = 0;

    walk(this.#table, { sortBy, sortOrder }, (document) => {
      if (failures(document) !== 0) return true;

      if (passed >= offset && page.length < limit) page.push(document);
      passed += 1;
      return !unfiltered || page.length < limit;
    });
    return { total: unfiltered ? this.#table.living : passed, entries: this.#entries(page) };
  }

  #listMatches(text: string, query: ListQuery): Found {
    const { sortBy, sortOrder } = query;
    const matches = this.#matchKeywords(text);
    this.#filter(matches, query);
    const compare = this.#comparator(matches, sortBy && { sortBy, sortOrder });
    const { count } = matches;

    return { total: count, entries: this.#entries(pickPage(matches.found(), query, compare)) };
  }

  /** Services with every word; where there is none, those with any. */
  #matchKeywords(text: string): Scores {
    const all = this.#match(keywordQuery(text, 'all'));

    return all.count > 0 ? all : this.#match(keywordQuery(text, 'any'));
  }

  #match(query: TextQuery): Scores {
    return this.#matcher.match(this.#text, query, this.#table.columns.alive);
  }

  #filter(matches: Scores, filters: Filters): void {
    const failures = failuresOf(filters, this.#table);

    if (failures !== noFailures) matches.keep((document) => failures(document) === 0);
  }

  #comparator({ values }: Scores, sorting: Sorting | undefined): Compare {
    if (sorting) return comparator(this.#table, sorting);

    return (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || this.#table.compare(a, b);
  }

  #entries(documents: readonly number[]): Entry[] {
    return documents.flatMap((document) => this.#table.entries[document] ?? []);
  }

  #remove(entry: Entry): void {
    const document = this.#table.find(entry);
    if (document === undefined) return;

    this.#table.kill(document);
    this.#text.remove(entry);
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
  return [...new Set(matches.map(({ word, fields }) => `“${word}” stands in its ${fields.join(' and ')}`))];
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
