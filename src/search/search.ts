import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { passes } from './filter.ts';
import { CatalogVocabulary } from './catalog-vocabulary.ts';
import { CategoryModel } from './category-model.ts';
import { intentFilters, meets } from './intent/intent-filters.ts';
import type { Intent } from './intent/intent.ts';
import { categoryBoosts, rank } from './intent/rank.ts';
import { readSentence } from './intent/read-intent.ts';
import { whyOf } from './intent/why.ts';
import type { ListQuery, Page } from './list-query.ts';
import { byName, comparator, type Compare } from './order.ts';
import { TextIndex, type TextMatch } from './text-index.ts';

export interface Found {
  readonly total: number;
  /** The page that was asked for. */
  readonly entries: readonly Entry[];
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

interface Knowledge {
  readonly vocabulary: CatalogVocabulary;
  readonly model: CategoryModel;
}

/** Answers questions about one catalog. It follows the catalog by `update`; between two updates its answers do not change. */
export class Search {
  #snapshot: Snapshot;
  readonly #text: TextIndex;
  #learnt: Knowledge | undefined;
  /** All entries by each order that was asked for, since the last update. */
  readonly #sorted = new Map<string, readonly Entry[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#text = new TextIndex(snapshot);
  }

  update(snapshot: Snapshot, { put, removed }: SnapshotChange): void {
    const before = this.#snapshot;
    const gone = new Set([...removed, ...put.map(({ declared }) => declared.id)]);

    for (const entry of [...gone].flatMap((id) => before.find(id) ?? [])) this.#text.remove(entry, before);
    for (const entry of put) this.#text.add(entry, snapshot);
    this.#snapshot = snapshot;
    this.#sorted.clear();
    this.#learnt = undefined;
  }

  list(query: ListQuery): Found {
    const matching = this.#candidates(query).filter((entry) => passes(entry, query));

    return { total: matching.length, entries: matching.slice(query.offset, query.offset + query.limit) };
  }

  intent(sentence: string, { limit, offset }: Page): IntentAnswer {
    const { vocabulary, model } = this.#knowledge();
    const reading = readSentence(sentence, vocabulary, model);
    const { intent, topic } = reading;
    const boosts = categoryBoosts(reading.categories);
    const filters = intentFilters(intent);
    const concepts = topic.concepts.flatMap(({ concept }) => concept.found.slice(0, 3).flat());
    const text = [...intent.keywords, ...concepts].join(' ');
    const matches = this.#known(this.#text.matchAny(text))
      .filter(([entry]) => meets(entry, filters))
      .map(([entry, { score }]) => ({ entry, score: score * (boosts.get(entry.declared.category) ?? 1) }));
    const hits = rank(matches, intent)
      .slice(offset, offset + limit)
      .map(({ entry, score }) => ({
        entry,
        score: round(score),
        why: whyOf(reading, entry, this.#snapshot.categoryName(entry.declared.category)),
      }));

    return { intent, total: matches.length, hits };
  }

  /** What sentences are read with; learnt from the catalog when it is first needed after an update. */
  #knowledge(): Knowledge {
    if (this.#learnt) return this.#learnt;

    const entries = [...this.#snapshot.entries()].sort(byName);
    this.#learnt = {
      vocabulary: new CatalogVocabulary(entries, this.#snapshot.categories),
      model: new CategoryModel(entries),
    };
    return this.#learnt;
  }

  /** Every entry the text allows, in the order that is asked for. */
  #candidates({ text, sortBy, sortOrder }: ListQuery): readonly Entry[] {
    if (text === undefined) return this.#inOrder(sortBy ?? 'trustScore', sortOrder);

    const matches = this.#known(this.#text.match(text));
    if (sortBy) return matches.map(([entry]) => entry).sort(comparator(sortBy, sortOrder));
    return byRelevance(matches).map(([entry]) => entry);
  }

  #inOrder(...order: Parameters<typeof comparator>): readonly Entry[] {
    const name = order.join(' ');
    const known = this.#sorted.get(name);
    if (known) return known;

    const sorted = sort(this.#snapshot.entries(), comparator(...order));
    this.#sorted.set(name, sorted);
    return sorted;
  }

  #known(matches: readonly TextMatch[]): [Entry, TextMatch][] {
    return matches.flatMap((match) => {
      const entry = this.#snapshot.find(match.id);
      return entry ? [[entry, match]] : [];
    });
  }
}

function byRelevance(matches: readonly [Entry, TextMatch][]): [Entry, TextMatch][] {
  return [...matches].sort(([a, left], [b, right]) => right.score - left.score || byName(a, b));
}

function sort(entries: Iterable<Entry>, compare: Compare): readonly Entry[] {
  return [...entries].sort(compare);
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
