import type { Category } from '../domain/category.ts';
import type { KeyedVector } from '../domain/meaning.ts';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import { CatalogIndex, type Found, type MissingVector } from './index/catalog-index.ts';
import type { Facets } from './index/facets.ts';
import type { CategoryName } from './index/fields.ts';
import { merge } from './index/merge.ts';
import { loadIndex, saveIndex } from './index/saved-index.ts';
import { TextIndex } from './index/text-index.ts';
import type { Table } from './index/table.ts';
import type { VectorTable } from './index/vector-table.ts';
import { advance, costs, finish, type Work } from './index/work.ts';
import { type Constraints, type Dropped, type Intent, questionOf, type Reading } from './intent/intent.ts';
import { readSentence, type Sentence } from './intent/read-sentence.ts';
import { type Match, matchOf, whyOf } from './intent/why.ts';
import { learn, type LearntKnowledge, loadKnowledge, saveKnowledge } from './knowledge/knowledge.ts';
import { readDictionaries } from './languages/languages.ts';
import type { CatalogFacts } from './knowledge/vocabulary.ts';
import type { Filters, ListQuery, Page, Question } from './query/question.ts';
import type { Wanted } from './query/wanted.ts';
import { readKeywords } from './read-keywords.ts';
import { likeness, mostSimilar } from './similar.ts';
import { mostSuggestions, suggest, type Suggestion } from './suggest.ts';
import { understand } from './understand.ts';

/** The version of the ranking. From the first release on, it changes whenever the same catalog may answer the same sentence in another order. */
export const rankingVersion = 'rank/2';

/** What can take part in a ranking. */
export const rankedBy = ['words', 'meaning'] as const;

interface IntentHit {
  readonly entry: Entry;
  readonly score: number;
  /** Reasons that a person can check against the service. */
  readonly why: readonly string[];
}

export interface IntentAnswer {
  readonly intent: Intent;
  readonly total: number;
  readonly hits: readonly IntentHit[];
  /** The highest score of all that were found, on whatever page; 0 when nothing was. */
  readonly best: number;
  /** What took part in the ranking. */
  readonly by: readonly (typeof rankedBy)[number][];
}

export type { Constraints, Dropped, Facets, Match, Suggestion };

/** What changed from one snapshot to the next. */
export interface SnapshotChange {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
}

/** The documents in a saved index, and what was learnt by then. */
interface Saved {
  readonly table: Table;
  readonly knowledge: LearntKnowledge | undefined;
}

export interface SearchOptions {
  /** How many documents may be live or dead before a merge. */
  readonly maxUnmerged?: number;
  /** How much one call of `work` or `rest` does, in the units of `Work`; a few milliseconds by default. */
  readonly sliceCost?: number;
}

/**
 * Read once in advance, as the dictionaries are: JavaScript compiles a pattern when it is first used, and for all of them that takes longer
 * than a reader should wait.
 */
const firstSentence = 'weather without rain under $0.01 on base, at least 90 trust, cheapest first';

/** Services that only mean about the same as keywords are found when fewer than this hold the words, so that a sorted list is not mixed. */
const fewServices = 10;
const largeCatalog = 20_000;

/** A large catalog learns again once this share of its services has changed: a few hardly change what words mean, and are found by their own. */
const learntShare = 0.01;

/** How much the meaning of keywords counts beside the words: little, because whoever types keywords means these words. */
const keywordWeight = 0.1;

const defaults = { maxUnmerged: 2_000, sliceCost: 50_000 };

/** Answers questions about one catalog. Follows the catalog by `update` and `observe`; between two calls its answers do not change. */
export class Search {
  #snapshot: Snapshot;
  #index: CatalogIndex;
  /** The categories with the names that the index was built with. */
  #categories: readonly Category[];
  readonly #maxUnmerged: number;
  readonly #sliceCost: number;
  #knowledge: LearntKnowledge | undefined;
  /** How many services have changed since the knowledge was learnt. */
  #unlearnt = 0;
  /** Whether everything is read that JavaScript reads when it is first used. */
  #isWarm = false;
  #saved: Saved | undefined;
  #learning: Work | undefined;
  #work: Work | undefined;
  /** What the catalog can tell about itself at any moment. */
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

  /** A search from what `save` wrote. Indexes the services that have changed since; undefined when a new index is the better choice. */
  static load(file: Uint8Array, snapshot: Snapshot, options?: SearchOptions): Search | undefined {
    const { categories } = snapshot;
    const loaded = loadIndex(file, snapshot, printNames(categories), categoryNames(categories));
    if (!loaded) return undefined;

    const search = new Search(snapshot, options, loaded.index);
    search.#unlearnt = loaded.stale;
    if (loaded.knowledge !== '') search.#knowledge = loadKnowledge(loaded.knowledge, search.#facts);
    search.noteSaved(search.saved);
    return search;
  }

