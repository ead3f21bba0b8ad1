import { goneFactor } from '../../domain/gone-factor.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { statuses } from '../../domain/status.ts';
import type { Filters, ListQuery, Page } from '../query/question.ts';
import type { TextQuery } from '../query/wanted.ts';
import { Conditions } from './conditions.ts';
import type { CategoryName } from './fields.ts';
import { FacetCounter, type Facets } from './facets.ts';
import { comparator, type Compare, type Sorting, walk } from './orders.ts';
import { pickPage } from './pick-page.ts';
import type { Scores } from './scores.ts';
import { Table } from './table.ts';
import { scoreUnit, TextIndex } from './text-index.ts';
import { TextMatcher } from './word-scorer.ts';
import { finish } from './work.ts';

export interface Found {
  readonly total: number;
  /** The page that was asked for. */
  readonly entries: readonly Entry[];
}

/** What is looked for. */
export interface Wanted {
  readonly text: TextQuery;
  /** What scores are multiplied with, by category; 1 for those not named. */
  readonly boosts: ReadonlyMap<string, number>;
}

/** A question for what fits a text best. */
interface Question extends Filters, Page {
  /** Holds among the services that are to the point, which come first: the cheapest of all would seldom be what was asked for. */
  readonly sorting?: Sorting | undefined;
}

interface Hit {
  readonly entry: Entry;
  readonly score: number;
}

interface Ranking {
  readonly total: number;
  readonly hits: readonly Hit[];
}

/** A service is to the point when it scores this share of the best. */
const toThePoint = 0.4;

const byStatus = Float64Array.from(statuses, (status) => (status === 'inactive' ? goneFactor : 1));

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

  /** All documents frozen. Takes about 50 µs for each. */
  static of(entries: Iterable<Entry>, categoryName: CategoryName): CatalogIndex {
    const table = Table.of(entries);

    return new CatalogIndex(
      table,
      finish(TextIndex.build(table.frozenEntries(), table.columns.alive, categoryName)),
    );
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

  /** Takes up what was observed of a service that is declared as before; no text is read for it. */
  observe(entry: Entry): void {
    const document = this.table.find(entry);
    if (document !== undefined) this.table.observe(document, entry);
  }

  /** All entries by name, then id. */
  entriesInOrder(): Entry[] {
    return this.#walkTo({ sortBy: 'name', limit: this.table.living, offset: 0 }, () => true);
  }

  list(query: ListQuery, wanted: Wanted | undefined): Found {
    const conditions = new Conditions(query, this.table);

    if (wanted) return this.#listMatches(wanted, query, conditions);
    return conditions.any ? this.#listPassing(query, conditions) : this.#listAll(query);
  }

  /** What fits best, with its scores. */
  rank(wanted: Wanted, { sorting, ...question }: Question): Ranking {
    const matches = this.#match(wanted.text);
    this.#filter(matches, new Conditions(question, this.table));
    this.#weigh(matches, wanted);
    const { count, values } = matches;
    const compare = sorting ? this.#pointed(matches, sorting) : this.#byScore(matches);
    const page = pickPage(matches.found(), question, compare);

    return {
      total: count,
      hits: page.flatMap((document) => {
        const entry = this.table.entries[document];
        const score = (values[document] ?? 0) / scoreUnit;
        return entry ? [{ entry, score }] : [];
      }),
    };
  }

  facets(filters: Filters, wanted: Wanted | undefined): Facets {
    const counter = new FacetCounter(this.table, new Conditions(filters, this.table));

    if (!wanted) {
      for (let document = 0; document < this.table.size; document += 1) {
        if (this.table.isAlive(document)) counter.count(document);
      }
    } else for (const document of this.#matchWords(wanted).found()) counter.count(document);
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

  #listMatches(wanted: Wanted, query: ListQuery, conditions: Conditions): Found {
    const matches = this.#matchWords(wanted);
    this.#filter(matches, conditions);
    this.#weigh(matches, wanted);
    const compare = query.sortBy ? comparator(this.table, sortingOf(query)) : this.#byScore(matches);
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

  /** Services with as much as is wanted; where there is none, those with anything of it. */
  #matchWords({ text }: Wanted): Scores {
    const enough = this.#match(text);

    return enough.count > 0 || text.atLeast === 1 ? enough : this.#match({ ...text, atLeast: 1 });
  }

  #match(query: TextQuery): Scores {
    return this.#matcher.match(this.text, query, this.table.columns.alive);
  }

  #filter(matches: Scores, conditions: Conditions): void {
    if (conditions.any) matches.keep((document) => conditions.passes(document));
  }

  /** Scores count for more in a category that was meant, and for less where nobody answers any more. */
  #weigh({ values, documents, count }: Scores, { boosts }: Wanted): void {
    const { codes, columns } = this.table;
    const byCategory = Float64Array.from(codes.category.texts, (category) => boosts.get(category) ?? 1);
    const { category, status } = columns;
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      const factor = (byCategory[category[document] ?? 0] ?? 1) * (byStatus[status[document] ?? 0] ?? 1);
      if (factor !== 1) values[document] = (values[document] ?? 0) * factor;
    }
  }

  #byScore({ values }: Scores): Compare {
    return (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || this.table.compare(a, b);
  }

  /**
   * In an order that was asked for where services are to the point, the others by their scores after them. One that is gone is to the
   * point only where all that fit are.
   */
  #pointed(matches: Scores, sorting: Sorting): Compare {
    const { values } = matches;
    const found = matches.found();
    const best = found.reduce((most, document) => Math.max(most, values[document] ?? 0), 0);
    const fits = (document: number): boolean => (values[document] ?? 0) >= toThePoint * best;
    const answers = (document: number): boolean => byStatus[this.table.columns.status[document] ?? 0] === 1;
    const someAnswer = found.some((document) => fits(document) && answers(document));
    const isPointed = (document: number): boolean => fits(document) && (answers(document) || !someAnswer);
    const [inOrder, byScore] = [comparator(this.table, sorting), this.#byScore(matches)];

    return (a, b) => {
      const [first, second] = [isPointed(a), isPointed(b)];
      if (first !== second) return first ? -1 : 1;
      return first ? inOrder(a, b) : byScore(a, b);
    };
  }

  #entries(documents: readonly number[]): Entry[] {
    return documents.flatMap((document) => this.table.entries[document] ?? []);
  }
}

function sortingOf({ sortBy = 'trustScore', sortOrder }: ListQuery): Sorting {
  return { sortBy, sortOrder };
}
