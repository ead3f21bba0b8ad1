import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { State } from '../../../src/domain/state.ts';
import { CatalogStore } from '../../../src/live/catalog-store.ts';
import { defaultListQuery } from '../../../src/search/query/question.ts';
import { anEntry, aService, aSnapshot, categories, checksFound } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';
import { nextTurn } from '../../support/next-turn.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

function service(name: string, overrides: Partial<DeclaredService> = {}): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com`, ...overrides });
}

const [a, b, c] = [service('alpha'), service('beta'), service('gamma')];

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog([a, b]);
});

/** The services that the search finds for a text; all of them without one. */
async function found({ store }: Pick<LiveCatalog, 'store'>, text?: string): Promise<string[]> {
  const { search } = store;
  const wanted = text === undefined ? undefined : await search.readKeywords(text);
  const { entries } = await search.list({ ...defaultListQuery, wanted });
  return entries.map(({ declared }) => declared.id).sort();
}

describe('a change', () => {
  it('appears in snapshot and search at the same moment', async () => {
    const { store } = catalog;
    void store.publish({ put: [c], removed: [a.id], buried: [] }, commit);

    expect(shown(catalog)).toEqual([b.id, c.id]);
    expect(await found(catalog)).toEqual([b.id, c.id]);
    expect(await found(catalog, 'gamma')).toEqual([c.id]);
    expect(await found(catalog, 'alpha')).toEqual([]);
    expect(store.snapshot.version).toMatchObject(commit);
  });

  it('of a service updates its text everywhere, and keeps its observations', async () => {
    const { clock, log } = catalog;
    const entry = anEntry(a, { status: 'verified', trustScore: 80 });
    const store = new CatalogStore(aSnapshot([entry]), { clock, log });

    await store.publish({ put: [{ ...a, description: 'Thunderstorms.' }], removed: [], buried: [] }, commit);
    expect(store.snapshot.find(a.id)).toMatchObject({
      declared: { description: 'Thunderstorms.' },
      observed: { status: 'verified', trustScore: 80 },
    });
    expect(await found({ store }, 'thunderstorms')).toEqual([a.id]);
    expect(await found({ store }, 'precipitation')).toEqual([]);
  });

  it('leaves a snapshot that a reader holds unchanged', async () => {
    const { store } = catalog;
    const held = store.snapshot;

    await store.publish({ put: [c], removed: [a.id], buried: [] }, commit);
    expect([...held.entries()].map(({ declared }) => declared.id).sort()).toEqual([a.id, b.id]);
  });

  it('moves the time at which the catalog was loaded', async () => {
    const { store, time } = catalog;
    const before = store.loadedAt;

    time.advance(5000);
    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(store.loadedAt.getTime() - before.getTime()).toBe(5000);
  });

  it('reaches every listener, unlike a new commit alone', async () => {
    const { store } = catalog;
    const listener = vi.fn<() => void>();
    store.onChange(listener);

    await store.publish({ put: [], removed: [], buried: [] }, commit);
    expect(listener).not.toHaveBeenCalled();
    expect(store.snapshot.version.commit).toBe(commit.commit);

    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('an observation', () => {
  it('moves a service from one state to another in list and counts at once, and reaches every listener', async () => {
    const { store } = catalog;
    const listener = vi.fn<() => void>();
    store.onChange(listener);
    const inState = async (state: State): Promise<string[]> =>
      (await store.search.list({ ...defaultListQuery, states: [state] })).entries.map(
        ({ declared }) => declared.id,
      );
    const countOf = async (state: State): Promise<number | undefined> =>
      (await store.search.facets({})).state.find(({ id }) => id === state)?.count;
    expect([(await inState('unchecked')).length, await countOf('unchecked')]).toEqual([2, 2]);

    store.observe(new Map([[a.id, checksFound('price_mismatch')]]));
    expect([await inState('price_differs'), await countOf('price_differs')]).toEqual([[a.id], 1]);
    expect(listener).toHaveBeenCalledTimes(1);

    store.observe(new Map([[a.id, checksFound('payto_mismatch')]]));
    expect([await inState('terms_differ'), await countOf('price_differs')]).toEqual([[a.id], 0]);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('what stands for all lists', () => {
  it('stays when checks find what those before found, and changes with whatever a list shows or sorts by', async () => {
    const { store } = catalog;
    store.observe(new Map([[a.id, checksFound('verified')]]));
    const before = store.lists;
    store.observe(new Map([[a.id, checksFound('verified')]]));
    expect(store.lists).toBe(before);

    store.observe(new Map([[a.id, checksFound('payto_mismatch')]]));
    const observed = store.lists;
    expect(observed).not.toBe(before);
    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(store.lists).not.toBe(observed);
  });
});

describe('the count of changes that are not built', () => {
  it('begins with the changes that the last build lacks', async () => {
    const { clock, log } = catalog;
    const store = new CatalogStore(aSnapshot().at({ ...commit, unbuilt: 7 }), { clock, log });

    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(store.snapshot.version.unbuilt).toBe(8);
  });

  it('grows by every service that is put or removed, and by new categories', async () => {
    const { store } = catalog;
    await store.publish({ put: [a, c], removed: [b.id], buried: [] }, commit);
    expect(store.snapshot.version.unbuilt).toBe(3);

    await store.publish({ put: [], removed: [], buried: [], categories: [...categories].reverse() }, commit);
    expect(store.snapshot.version.unbuilt).toBe(4);
  });

  it('is up to date for the first listener already', () => {
    const { store } = catalog;
    const seen: number[] = [];
    store.onChange(() => {
      seen.push(store.snapshot.version.unbuilt);
    });

    void store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(seen).toEqual([1]);
  });
});

describe('a listener', () => {
  it('runs in the same turn as the change, with the snapshot before it', () => {
    const { store } = catalog;
    const before = store.snapshot;
    const listener = vi.fn<() => void>();
    store.onChange(listener);
    const change = { put: [c], removed: [a.id], buried: [] };

    void store.publish(change, commit);
    expect(listener).toHaveBeenCalledExactlyOnceWith(change, before);
  });

  it('ends before the publish resolves', async () => {
    const { store } = catalog;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    store.onChange(() => promise);
    let isPublished = false;
    const published = store
      .publish({ put: [c], removed: [], buried: [] }, commit)
      .then(() => (isPublished = true));

    await nextTurn();
    expect(isPublished).toBe(false);
    resolve(undefined);
    await published;
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('that %s hides the change from nobody, and is logged', async (_, broken) => {
    const { store, log } = catalog;
    const next = vi.fn<() => void>();
    store.onChange(broken);
    store.onChange(next);

    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(await found(catalog, 'gamma')).toEqual([c.id]);
    expect(next).toHaveBeenCalledOnce();
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: new Error('broken') } }]);
  });
});
