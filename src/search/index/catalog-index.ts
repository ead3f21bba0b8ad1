import { goneFactor } from '../../domain/gone-factor.ts';
import type { KeyedVector } from '../../domain/meaning.ts';
import { statuses } from '../../domain/status.ts';
import type { Entry } from '../../domain/snapshot.ts';
import type { ListQuery, Page, Question } from '../query/question.ts';
import type { TextQuery, Wanted } from '../query/wanted.ts';
import { Conditions } from './conditions.ts';
import type { CategoryName } from './fields.ts';
import { FacetCounter, type Facets } from './facets.ts';
import type { Compare } from './orders.ts';
import { pickPage } from './pick-page.ts';
import { meaningText } from './meaning-text.ts';
import { MeaningScorer } from './meaning-scorer.ts';
import { Fusion } from './scorer.ts';
import { Scores } from './scores.ts';
import { Table } from './table.ts';
import { TextIndex } from './text-index.ts';
import type { VectorTable } from './vector-table.ts';
import { comparator, type Sorting, walk } from './walk.ts';
import { WordDirections } from './word-directions.ts';
import { WordScorer } from './word-scorer.ts';
import { finish } from './work.ts';

export interface Found {
  readonly total: number;
  /** The page that was asked for. */
  readonly entries: readonly Entry[];
}

interface Hit {
  readonly entry: Entry;
  readonly score: number;
  /** Whether it was found by meaning, perhaps by words too. */
  readonly isNear: boolean;
}

interface Ranking {
  readonly total: number;
  /** The page that was asked for. */
  readonly hits: readonly Hit[];
  /** The highest score of all that were found, on whatever page; 0 when nothing was. */
  readonly best: number;
  /** Whether meaning took part. */
  readonly byMeaning: boolean;
}

/** A text whose vector is missing. */
export interface MissingVector {
  readonly key: number;
  readonly text: string;
  /** A document that says it. */
  readonly document: number;
}

/** A question that looks for something, so that there is something to rank by. */
export type RankQuery = ListQuery & { readonly wanted: Wanted };

/** Meaning takes part when at least this share of the services have vectors: those that have one would else come before the others. */
const leastTold = 0.9;

/** The best matches are those that score at least this share of the highest score. */
const bestShare = 0.4;

/** Factors on the score, by code of the status. */
const byStatus = Float64Array.from(statuses, (status) => (status === 'inactive' ? goneFactor : 1));

/** Answers questions from a table and a text index over the same documents. */
export class CatalogIndex {
  readonly table: Table;
  readonly text: TextIndex;
  /** The vectors of texts; absent while only words are searched. */
  readonly vectors: VectorTable | undefined;
  readonly #scorer: Fusion;
  readonly #byMeaning: MeaningScorer | undefined;
  readonly #wordDirections: WordDirections | undefined;
  /** How many living documents have a vector. */
  #told = 0;
  /** Room for the documents that pass filters, kept from one question to the next. */
  #passing = new Uint32Array();

  constructor(table: Table, text: TextIndex, vectors?: VectorTable) {
    this.table = table;
    this.text = text;
    this.vectors = vectors;
    const byWords = new WordScorer(text);
    this.#byMeaning = vectors && new MeaningScorer(table, vectors);
    this.#scorer = new Fusion(this.#byMeaning ? [byWords, this.#byMeaning] : [byWords]);
    this.#wordDirections = vectors && new WordDirections(table, text, vectors);
    if (vectors) this.#findVectors();
  }

  /** An index with all documents frozen. Takes about 50 µs for each. */
  static of(entries: Iterable<Entry>, categoryName: CategoryName): CatalogIndex {
    const table = Table.of(entries);

    return new CatalogIndex(
      table,
      finish(TextIndex.build(table.frozenEntries(), table.columns.alive, categoryName)),
    );
  }

  /** This index, searched by these vectors as well; takes its place. */
  withVectors(vectors: VectorTable): CatalogIndex {
    this.table.columns.vector.fill(0);
    return new CatalogIndex(this.table, this.text, vectors);
  }

