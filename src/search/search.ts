import type { Category } from '../domain/category.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { CatalogIndex, type Found, type Wanted } from './index/catalog-index.ts';
import type { Facets } from './index/facets.ts';
import type { CategoryName } from './index/fields.ts';
import { merge } from './index/merge.ts';
import { loadIndex, saveIndex } from './index/saved-index.ts';
import { TextIndex } from './index/text-index.ts';
import { advance, costs, finish, type Work } from './index/work.ts';
import type { Constraints, Intent } from './intent/intent.ts';
import { intentFilters } from './intent/intent-filters.ts';
import { categoryBoosts, sortingOf } from './intent/rank.ts';
import { readConstraints } from './intent/read-constraints.ts';
import { type Reading, readSentence } from './intent/read-sentence.ts';
import { textQueryOf } from './intent/text-query-of.ts';
import { readTopic } from './intent/topic.ts';
import { whyOf } from './intent/why.ts';
import { likeness, mostSimilar } from './similar.ts';
import { mostSuggestions, suggest, type Suggestion } from './suggest.ts';
import type { CatalogFacts } from './knowledge/vocabulary.ts';
import { type Knowledge, learn } from './knowledge/knowledge.ts';
import type { Filters, ListQuery, Page } from './query/question.ts';
import { readWords } from './read-keywords.ts';

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

/** What a text asks for when it is read as a sentence. */
export interface Understanding {
  readonly constraints: Constraints;
  /** The words that are left; empty when it says nothing else. */
  readonly topic: string;
}

export type { Constraints, Facets, Suggestion };

/** What changed from one snapshot to the next. */
export interface SnapshotChange {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
}

export interface SearchOptions {
  /** How many documents may be live or dead before they are merged into the frozen ones. */
  readonly maxUnmerged?: number;
  /** How much one call of `work` does, in the units of `Work`; by default a few milliseconds. */
  readonly sliceCost?: number;
}

/** Read once before anybody asks: the engine compiles the patterns of the rules when they are first used, for longer than a reader should wait. */
const firstSentence = 'weather without rain under $0.01 on base, at least 90 trust, cheapest first';

const defaults = { maxUnmerged: 2_000, sliceCost: 50_000 };

/** Answers questions about one catalog. It follows the catalog by `update`; between two updates its answers do not change. */
export class Search {
  #snapshot: Snapshot;
  #index: CatalogIndex;
  /** The categories as their names stand in the texts of the index. */
  #categories: readonly Category[];
  readonly #maxUnmerged: number;
  readonly #sliceCost: number;
  #knowledge: Knowledge | undefined;
  /** Services that changed since the knowledge was learnt. */
  #unlearnt = 0;
  #learning: Work | undefined;
  #work: Work | undefined;
  /** What is known of the catalog at any time. */
  readonly #facts: CatalogFacts;

