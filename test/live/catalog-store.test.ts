import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeclaredService } from '../../src/domain/service.ts';
import { CatalogStore } from '../../src/live/catalog-store.ts';
import { defaultListQuery } from '../../src/search/query/question.ts';
import type { MemoryChangeLog } from '../fixtures/memory-state.ts';
import { aService, aSnapshot, anEntry, categories } from '../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../support/live-catalog.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

function service(name: string, overrides: Partial<DeclaredService> = {}): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com`, ...overrides });
}

const [a, b, c] = [service('alpha'), service('beta'), service('gamma')];

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog([a, b]);
});

/** What the search finds for a text; everything without one. */
function found({ store }: Pick<LiveCatalog, 'store'>, text?: string): string[] {
  const { search } = store;
  const wanted = text === undefined ? undefined : search.readKeywords(text);
  const { entries } = search.list({ ...defaultListQuery, wanted });
  return entries.map(({ declared }) => declared.id).sort();
}

/** What the change log was told, in short. */
function told(changeLog: MemoryChangeLog): string[] {
  return changeLog.changes.map(({ kind, id }) => `${kind} ${id}`);
}

describe('a change', () => {
  it('shows in snapshot and search at the same moment', () => {
    const { store } = catalog;
    void store.publish({ put: [c], removed: [a.id] }, commit);

    expect(shown(catalog)).toEqual([b.id, c.id]);
    expect(found(catalog)).toEqual([b.id, c.id]);
    expect(found(catalog, 'gamma')).toEqual([c.id]);
    expect(found(catalog, 'alpha')).toEqual([]);
    expect(store.snapshot.version).toMatchObject(commit);
  });

  it('of a service shows everywhere with its new text, and keeps what was observed', async () => {
    const { changeLog, clock, log } = catalog;
    const store = new CatalogStore(
      aSnapshot([anEntry(a, { status: 'verified', trustScore: 80 })]),
      new Map(),
      {
        changeLog,
        clock,
        log,
      },
    );

    await store.publish({ put: [{ ...a, description: 'Thunderstorms.' }], removed: [] }, commit);
    expect(store.snapshot.find(a.id)).toMatchObject({
      declared: { description: 'Thunderstorms.' },
      observed: { status: 'verified', trustScore: 80 },
    });
    expect(found({ store }, 'thunderstorms')).toEqual([a.id]);
    expect(found({ store }, 'precipitation')).toEqual([]);
  });

  it('of the categories shows in the search too', async () => {
    const { store } = catalog;
    const renamed = categories.map((category) => ({ ...category, name: `Meteorology ${category.id}` }));

    await store.publish({ put: [], removed: [], categories: renamed }, commit);
    expect(store.snapshot.categories).toEqual(renamed);
    await expect.poll(() => found(catalog, 'meteorology')).toEqual([a.id, b.id]);
  });

  it('leaves a snapshot that somebody holds as it was', async () => {
    const { store } = catalog;
    const held = store.snapshot;

    await store.publish({ put: [c], removed: [a.id] }, commit);
    expect([...held.entries()].map(({ declared }) => declared.id).sort()).toEqual([a.id, b.id]);
  });

  it('moves the time from which the catalog is what it is', async () => {
    const { store, time } = catalog;
    const before = store.loadedAt;

    time.advance(5000);
    await store.publish({ put: [c], removed: [] }, commit);
    expect(store.loadedAt.getTime() - before.getTime()).toBe(5000);
  });

  it('is called out to those who wait for one, a new commit alone is not', async () => {
    const { store } = catalog;
    const listener = vi.fn<() => void>();
    store.onChange(listener);

    await store.publish({ put: [], removed: [] }, commit);
    expect(listener).not.toHaveBeenCalled();
    expect(store.snapshot.version.commit).toBe(commit.commit);

    await store.publish({ put: [c], removed: [] }, commit);
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('the count of changes that are not built', () => {
  it('begins with those that the last build lacks', () => {
    const { changeLog, clock, log } = catalog;
    const snapshot = aSnapshot().at({ ...commit, unbuilt: 7 });

    const store = new CatalogStore(snapshot, new Map(), { changeLog, clock, log });
    expect([store.changes, store.snapshot.version.unbuilt]).toEqual([7, 7]);
    store.markBuilt(7);
    expect(store.snapshot.version.unbuilt).toBe(0);
  });

  it('grows by every service that is put or removed, and by new categories', async () => {
    const { store } = catalog;
    await store.publish({ put: [a, c], removed: [b.id] }, commit);
    expect(store.snapshot.version.unbuilt).toBe(3);

    await store.publish({ put: [], removed: [], categories: [...categories].reverse() }, commit);
    expect(store.snapshot.version.unbuilt).toBe(4);
  });

  it('keeps the changes that came while a build was running', async () => {
    const { store } = catalog;
    await store.publish({ put: [c], removed: [] }, commit);
    const { changes } = store;
    await store.publish({ put: [], removed: [b.id] }, commit);

    store.markBuilt(changes);
    expect(store.snapshot.version).toEqual({ ...commit, unbuilt: 1 });
  });
});

describe('the change log', () => {
  it('is told what was created, updated and removed, by which commit', async () => {
    const { store, changeLog } = catalog;

    await store.publish({ put: [{ ...a, name: 'Alpha' }, c], removed: [b.id] }, commit);
    expect(told(changeLog).sort()).toEqual([`created ${c.id}`, `deleted ${b.id}`, `updated ${a.id}`]);
    expect(changeLog.changes).toContainEqual(
      expect.objectContaining({ id: b.id, name: b.name, endpoint: b.endpoint, commit: commit.commit }),
    );
  });

  it('may fail without harm to the catalog', async () => {
    const { store, changeLog, log } = catalog;
    vi.spyOn(changeLog, 'append').mockRejectedValue(new Error('locked'));

    await store.publish({ put: [c], removed: [] }, commit);
    expect(found(catalog, 'gamma')).toEqual([c.id]);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { changes: 1 } }]);
  });
});

describe('reconciling with the change log', () => {
  it('writes what happened while nobody watched, once', async () => {
    const { changeLog, clock, log } = catalog;
    await catalog.store.reconcile();
    expect(told(changeLog).sort()).toEqual([`created ${a.id}`, `created ${b.id}`]);
    const changed = { ...b, description: 'Something else.' };
    const store = new CatalogStore(aSnapshot([changed, c].map((declared) => anEntry(declared))), new Map(), {
      changeLog,
      clock,
      log,
    });

    await store.reconcile();
    expect(told(changeLog).slice(2).sort()).toEqual([
      `created ${c.id}`,
      `deleted ${a.id}`,
      `updated ${b.id}`,
    ]);
    expect(await changeLog.tombstone(a.id)).toMatchObject({ name: a.name, endpoint: a.endpoint });
    await store.reconcile();
    expect(changeLog.changes).toHaveLength(5);
  });

  it('writes nothing when everything was seen', async () => {
    const { store, changeLog } = catalog;
    await store.reconcile();
    await store.publish({ put: [c, { ...a, name: 'Alpha' }], removed: [b.id] }, commit);
    const { length } = changeLog.changes;

    await store.reconcile();
    expect(changeLog.changes).toHaveLength(length);
  });

  it('keeps the tombstone of a service that goes in the meantime', async () => {
    const services = Array.from({ length: 1200 }, (_, i) => service(`s-${String(i)}`));
    const { store, changeLog } = aLiveCatalog(services);
    const last = services.at(-1)?.id ?? '';

    const reconciled = store.reconcile();
    await new Promise((resolve) => setImmediate(resolve));
    await store.publish({ put: [], removed: [last] }, commit);
    await reconciled;
    expect(await changeLog.tombstone(last)).toMatchObject({ id: last });
    expect(await changeLog.listed()).toHaveProperty('size', 1199);
  });

  it('gives up with a word in the log when the change log cannot be read', async () => {
    const { store, changeLog, log } = catalog;
    vi.spyOn(changeLog, 'listed').mockRejectedValue(new Error('the database is damaged'));

    await expect(store.reconcile()).resolves.toBeUndefined();
    expect(log.lines).toMatchObject([{ level: 'error' }]);
  });
});

describe('listings, as registrations see them', () => {
  it('are those of the snapshot they are asked of, and of files that were left out', async () => {
    const { store } = catalog;
    const left = new Map([['services/ab/broken-abcdefgh.json', []]]);
    await store.publish({ put: [], removed: [], rejects: left }, commit);

    const listings = store.listings(store.snapshot.declare([c]));
    expect(listings.idAt(c.endpoint)).toBe(c.id);
    expect(listings.isTaken(c.id)).toBe(true);
    expect(listings.isTaken('broken-abcdefgh')).toBe(true);
    expect(listings.isTaken('other-abcdefgh')).toBe(false);
    expect(listings.hasCategory('ai-inference')).toBe(true);
    expect(listings.hasCategory('other')).toBe(false);
  });
});
