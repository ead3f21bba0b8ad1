import type { NumberedChange } from '../domain/service-change.ts';
import { type Entry, Snapshot, unobservedEntry } from '../domain/snapshot.ts';
import type { ChangeFilter } from '../domain/webhook.ts';
import type { Question } from '../search/query/question.ts';
import { Search } from '../search/search.ts';
import type { CatalogStore } from './catalog-store.ts';

/** The catalog that a question is read against. */
interface Asked {
  readonly search: Pick<Search, 'readKeywords'>;
  readonly snapshot: Pick<Snapshot, 'idsAt' | 'idsPaidTo'>;
}

/** Reads parameters of the list, as a query string. */
export type ReadQuestion = (query: string, asked: Asked) => Promise<Question>;

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'search'>;
  readonly questionOf: ReadQuestion;
}

/** Some services, searched apart from the rest of the catalog. */
interface Few {
  readonly snapshot: Snapshot;
  readonly search: Search;
}

/**
 * Filters a batch of changes. It searches the services that changed, as they are now, in an index of their own, so its cost is
 * O(changes), not O(catalog). A removed service is judged by its last declaration; without one, its changes pass every filter.
 */
export class FilterableChanges {
  readonly #changes: readonly NumberedChange[];
  readonly #store: Pick<CatalogStore, 'snapshot' | 'search'>;
  readonly #questionOf: ReadQuestion;
  readonly #idsByQuery = new Map<string, ReadonlySet<string>>();
  #services: { readonly listed: Few; readonly gone: Few; readonly unknown: readonly string[] } | undefined;

  constructor(changes: readonly NumberedChange[], { store, questionOf }: Dependencies) {
    this.#changes = changes;
    this.#store = store;
    this.#questionOf = questionOf;
  }

  /** The changes that pass a filter, oldest first. */
  async matching({ kinds, query }: ChangeFilter): Promise<readonly NumberedChange[]> {
    const ofKind = this.#changes.filter(({ kind }) => kinds.includes(kind));
    if (query === '' || ofKind.length === 0) return ofKind;

    const ids = this.#idsByQuery.get(query) ?? (await this.#match(query));
    this.#idsByQuery.set(query, ids);
    return ofKind.filter(({ id }) => ids.has(id));
  }

  async #match(query: string): Promise<ReadonlySet<string>> {
    this.#services ??= this.#gather();
    const { listed, gone, unknown } = this.#services;

    return new Set([
      ...(await this.#find(listed, await this.#question(query, listed))),
      ...(await this.#find(gone, unobserved(await this.#question(query, gone)))),
      ...unknown,
    ]);
  }

  #gather() {
    const { snapshot } = this.#store;
    const ids = [...new Set(this.#changes.map(({ id }) => id))];
    const listed = ids.flatMap((id) => snapshot.find(id) ?? []);
    const left = ids.filter((id) => !snapshot.find(id));
    const gone = left.flatMap((id) => snapshot.tombstone(id)?.service ?? []).map(unobservedEntry);
    const unknown = left.filter((id) => !snapshot.tombstone(id)?.service);

    return { listed: fewOf(listed, snapshot), gone: fewOf(gone, snapshot), unknown };
  }

  /** Words are read with the knowledge of the whole catalog. */
  async #question(query: string, { snapshot }: Few): Promise<Question> {
    return withAllWords(await this.#questionOf(query, { search: this.#store.search, snapshot }));
  }

  async #find({ snapshot, search }: Few, question: Question): Promise<string[]> {
    if (snapshot.size === 0) return [];

    const { entries } = await search.list({ ...question, limit: snapshot.size, offset: 0 });
    return entries.map(({ declared }) => declared.id);
  }
}

function fewOf(entries: readonly Entry[], { version, categories }: Snapshot): Few {
  const snapshot = Snapshot.of(version, categories, entries);

  return { snapshot, search: new Search(snapshot) };
}

/** Requires all words. A list may fall back on some of the words, or on similar meaning; a change must not. */
function withAllWords({ wanted, ...filters }: Question): Question {
  if (!wanted) return filters;

  const { groups, atLeast } = wanted.words;
  const { meaning: _, ...others } = wanted;
  return { ...filters, wanted: { ...others, words: { groups, atLeast } } };
}

/** The question without its observed fields, which are unknown for a removed service. */
function unobserved(question: Question): Question {
  const { statuses: _status, states: _state, rails: _rails, ...others } = question;
  const { minUptime: _uptime, minDelivered: _delivered, isPaid: _paid, ...declared } = others;

  return declared;
}