  constructor(
    snapshot: Snapshot,
    options: SearchOptions = {},
    index = CatalogIndex.of(snapshot.entries(), categoryNames(snapshot.categories)),
  ) {
    this.#maxUnmerged = options.maxUnmerged ?? defaults.maxUnmerged;
    this.#sliceCost = options.sliceCost ?? defaults.sliceCost;
    this.#snapshot = snapshot;
    this.#categories = snapshot.categories;
    this.#index = index;
    this.#facts = {
      frequency: (word) => this.#index.text.frequency(word),
      chains: () => this.#index.table.chains(),
      categories: () => this.#snapshot.categories,
    };
  }

  /** From what `save` wrote. Services that have changed since are read anew; undefined when all should be. */
  static load(file: Uint8Array, snapshot: Snapshot, options?: SearchOptions): Search | undefined {
    const { categories } = snapshot;
    const index = loadIndex(file, snapshot, printNames(categories), categoryNames(categories));

    return index && new Search(snapshot, options, index);
  }

  /** The index as pieces of a file; it may go on changing while they are written. */
  save(): Iterable<Uint8Array> {
    return saveIndex(this.#index, printNames(this.#categories));
  }

  /** Takes up a change at once; what may wait is left to `work`. */
  update(snapshot: Snapshot, { put, removed }: SnapshotChange): void {
    const changed = new Set([...removed, ...put.map(({ declared }) => declared.id)]);

    for (const id of changed) {
      const entry = this.#snapshot.find(id);
      if (entry) this.#index.remove(entry);
    }
    for (const entry of put) this.#index.add(entry);
    this.#snapshot = snapshot;
    this.#unlearnt += changed.size;
  }

  /** Takes up a snapshot in which more was observed of these services, and nothing else changed. */
  observe(snapshot: Snapshot, observed: readonly Entry[]): void {
    for (const entry of observed) this.#index.observe(entry);
    this.#snapshot = snapshot;
  }

  /**
   * Does a slice of the work that no answer waits for: merging changes, and reading all texts anew when a category has
   * another name. Answers whether there is more to do; the caller lets others have their turn before calling again.
   */
  work(): boolean {
    this.#work ??= this.#nextWork();
    if (this.#work && !advance(this.#work, this.#sliceCost)) this.#work = this.#nextWork();
    return this.#work !== undefined;
  }

  /**
   * Does a slice of what can wait until nothing else changes: learning anew what words mean. New services are found by their
   * words at once all the same. Answers whether there is more to do.
   */
  rest(): boolean {
    if (this.#unlearnt > 0 || !this.#knowledge) this.#learning ??= this.#learnAnew();
    if (this.#learning && !advance(this.#learning, this.#sliceCost)) this.#learning = undefined;
    return this.#learning !== undefined;
  }

  list(query: ListQuery): Found {
    if (query.topic !== undefined) return this.#listAbout(query.topic, query);
    return this.#index.list(query, this.#wanted(query));
  }

  /** How many services there are of each kind among those that a list would hold. */
  facets(query: Filters & Pick<ListQuery, 'text' | 'topic'>): Facets {
    return this.#index.facets(query, this.#wanted(query));
  }

  /** What a text demands of services, and what it is about, for a list that is to be narrowed further. */
  understand(text: string): Understanding {
    const { vocabulary } = this.#known();
    const { found, rest } = readConstraints(text, vocabulary);
    const { words } = readTopic(rest, vocabulary);

    return { constraints: found, topic: words.map(({ word }) => word).join(' ') };
  }

  intent(sentence: string, page: Page): IntentAnswer {
    const { vocabulary, model } = this.#known();
    const reading = readSentence(sentence, vocabulary, model);
    const { intent } = reading;
    const question = { ...intentFilters(intent), ...page, sorting: sortingOf(intent) };
    const { total, hits } = this.#index.rank(this.#wantedBy(reading), question);

    return {
      intent,
      total,
      hits: hits.map(({ entry, score }) => ({
        entry,
        score: round(score),
        why: whyOf(reading, entry, this.#snapshot.categoryName(entry.declared.category)),
      })),
    };
  }

  /** Names, categories and words that begin as a text goes on, at most 8. */
  suggest(text: string): Suggestion[] {
    const { entries } = this.list({ text, limit: mostSuggestions * 4, offset: 0 });

    return suggest(text, this.#index, this.#snapshot.categories, entries);
  }

  /** Services that are like this one, the most alike first, at most 10. */
  similar(entry: Entry): Entry[] {
    const { hits } = this.#index.rank(likeness(entry, this.#facts), { limit: mostSimilar + 1, offset: 0 });

    return hits
      .map((hit) => hit.entry)
      .filter(({ declared }) => declared.id !== entry.declared.id)
      .slice(0, mostSimilar);
  }

  #listAbout(topic: string, { sortBy, sortOrder, ...query }: ListQuery): Found {
    const sorting = sortBy && { sortBy, sortOrder };
    const { total, hits } = this.#index.rank(this.#wantedOf(topic), { ...query, sorting });

    return { total, entries: hits.map(({ entry }) => entry) };
  }

  /** What is looked for by words as they are typed into a search box, or by what a sentence is about. */
  #wanted({ text, topic }: Pick<ListQuery, 'text' | 'topic'>): Wanted | undefined {
    if (topic !== undefined) return this.#wantedOf(topic);
    if (text === undefined) return undefined;

    const { vocabulary, model } = this.#known();
    const { query, boosts } = readWords(text, vocabulary, model);
    return { text: query, boosts };
  }

  #wantedOf(topic: string): Wanted {
    const { vocabulary, model } = this.#known();

    return this.#wantedBy(readSentence(topic, vocabulary, model));
  }

  #wantedBy({ topic, categories }: Reading): Wanted {
    const { vocabulary, associations } = this.#known();

    return { text: textQueryOf(topic, vocabulary, associations), boosts: categoryBoosts(categories) };
  }

  /** Learns at once where that is still to be done: nothing can be answered without it. */
  #known(): Knowledge {
    if (!this.#knowledge) finish(this.#learning ?? this.#learnAnew());
    if (!this.#knowledge) throw new Error('nothing was learnt');
    return this.#knowledge;
  }

  *#learnAnew(): Work {
    this.#unlearnt = 0;
    this.#knowledge = yield* learn(this.#index.entriesInOrder(), this.#facts);
    yield costs.readingTexts;
    this.intent(firstSentence, { limit: 1, offset: 0 });
  }

  #nextWork(): Work | undefined {
    if (this.#isRenamed()) return this.#readAnew();
    return this.#index.table.unmerged > this.#maxUnmerged ? this.#merge() : undefined;
  }

  #isRenamed(): boolean {
    const [now, then] = [this.#snapshot.categories, this.#categories];

    return now !== then && printNames(now) !== printNames(then);
  }

  *#merge(): Work {
    this.#index = yield* merge(this.#index);
  }

  /** Texts are read in the order of a table without live or dead documents; what changes meanwhile is made up for at the end. */
  *#readAnew(): Work {
    yield* this.#merge();
    const { categories } = this.#snapshot;
    const { table } = this.#index;
    const entries = table.frozenEntries();
    const alive = table.columns.alive.slice(0, entries.length);
    const text = yield* TextIndex.build(entries, alive, categoryNames(categories));

    for (const [document, entry] of entries.entries()) {
      if (alive[document] === 1 && !table.isAlive(document)) text.remove(entry);
    }
    for (let document = entries.length; document < table.size; document += 1) {
      const entry = table.entries[document];
      if (entry && table.isAlive(document)) text.add(document, entry);
    }
    this.#index = new CatalogIndex(table, text);
    this.#categories = categories;
  }
}

function printNames(categories: readonly Category[]): string {
  return JSON.stringify(categories.map(({ id, name }) => [id, name]).sort());
}

function categoryNames(categories: readonly Category[]): CategoryName {
  const names = new Map(categories.map(({ id, name }) => [id, name]));

  return (id) => names.get(id) ?? id;
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
