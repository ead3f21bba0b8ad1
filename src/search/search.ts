import type { KeyedVector } from '../domain/meaning.ts';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import { type AskedMatcher, askedHere } from './asked.ts';
import {
  type Constraints,
  demandParts,
  type Dropped,
  type Intent,
  questionOf,
  type Reading,
  withoutDemands,
} from './intent/intent.ts';
import type { Sentence } from './intent/read-sentence.ts';
import { type Match, matchOf, whyOf } from './intent/why.ts';
import { Matcher } from './matcher.ts';
import type { MissingVector } from './meaning/meaning-index.ts';
import type { Filters, ListQuery, Page, Question } from './query/question.ts';
import type { Wanted } from './query/wanted.ts';
import { type FoundPage, type Hits, RowSearch, type Searched } from './row-search.ts';
import type { Facets } from './rows/facets.ts';
import { type Row, rowOf } from './rows/row.ts';
import { maxSimilar } from './similar.ts';
import type { Suggestion } from './suggest.ts';
import { type Texts, textsOf } from './words/fields.ts';

/** The version of the ranking. From the first release on, it changes whenever the same catalog may answer the same sentence in another order. */
export const rankingVersion = 'rank/3';

/** What can take part in a ranking. */
export const rankedBy = ['words', 'meaning'] as const;

export interface Found extends Omit<FoundPage, 'rows'> {
  readonly entries: readonly Entry[];
}

/** What a sentence finds without one of its demands. */
export interface Nearest {
  /** The members of the intent that were left out. */
  readonly dropped: readonly (keyof Constraints)[];
  readonly total: number;
  /** The best of them. */
  readonly hits: readonly IntentHit[];
}

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
  /** What leaves something where nothing meets all demands: one demand less. */
  readonly nearest?: Nearest | undefined;
  /** False where the same sentence may soon be answered in another order: its meaning, or that of some services, is not known yet. */
  readonly isComplete: boolean;
}

export type { Constraints, Dropped, Facets, Match, Suggestion };

/** What changed from one snapshot to the next. */
export interface SnapshotChange {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
}

/** The demands of which one is left out to find something near, in this order. */
const negotiable = ['price', 'free', 'trust', 'status', 'currency', 'chain', 'without'] as const;

/** So many services are named of what is near. */
const maxNearest = 3;

/** The search of a running catalog, or of a build: follows its snapshots by `update` and `observe`. */
export class Search {
  #snapshot: Snapshot;
  readonly #rows: RowSearch;
  readonly #matcher: AskedMatcher;
  /** Ends once the matcher knows the services of the first snapshot. */
  readonly filled: Promise<void>;

  /** `matcher`: knows no services yet. */
  constructor(snapshot: Snapshot, matcher: AskedMatcher = askedHere(new Matcher())) {
    this.#snapshot = snapshot;
    this.#matcher = matcher;
    this.#rows = new RowSearch(matcher, snapshot.categories);
    this.filled = this.refill();
  }

  /** Tells the matcher of all services: when it knows none. */
  refill(): Promise<void> {
    return this.#rows.change(Array.from(this.#snapshot.entries(), (entry) => this.#searched(entry)));
  }

