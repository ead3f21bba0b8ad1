import type { Category } from '../domain/category.ts';
import { inactiveScoreFactor } from './words/scores.ts';
import type { AskedMatcher } from './asked.ts';
import type { Dropped, Reading } from './intent/intent.ts';
import type { Sentence } from './intent/read-sentence.ts';
import type { CatalogFacts } from './knowledge/vocabulary.ts';
import type { Matches } from './matcher.ts';
import type { ListQuery, Page, Question } from './query/question.ts';
import type { Wanted } from './query/wanted.ts';
import { Conditions } from './rows/conditions.ts';
import { FacetCounter, type Facets } from './rows/facets.ts';
import { byName, type Compare, orderBy, topHits } from './rows/order.ts';
import { pageOf } from './rows/page-of.ts';
import type { Row } from './rows/row.ts';
import { Table } from './rows/table.ts';
import { maxSuggestions, maxTerms, suggest, type Suggestion } from './suggest.ts';
import type { Texts } from './words/fields.ts';

/** A service as searches know it. */
export interface Searched {
  readonly row: Row;
  readonly texts: Texts;
}

/** A row that was found, and how well it fits. */
export interface Hit {
  readonly row: Row;
  /** 0 when nothing is looked for. */
  readonly score: number;
  /** Whether it was found by meaning, perhaps by words too. */
  readonly isNear: boolean;
}

export interface Hits {
  readonly total: number;
  readonly page: readonly Hit[];
  /** The highest score of all that were found, on whatever page; 0 when nothing is looked for, or found. */
  readonly best: number;
  /** How many of all that were found each host has; none when nothing is looked for. Counts on each call: only pages show it. */
  readonly countHosts: () => ReadonlyMap<string, number>;
  /** Whether meaning took part. */
  readonly byMeaning: boolean;
  /** Whether the meaning of every service is known. */
  readonly hasAllMeanings: boolean;
}

/** A page of what a list holds. */
export interface FoundPage extends Pick<Hits, 'total' | 'countHosts' | 'byMeaning' | 'hasAllMeanings'> {
  readonly rows: readonly Row[];
}

interface FoundRows {
  readonly hits: readonly Hit[];
  readonly best: number;
}

/** The best matches are those that score at least this share of the highest score. */
const bestShare = 0.4;

/** A service with the name that was asked for comes before the best of the others by this factor. */
const first = 1.000_001;

/**
 * The one search: holds what lists filter, sort and count by, and asks a matcher for words and meanings. On a server, `Search` updates it to a
 * catalog; in a copy without a server, a browser fills it from the published services. An answer is that of the catalog when it was asked.
 */
export class RowSearch {
  readonly #table = new Table();
  readonly #matcher: AskedMatcher;
  #categories: readonly Category[];
  /** What a question found, for the list and the facets of one page; until the catalog changes. */
  #matches = new WeakMap<Wanted, Promise<Matches>>();

  constructor(matcher: AskedMatcher, categories: readonly Category[]) {
    this.#matcher = matcher;
    this.#categories = categories;
  }

  set categories(categories: readonly Category[]) {
    this.#categories = categories;
  }