  add(entry: Entry): void {
    const document = this.table.add(entry);
    this.text.add(document, entry);
    this.#findVector(document);
  }

  /** The texts of living documents that have no vector yet. A text may come several times. */
  *missingVectors(): Generator<MissingVector> {
    for (let document = 0; document < this.table.size; document += 1) {
      const entry = this.table.entries[document];
      if (!entry || !this.table.isAlive(document) || this.#findVector(document)) continue;
      yield { key: this.table.columns.text[document] ?? 0, text: meaningText(entry.declared), document };
    }
  }

  usedVectors(): KeyedVector[] {
    const { alive, text, vector } = this.table.columns;
    const used = new Map<number, KeyedVector>();
    for (let document = 0; document < this.table.size; document += 1) {
      const row = (vector[document] ?? 0) - 1;
      if (row < 0 || alive[document] !== 1 || used.has(row) || !this.vectors) continue;
      used.set(row, { key: text[document] ?? 0, vector: this.vectors.vector(row).slice() });
    }
    return [...used.values()];
  }

  addVector({ key, document }: MissingVector, vector: Int8Array): void {
    this.vectors?.add(key, vector);
    this.#findVector(document);
  }

  /** What the words of a query mean, as far as services with vectors hold them. */
  directionOf(words: TextQuery): Float64Array | undefined {
    return this.#goesByMeaning ? this.#wordDirections?.of(words) : undefined;
  }

  /** Removes an entry; does nothing when the index does not hold exactly this one. */
  remove(entry: Entry): void {
    const document = this.table.find(entry);
    if (document === undefined) return;

    if (this.#hasVector(document)) this.#told -= 1;
    this.table.kill(document);
    this.text.remove(entry);
  }

  /** Replaces an entry of which only the observed part changed. Reads no text. */
  observe(entry: Entry): void {
    const document = this.table.find(entry);
    if (document !== undefined) this.table.observe(document, entry);
  }

  /** All entries by name, then id. */
  entriesInOrder(): Entry[] {
    return this.#walkTo({ sortBy: 'name', limit: this.table.living, offset: 0 }, () => true);
  }

  list(query: ListQuery): Found {
    const { wanted } = query;
    if (wanted) {
      const { total, hits } = this.rank({ ...query, wanted });
      return { total, entries: hits.map(({ entry }) => entry) };
    }

    const conditions = new Conditions(query, this.table);
    return conditions.any ? this.#listPassing(query, conditions) : this.#listAll(query);
  }

  /** The services that fit, with their scores. */
  rank(query: RankQuery): Ranking {
    const { wanted } = query;
    const byMeaning = this.#goesByMeaning && wanted.meaning !== undefined;
    const matches = this.#match(wanted);
    const conditions = new Conditions(query, this.table);
    if (conditions.any) matches.keep((document) => conditions.passes(document));
    this.#weigh(matches, wanted);
    if (wanted.name !== undefined) this.#putFirst(this.table.named(wanted.name), matches);
    const page = pickPage(matches.found(), query, this.#orderOf(matches, query));

    return {
      total: matches.count,
      hits: page.flatMap((document) => {
        const entry = this.table.entries[document];
        const score = (matches.values[document] ?? 0) / matches.unit;
        const isNear = byMeaning && this.#byMeaning?.found(document) === true;
        return entry ? [{ entry, score, isNear }] : [];
      }),
      best: matches.highest() / matches.unit,
      byMeaning,
    };
  }

  /** All services that a list holds on its pages together, in no order, which spares sorting them. */
  matching(question: Question): Entry[] {
    const conditions = new Conditions(question, this.table);
    if (!question.wanted) return this.#entries([...this.#pass(conditions)]);

    const matches = this.#match(question.wanted);
    if (conditions.any) matches.keep((document) => conditions.passes(document));
    return this.#entries([...matches.found()]);
  }

  facets(question: Question): Facets {
    const counter = new FacetCounter(this.table, new Conditions(question, this.table));

    if (question.wanted) {
      for (const document of this.#match(question.wanted).found()) counter.count(document);
    } else {
      for (let document = 0; document < this.table.size; document += 1) {
        if (this.table.isAlive(document)) counter.count(document);
      }
    }
    return counter.result();
  }

  get #goesByMeaning(): boolean {
    return this.#told > 0 && this.#told >= leastTold * this.table.living;
  }

  /** Gives all documents their vectors, and counts them. */
  #findVectors(): void {
    for (let document = 0; document < this.table.size; document += 1) {
      if (this.#hasVector(document)) this.#told += this.table.isAlive(document) ? 1 : 0;
      else this.#findVector(document);
    }
  }

  #hasVector(document: number): boolean {
    return (this.table.columns.vector[document] ?? 0) !== 0;
  }

  /** Gives a document the vector of its text, if that is known; returns whether it has one. */
  #findVector(document: number): boolean {
    if (this.#hasVector(document)) return true;

    const { text, vector } = this.table.columns;
    vector[document] = (this.vectors?.find(text[document] ?? 0) ?? -1) + 1;
    if (!this.#hasVector(document)) return false;
    if (this.table.isAlive(document)) this.#told += 1;
    return true;
  }

  #listAll(query: ListQuery): Found {
    return { total: this.table.living, entries: this.#walkTo(query, () => true) };
  }

  /** Counts what passes. Then walks the stored order, if that reaches the page sooner than picking the page from what passed. */
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

  #match(wanted: Wanted): Scores {
    const meaning = this.#goesByMeaning ? wanted.meaning : undefined;
    const { direction, least } = meaning ?? {};
    const isNear = !direction || least === undefined || (this.#byMeaning?.closest(direction) ?? 1) >= least;
    if (!isNear) return new Scores();

    return this.#scorer.score({ ...wanted, meaning }, this.table.columns.alive);
  }

  /** Gives documents that were found the highest score, and a little more. */
  #putFirst(documents: readonly number[], scores: Scores): void {
    const found = documents.filter((document) => (scores.values[document] ?? 0) > 0);
    const first = scores.highest() * 1.000_001;
    for (const document of found) scores.values[document] = first;
  }

  /** Raises services of a category that was probably meant, and lowers those that nobody answers for any more. */
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

  #orderOf(matches: Scores, { wanted, sortBy, sortOrder }: RankQuery): Compare {
    if (!sortBy) return this.#byScore(matches);

    const inOrder = comparator(this.table, { sortBy, sortOrder });
    return wanted.sorts === 'all' ? inOrder : this.#bestFirst(matches, inOrder);
  }

  #byScore({ values }: Scores): Compare {
    return (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || this.table.compare(a, b);
  }

  /**
   * The best matches in the order that was asked for, then the others by score. An inactive service counts as one of the
   * best only when all of the best are inactive.
   */
  #bestFirst(matches: Scores, inOrder: Compare): Compare {
    const { values } = matches;
    const least = bestShare * matches.highest();
    const fits = (document: number): boolean => (values[document] ?? 0) >= least;
    const answers = (document: number): boolean => byStatus[this.table.columns.status[document] ?? 0] === 1;
    const someAnswer = matches.found().some((document) => fits(document) && answers(document));
    const isBest = (document: number): boolean => fits(document) && (answers(document) || !someAnswer);
    const byScore = this.#byScore(matches);

    return (a, b) => {
      const [first, second] = [isBest(a), isBest(b)];
      if (first !== second) return first ? -1 : 1;
      return first ? inOrder(a, b) : byScore(a, b);
    };
  }

  #entries(documents: readonly number[]): Entry[] {
    return documents.flatMap((document) => this.table.entries[document] ?? []);
  }
}

function sortingOf({ sortBy = 'trustScore', sortOrder }: Question & Page): Sorting {
  return { sortBy, sortOrder };
}