  /** Applies a change: every answer that is asked from now on knows it. */
  update(snapshot: Snapshot, { put, removed }: SnapshotChange): void {
    const renamed = this.#renamedBy(snapshot);
    this.#snapshot = snapshot;
    this.#rows.categories = snapshot.categories;
    const changed = [...renamed, ...put].map((entry) => this.#searched(entry));
    void this.#rows.change(changed, removed);
  }

  /** Applies a snapshot in which only the observed part of these services changed. */
  observe(snapshot: Snapshot, observed: readonly Entry[]): void {
    this.#snapshot = snapshot;
    this.#rows.observe(observed.map(rowOf));
  }

  /** Reads a text as keywords, as the API's list does; see `understand`. */
  readKeywords(text: string): Promise<Wanted> {
    return this.#rows.readKeywords(text);
  }

  /** Reads a text as a sentence, as the API's intent search does; see `understand`. */
  readSentence(text: string): Promise<Sentence> {
    return this.#rows.readSentence(text);
  }

  /** Reads a text that may be keywords or a sentence, as the pages do, without what the visitor dropped. */
  understand(text: string, dropped?: Dropped): Promise<Reading> {
    return this.#rows.understand(text, dropped);
  }

  async list(query: ListQuery): Promise<Found> {
    const { rows, ...found } = await this.#rows.list(this.#ofOwner(query));

    return { ...found, entries: this.#entries(rows) };
  }

  /** All services that a list would hold, in no order. */
  async matching(question: Question): Promise<Entry[]> {
    return this.#entries(await this.#rows.matching(this.#ofOwner(question)));
  }

  /** How many services there are of each kind among those that a list would hold. */
  facets(question: Question): Promise<Facets> {
    return this.#rows.facets(this.#ofOwner(question));
  }

  /** The number of services in each category that has any. */
  categorySizes(): ReadonlyMap<string, number> {
    return this.#rows.categorySizes();
  }

  /**
   * The services that a sentence asks for, with reasons; none when it does not say what to look for, unless it says what not to. Filters take the
   * place of those in it.
   */
  async intent(sentence: Sentence, page: Page, filters: Filters = {}): Promise<IntentAnswer> {
    const { intent, wanted, constraints } = sentence;
    if (!wanted && !constraints.excludes) {
      return { intent, total: 0, hits: [], best: 0, by: ['words'], isComplete: true };
    }

    const question = this.#ofOwner({ ...questionOf(sentence), ...filters });
    const found = await this.#rows.find(question, page);
    return {
      intent,
      total: found.total,
      hits: this.#hitsOf(found, sentence),
      best: round(found.best),
      by: found.byMeaning ? rankedBy : ['words'],
      nearest: found.total === 0 ? await this.#nearest(sentence, filters) : undefined,
      isComplete: !sentence.gist || (found.byMeaning && found.hasAllMeanings),
    };
  }

  /** The first demand without which a sentence finds something. */
  async #nearest(sentence: Sentence, filters: Filters): Promise<Nearest | undefined> {
    const { constraints, intent } = sentence;
    for (const demand of negotiable) {
      const dropped = demandParts[demand].filter((name) => constraints[name] !== undefined);
      if (dropped.length === 0) continue;

      const [left, rest] = [withoutDemands(constraints, [demand]), withoutDemands(intent, [demand])];
      const less = { ...sentence, constraints: left, intent: rest };
      const question = this.#ofOwner({ ...questionOf(less), ...filters });
      const found = await this.#rows.find(question, { limit: maxNearest, offset: 0 });
      if (found.total > 0) return { dropped, total: found.total, hits: this.#hitsOf(found, less) };
    }
    return undefined;
  }

  #hitsOf({ page }: Hits, sentence: Sentence): IntentHit[] {
    return page.flatMap(({ row, score, isNear }) => {
      const entry = this.#snapshot.find(row.id);
      const why = entry && whyOf(sentence, entry, this.#textsOf(entry), isNear);
      return entry && why ? [{ entry, score: round(score), why }] : [];
    });
  }

  /** What of a text each service has, in the order of the services. */
  matches(reading: Reading, entries: readonly Entry[]): Match[] {
    return entries.map((entry) => matchOf(reading, this.#textsOf(entry), entry.declared.category));
  }

  /** Names, categories and words that complete a text, at most 8. */
  suggest(text: string): Promise<Suggestion[]> {
    return this.#rows.suggest(text, (id) => this.#snapshot.find(id)?.declared.name);
  }

  /** Services like this one, the most alike first, at most 10. */
  async similar(entry: Entry): Promise<Entry[]> {
    return this.#entries(await this.#rows.similar(idOf(entry), maxSimilar));
  }

  /** Services that this one is like, or may be: those that have words with it in common, whichever stand for them. At most `most`. */
  async likened(entry: Entry, most: number): Promise<Entry[]> {
    return this.#entries(await this.#rows.similar(idOf(entry), most, Infinity));
  }

  /** How many services there are, and how many of them have a vector, by which they are found by meaning. */
  meaningCounts(): Promise<{ readonly services: number; readonly withVector: number }> {
    return this.#matcher.meaningCounts();
  }

  /** Some of the texts that have no vector yet, each once. */
  missingVectors(most: number): Promise<MissingVector[]> {
    return this.#matcher.missingVectors(most);
  }

  /** Searches by these vectors too from now on, as `rounded` gives them. */
  async addVectors(vectors: readonly KeyedVector[]): Promise<void> {
    await this.#matcher.addVectors(vectors);
    this.#rows.rankAnew();
  }

  /** The vectors that services have, each once. */
  usedVectors(): Promise<KeyedVector[]> {
    return this.#matcher.usedVectors();
  }

  /** Names the services of an owner, whom only their declarations name. */
  #ofOwner<Asked extends Filters>({ owner, ...asked }: Asked): Omit<Asked, 'owner'> {
    if (owner === undefined) return asked;

    const { among } = asked;
    const ids = this.#snapshot.idsOf(owner);
    return { ...asked, among: new Set(among ? ids.filter((id) => among.has(id)) : ids) };
  }

  /** The services whose category has another name in a new snapshot, as they are there. */
  #renamedBy(next: Snapshot): Entry[] {
    if (next.categories === this.#snapshot.categories) return [];

    const isRenamed = ({ declared: { category } }: Entry): boolean =>
      next.categoryName(category) !== this.#snapshot.categoryName(category);
    return [...next.entries()].filter(isRenamed);
  }

  #searched(entry: Entry): Searched {
    return { row: rowOf(entry), texts: this.#textsOf(entry) };
  }

  #textsOf(entry: Entry): Texts {
    return textsOf(entry, (id) => this.#snapshot.categoryName(id));
  }

  #entries(rows: readonly Row[]): Entry[] {
    return rows.flatMap(({ id }) => this.#snapshot.find(id) ?? []);
  }
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
