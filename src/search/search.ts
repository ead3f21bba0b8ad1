import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { passes } from './filter.ts';
import { type Intent, readIntent } from './intent.ts';
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

/** Answers questions about one catalog. It follows the catalog by `update`; between two updates its answers do not change. */
export class Search {
  #snapshot: Snapshot;
  readonly #text: TextIndex;
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
  }

  list(query: ListQuery): Found {
    const matching = this.#candidates(query).filter((entry) => passes(entry, query));

    return { total: matching.length, entries: matching.slice(query.offset, query.offset + query.limit) };
  }

  intent(sentence: string, { limit, offset }: Page): IntentAnswer {
    const intent = readIntent(sentence);
    const matches = byRelevance(this.#known(this.#text.matchAny(intent.keywords.join(' '))));
    const hits = matches
      .slice(offset, offset + limit)
      .map(([entry, match]) => ({ entry, score: round(match.score), why: reasons(match) }));

    return { intent, total: matches.length, hits };
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

function reasons({ fields }: TextMatch): string[] {
  return Object.entries(fields).map(([term, places]) => `“${term}” stands in its ${places.join(' and ')}`);
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