  /** Searches by meaning too from now on: `vectors` holds those of texts, and gets those that are found missing. */
  useVectors(vectors: VectorTable): void {
    this.#index = this.#index.withVectors(vectors);
  }

  /** The vectors that services have, each once. */
  usedVectors(): KeyedVector[] {
    return this.#index.usedVectors();
  }

  /** The vectors in use; undefined while only words are searched. */
  get vectors(): VectorTable | undefined {
    return this.#index.vectors;
  }

  /** Some of the texts that have no vector yet, each once. */
  missingVectors(most: number): MissingVector[] {
    const missing = new Map<number, MissingVector>();
    for (const text of this.#index.missingVectors()) {
      if (missing.set(text.key, text).size >= most) break;
    }
    return [...missing.values()];
  }

  addVector(missing: MissingVector, vector: Int8Array): void {
    this.#index.addVector(missing, vector);
  }

  /** Whether `save` would give nothing new, except for services that a load adds from the snapshot. */
  get isSaved(): boolean {
    return this.#saved?.table === this.#index.table && this.#saved.knowledge === this.#knowledge;
  }

  /** What `save` gives now; for `noteSaved`, once that is on disk. */
  get saved(): Saved {
    return { table: this.#index.table, knowledge: this.#knowledge };
  }

  noteSaved(saved: Saved): void {
    this.#saved = saved;
  }

  /** The index as pieces of a file. It may change while they are being written. */
  save(): Iterable<Uint8Array> {
    const knowledge = this.#knowledge ? saveKnowledge(this.#knowledge) : '';
    return saveIndex(this.#index, printNames(this.#categories), knowledge);
  }

  /** Applies a change at once; leaves what can wait to `work`. */
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

  /** Applies a snapshot in which only the observed part of these services changed. */
  observe(snapshot: Snapshot, observed: readonly Entry[]): void {
    for (const entry of observed) this.#index.observe(entry);
    this.#snapshot = snapshot;
  }

  /**
   * Does a slice of the work that no answer waits for: merging changes, and reading all texts again after a category was
   * renamed. Returns whether there is more to do; the caller should yield to the event loop before calling again.
   */
  work(): boolean {
    this.#work ??= this.#nextWork();
    if (this.#work && !advance(this.#work, this.#sliceCost)) this.#work = this.#nextWork();
    return this.#work !== undefined;
  }

  /**
   * Does a slice of the work that can wait until the catalog is quiet: learning again what words mean, from a large catalog only when much
   * of it has changed. New services are found by their words even before that. Returns whether there is more to do.
   */
  rest(): boolean {
    if (this.#isOutdated() || !this.#isWarm) this.#learning ??= this.#learnAnew();
    if (this.#learning && !advance(this.#learning, this.#sliceCost)) this.#learning = undefined;
    return this.#learning !== undefined;
  }

  /** Reads a text as keywords, as the API's list does; see `understand`. */
  readKeywords(text: string): Wanted {
    return this.#withMeaningOfWords(readKeywords(text, this.#known()).wanted);
  }

  /** Reads a text as a sentence, as the API's intent search does; see `understand`. */
  readSentence(text: string): Sentence {
    return readSentence(text, this.#known());
  }

  /** Reads a text that may be keywords or a sentence, as the pages do, without what the visitor dropped. */
  understand(text: string, dropped?: Dropped): Reading {
    const reading = understand(text, this.#known(), dropped);
    if (reading.gist || !reading.wanted) return reading;

    return { ...reading, wanted: this.#withMeaningOfWords(reading.wanted) };
  }

  /** Reads a text as `understand` does, by the lexicon alone: nothing has to be learnt from the catalog first, and relatives of words are not sought. */
  understandUnlearnt(text: string): Reading {
    return understand(text, finish(learn([], this.#facts)));
  }

  list(query: ListQuery): Found {
    return this.#index.list(this.#ofOwner(query));
  }

  /** All services that a list would hold, in no order. */
  matching(question: Question): Entry[] {
    return this.#index.matching(this.#ofOwner(question));
  }

  /** How many services there are of each kind among those that a list would hold. */
  facets(question: Question): Facets {
    return this.#index.facets(this.#ofOwner(question));
  }

  /** The number of services in each category that has any. Reads no service. */
  categorySizes(): ReadonlyMap<string, number> {
    return this.#index.table.categorySizes();
  }

  /** The services that a sentence asks for, with reasons; none when it does not say what to look for. Filters take the place of those in it. */
  intent(sentence: Sentence, page: Page, filters: Filters = {}): IntentAnswer {
    const { intent, wanted } = sentence;
    if (!wanted) return { intent, total: 0, hits: [], best: 0, by: ['words'] };

    const { total, hits, best, byMeaning } = this.#index.rank({
      ...questionOf(sentence),
      ...this.#ofOwner(filters),
      ...page,
      wanted,
    });
    return {
      intent,
      total,
      hits: hits.map(({ entry, score, isNear }) => ({
        entry,
        score: round(score),
        why: whyOf(sentence, entry, this.#snapshot.categoryName(entry.declared.category), isNear),
      })),
      best: round(best),
      by: byMeaning ? rankedBy : ['words'],
    };
  }

  /** What of a text each service has, in the order of the services. */
  matches(reading: Reading, entries: readonly Entry[]): Match[] {
    return entries.map((entry) =>
      matchOf(reading, entry, this.#snapshot.categoryName(entry.declared.category)),
    );
  }

  /** Names, categories and words that complete a text, at most 8. */
  suggest(text: string): Suggestion[] {
    const { entries } = this.list({
      wanted: this.readKeywords(text),
      limit: mostSuggestions * 4,
      offset: 0,
    });

    return suggest(text, this.#index, this.#snapshot.categories, entries);
  }

  /** Services like this one, the most alike first, at most 10. */
  similar(entry: Entry): Entry[] {
    return this.#others(entry, likeness(entry, this.#facts), mostSimilar);
  }

  /** Services that this one is like, or may be: those that have words with it in common, whichever stand for them. At most `most`. */
  likened(entry: Entry, most: number): Entry[] {
    return this.#others(entry, likeness(entry, this.#facts, Infinity), most);
  }

  #others(entry: Entry, wanted: Wanted, most: number): Entry[] {
    const { entries } = this.list({ wanted, limit: most + 1, offset: 0 });

    return entries.filter((other) => idOf(other) !== entry.declared.id).slice(0, most);
  }

  /** Names the services of an owner, whom only their declarations name. */
  #ofOwner<Asked extends Filters>({ owner, ...filters }: Asked): Omit<Asked, 'owner'> {
    if (owner === undefined) return filters;

    const { among } = filters;
    const ids = this.#snapshot.idsOf(owner);
    return { ...filters, among: new Set(among ? ids.filter((id) => among.has(id)) : ids) };
  }

  /** Keywords rank by what services with these words mean, too. No model is asked, which would take longer than the search. */
  #withMeaningOfWords(wanted: Wanted): Wanted {
    const direction = this.#index.directionOf(wanted.words);
    return direction
      ? { ...wanted, meaning: { direction, weight: keywordWeight, fills: this.#fills() } }
      : wanted;
  }

  /** Comparing all vectors of a large catalog takes milliseconds, which is too long for keywords; and there, words find enough. */
  #fills(): number {
    return this.#snapshot.size <= largeCatalog ? fewServices : 0;
  }

  /** The knowledge to read texts with; learns it on the spot when no call of `rest` has yet. */
  #known(): LearntKnowledge {
    if (!this.#knowledge) finish(this.#learning ?? this.#learnAnew());
    if (!this.#knowledge) throw new Error('nothing was learnt');
    return this.#knowledge;
  }

  *#learnAnew(): Work {
    if (this.#isOutdated()) {
      this.#unlearnt = 0;
      this.#knowledge = yield* learn(this.#index.entriesInOrder(), this.#facts);
    }
    if (this.#knowledge) yield* this.#knowledge.vocabulary.prepare();
    this.#isWarm = true;
    yield costs.readingTexts;
    this.intent(this.readSentence(firstSentence), { limit: 1, offset: 0 });
    yield* readDictionaries();
  }

  /** Whether the knowledge is worth learning again. */
  #isOutdated(): boolean {
    const { size } = this.#snapshot;

    return !this.#knowledge || this.#unlearnt > (size > largeCatalog ? size * learntShare : 0);
  }

  #nextWork(): Work | undefined {
    if (this.#isRenamed()) return this.#readAnew();
    return this.#index.table.unmerged > this.#maxUnmerged ? this.#merge() : undefined;
  }

  #isRenamed(): boolean {
    const [now, then] = [this.#snapshot.categories, this.#categories];

    return now !== then && printNames(now) !== printNames(then);
  }

  /** Keeps to the vectors that are in use at the end: `useVectors` may be called in the meantime. */
  *#merge(): Work {
    const merged = yield* merge(this.#index);
    const { vectors } = this.#index;

    this.#index = vectors && vectors !== merged.vectors ? merged.withVectors(vectors) : merged;
  }

  /** Merges first, then reads the texts of all frozen documents. Changes in the meantime are applied at the end, without a pause. */
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
    this.#index = new CatalogIndex(table, text, this.#index.vectors);
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
