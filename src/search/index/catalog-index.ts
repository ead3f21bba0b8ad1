import type { Entry } from '../../domain/snapshot.ts';
import { keywordQuery } from '../keyword-query.ts';
import type { Filters, ListQuery, Page } from '../list-query.ts';
import type { TextQuery } from '../text-query.ts';
import { Conditions } from './conditions.ts';
import { explain, type WordMatch } from './explain.ts';
import { FacetCounter, type Facets } from './facets.ts';
import { comparator, type Compare, type Sorting, walk } from './orders.ts';
import { pickPage } from './pick-page.ts';
import type { Scores } from './scores.ts';
import type { Table } from './table.ts';
import { scoreUnit, type TextIndex } from './text-index.ts';
import { TextMatcher } from './text-matcher.ts';

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

interface Hit {
  readonly entry: Entry;
  readonly score: number;
  readonly matches: readonly WordMatch[];
}

export interface Ranking {
  readonly total: number;
  readonly hits: readonly Hit[];
}

/** Answers questions from a table and a text index over the same documents. */
export class CatalogIndex {
  readonly table: Table;
  readonly text: TextIndex;
  readonly #matcher: TextMatcher;
  /** Room for the documents that pass filters; kept from one question to the next. */
  #passing = new Uint32Array();

  constructor(table: Table, text: TextIndex) {
    this.table = table;
    this.text = text;
    this.#matcher = new TextMatcher();
  }

  add(entry: Entry): void {
    this.text.add(this.table.add(entry), entry);
  }

  /** Takes out an entry, if it is there just so. */
  remove(entry: Entry): void {
    const document = this.table.find(entry);
    if (document === undefined) return;

    this.table.kill(document);
    this.text.remove(entry);
  }

  list(query: ListQuery): Found {
    const conditions = new Conditions(query, this.table);

    if (query.text !== undefined) return this.#listMatches(query.text, query, conditions);
    return conditions.any ? this.#listPassing(query, conditions) : this.#listAll(query);
  }

  /** What fits a text best, with the words that matched. */
  rank(text: TextQuery, { sorting, ...question }: Question): Ranking {
    const matches = this.#match(text);
    this.#filter(matches, new Conditions(question, this.table));
    const { count, values } = matches;
    const page = pickPage(matches.found(), question, this.#comparator(matches, sorting));

    return {
      total: count,
      hits: page.flatMap((document) => {
        const entry = this.table.entries[document];
        const score = (values[document] ?? 0) / scoreUnit;
        return entry ? [{ entry, score, matches: explain(entry, text, this.text) }] : [];
      }),
    };
  }

  facets({ text, ...filters }: Filters & Pick<ListQuery, 'text'>): Facets {
    const counter = new FacetCounter(this.table, new Conditions(filters, this.table));

    if (text === undefined) {
      for (let document = 0; document < this.table.size; document += 1) {
        if (this.table.isAlive(document)) counter.count(document);
      }
    } else for (const document of this.#matchKeywords(text).found()) counter.count(document);
    return counter.result();
  }

  #listAll(query: ListQuery): Found {
    return { total: this.table.living, entries: this.#walkTo(query, () => true) };
  }

  /** Counts what passes, then goes through the order where that finds the page sooner than picking it from what passed. */
  #listPassing(query: ListQuery, conditions: Conditions): Found {
    const passing = this.#pass(conditions);
    const total = passing.length;
    const stepsToPage = ((query.offset + query.limit) * this.table.size) / total;
    if (stepsToPage < total) {
      return { total, entries: this.#walkTo(query, (document) => conditions.passes(document)) };
    }

    const page = pickPage(passing, query, comparator(this.table, sortingOf(query)));
    return { total, entries: this.#entries(page) };
  }

  #listMatches(text: string, query: ListQuery, conditions: Conditions): Found {
    const matches = this.#matchKeywords(text);
    this.#filter(matches, conditions);
    const compare = this.#comparator(matches, query.sortBy && sortingOf(query));
    const page = pickPage(matches.found(), query, compare);

    return { total: matches.count, entries: this.#entries(page) };
  }

  #pass(conditions: Conditions): Uint32Array {
    const { size, columns } = this.table;
    if (this.#passing.length < size) this.#passing = new Uint32Array(columns.alive.length);

    let count = 0;
    for (let document = 0; document < size; document += 1) {
      if (columns.alive[document] === 1 && conditions.passes(document)) {
        this.#passing[count] = document;
        count += 1;
      }
    }
    return this.#passing.subarray(0, count);
  }

  #walkTo(query: ListQuery, passes: (document: number) => boolean): Entry[] {
    const { offset, limit } = query;
    const page: number[] = [];
    let passed = 0;

    walk(this.table, sortingOf(query), (document) => {
      if (!passes(document)) return true;

      passed += 1;
      if (passed > offset) page.push(document);
      return page.length < limit;
    });
    return this.#entries(page);
  }

  /** Services with every word; where there is none, those with any. */
  #matchKeywords(text: string): Scores {
    const all = this.#match(keywordQuery(text, 'all'));

    return all.count > 0 ? all : this.#match(keywordQuery(text, 'any'));
  }

  #match(query: TextQuery): Scores {
    return this.#matcher.match(this.text, query, this.table.columns.alive);
  }

  #filter(matches: Scores, conditions: Conditions): void {
    if (conditions.any) matches.keep((document) => conditions.passes(document));
  }

  #comparator({ values }: Scores, sorting: Sorting | undefined): Compare {
    if (sorting) return comparator(this.table, sorting);

    return (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || this.table.compare(a, b);
  }

  #entries(documents: readonly number[]): Entry[] {
    return documents.flatMap((document) => this.table.entries[document] ?? []);
  }
}

function sortingOf({ sortBy = 'trustScore', sortOrder }: ListQuery): Sorting {
  return { sortBy, sortOrder };
}