  /** Adds or replaces services by id, and removes others. Every later answer includes the change. */
  change(put: readonly Searched[], removed: readonly string[] = []): Promise<void> {
    this.rankAnew();
    const gone = removed.flatMap((id) => this.#table.remove(id) ?? []);
    const documents = put.map(({ row, texts }) => ({
      ...texts,
      place: this.#table.put(row),
      categoryId: row.category,
    }));

    return this.#matcher.update({ put: documents, removed: gone });
  }

  /** Applies new observations of known services, and ignores others. */
  observe(rows: readonly Row[]): void {
    for (const row of rows) if (this.#table.placeOf(row.id) !== undefined) this.#table.put(row);
  }

  /** Forgets what was found: the matcher may rank in another order from now on. */
  rankAnew(): void {
    this.#matches = new WeakMap();
  }

  readKeywords(text: string): Promise<Wanted> {
    return this.#matcher.readKeywords(text, this.#facts());
  }

  readSentence(text: string): Promise<Sentence> {
    return this.#matcher.readSentence(text, this.#facts());
  }

  understand(text: string, dropped?: Dropped): Promise<Reading> {
    return this.#matcher.understand(text, this.#facts(), dropped);
  }

  async find(question: Question, page: Page): Promise<Hits> {
    const { wanted } = question;
    const matches = wanted && (await this.#match(wanted));
    const { hits, best } = this.#passing(question, matches);

    return {
      total: hits.length,
      page: hitsOn(page, hits, best, question),
      best,
      countHosts: () => (wanted ? countsOf(hits) : noHosts),
      byMeaning: matches?.near !== undefined,
      hasAllMeanings: matches?.hasAllMeanings ?? true,
    };
  }

  async list({ limit, offset, ...question }: ListQuery): Promise<FoundPage> {
    const { page, best: _best, ...found } = await this.find(question, { limit, offset });

    return { ...found, rows: page.map(({ row }) => row) };
  }

  async matching(question: Question): Promise<Row[]> {
    const { wanted } = question;
    const { hits } = this.#passing(question, wanted && (await this.#match(wanted)));

    return hits.map(({ row }) => row);
  }

  async facets(question: Question): Promise<Facets> {
    const matches = question.wanted && (await this.#match(question.wanted));
    const counter = new FacetCounter(new Conditions(question));

    for (const row of matches ? this.#rowsAt(matches) : this.#table.rows()) counter.count(row);
    return counter.result();
  }

  categorySizes(): ReadonlyMap<string, number> {
    return this.#table.categorySizes();
  }

  async suggest(text: string, nameOf: (id: string) => string | undefined): Promise<Suggestion[]> {
    const wanted = await this.readKeywords(text);
    const { rows } = await this.list({ wanted, limit: maxSuggestions * 4, offset: 0 });

    return suggest(text, {
      categories: this.#categories,
      services: rows.map(({ id }) => ({ id, name: nameOf(id) ?? '' })),
      wordsFrom: (beginning) => this.#matcher.wordsFrom(beginning, 4 * maxTerms),
    });
  }

  /** Services like the one with this id, the most alike first; by its most telling words, or by so many. */
  async similar(id: string, most: number, maxWords?: number): Promise<Row[]> {
    const place = this.#table.placeOf(id);
    const wanted = place === undefined ? undefined : await this.#matcher.likeness(place, maxWords);
    if (!wanted) return [];

    const { rows } = await this.list({ wanted, limit: most + 1, offset: 0 });
    return rows.filter((row) => row.id !== id).slice(0, most);
  }

  #match(wanted: Wanted): Promise<Matches> {
    const known = this.#matches.get(wanted);
    if (known) return known;

    const matches = this.#matcher.match(wanted);
    this.#matches.set(wanted, matches);
    return matches;
  }

  #passing(question: Question, matches: Matches | undefined): FoundRows {
    const conditions = new Conditions(question);

    return question.wanted && matches
      ? this.#weighed(matches, question.wanted, conditions)
      : { hits: this.#all(conditions), best: 0 };
  }

  #all(conditions: Conditions): Hit[] {
    const hits: Hit[] = [];
    for (const row of this.#table.rows()) {
      if (conditions.passes(row)) hits.push({ row, score: 0, isNear: false });
    }
    return hits;
  }

  /**
   * Raises services of a category that was probably meant, and lowers those that nobody answers for any more. In one pass: a common word finds most
   * services, and other requests wait meanwhile.
   */
  #weighed({ places, scores, near }: Matches, { boosts, names }: Wanted, conditions: Conditions): FoundRows {
    const hits: Hit[] = [];
    const named: number[] = [];
    let best = 0;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const row = this.#table.at(place);
      if (!row || !conditions.passes(row)) continue;

      const factor = (boosts.get(row.category) ?? 1) * (row.status === 'inactive' ? inactiveScoreFactor : 1);
      const score = (scores[at] ?? 0) * factor;
      best = Math.max(best, score);
      if (names?.includes(row.name)) named.push(hits.length);
      hits.push({ row, score, isNear: near?.has(place) === true });
    }
    return named.length > 0 ? namedFirst(hits, named, best) : { hits, best };
  }

  *#rowsAt({ places }: Matches): Generator<Row> {
    for (const place of places) {
      const row = this.#table.at(place);
      if (row) yield row;
    }
  }

  #facts(): CatalogFacts {
    return { chains: this.#table.chains(), categories: this.#categories };
  }
}

/** The hits of a page. The top of what ranks by relevance is shared out among hosts. */
function hitsOn({ limit, offset }: Page, hits: readonly Hit[], best: number, question: Question): Hit[] {
  const order = orderOf(hits, best, question);
  const isByRelevance = question.wanted !== undefined && question.sortBy === undefined;
  if (!isByRelevance) return pageOf(hits, { limit, offset }, order);

  const top = topHits(hits, order);
  const shown = top.slice(offset, offset + limit);
  if (shown.length === limit) return shown;

  const isAbove = new Set(top);
  const others = hits.filter((hit) => !isAbove.has(hit));
  const next = { limit: limit - shown.length, offset: Math.max(0, offset - top.length) };
  return [...shown, ...pageOf(others, next, order)];
}

const noHosts: ReadonlyMap<string, number> = new Map();

function countsOf(hits: readonly Hit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of hits) counts.set(row.host, (counts.get(row.host) ?? 0) + 1);
  return counts;
}

/** Puts the hits in these places, which have the name that was asked for, before all others. */
function namedFirst(hits: Hit[], named: readonly number[], highest: number): FoundRows {
  const best = highest * first;
  for (const at of named) {
    const hit = hits[at];
    if (hit) hits[at] = { ...hit, score: best };
  }
  return { hits, best };
}

type CompareHits = (a: Hit, b: Hit) => number;

/** The order of the hits of a question. A sentence sorts only the best by another order than relevance; see `Wanted.sorts`. */
function orderOf(hits: readonly Hit[], best: number, { wanted, sortBy, sortOrder }: Question): CompareHits {
  if (!sortBy && wanted) return byScore;

  const inOrder = onRows(orderBy(sortBy ?? 'trustScore', sortOrder));
  return wanted?.sorts === 'best' ? bestFirst(hits, best, inOrder) : inOrder;
}

/**
 * The best matches in the order that was asked for, then the others by score. An inactive service counts as one of the
 * best only when all of the best are inactive.
 */
function bestFirst(hits: readonly Hit[], best: number, inOrder: CompareHits): CompareHits {
  const fits = ({ score }: Hit): boolean => score >= bestShare * best;
  const answers = ({ row }: Hit): boolean => row.status !== 'inactive';
  const someAnswer = hits.some((hit) => fits(hit) && answers(hit));
  const isBest = (hit: Hit): boolean => fits(hit) && (answers(hit) || !someAnswer);

  return (a, b) => {
    const [isFirst, isSecond] = [isBest(a), isBest(b)];
    if (isFirst !== isSecond) return isFirst ? -1 : 1;
    return isFirst ? inOrder(a, b) : byScore(a, b);
  };
}

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || byName(a.row, b.row);
}

function onRows(compare: Compare): CompareHits {
  return (a, b) => compare(a.row, b.row);
}
