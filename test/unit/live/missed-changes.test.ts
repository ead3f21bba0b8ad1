import { beforeEach, describe, expect, it, vi } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { CatalogStore } from '../../../src/live/catalog-store.ts';
import { MissedChanges } from '../../../src/live/missed-changes.ts';
import type { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { aService, aSnapshot, anEntry } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { nextTurn } from '../../support/next-turn.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

function service(name: string): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com` });
}

const [a, b, c] = [service('alpha'), service('beta'), service('gamma')];

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog([a, b]);
});

/** The changes of a feed, in short. */
function written(changeLog: MemoryChangeLog): string[] {
  return changeLog.changes.map(({ kind, id }) => `${kind} ${id}`);
}

describe('the comparison of feed and catalog', () => {
  it('writes changes made while no server was running, once', async () => {
    const { changeLog, feed, history, clock, log } = catalog;
    await catalog.missed.reconcile();
    expect(written(changeLog).sort()).toEqual([`created ${a.id}`, `created ${b.id}`]);
    const changed = { ...b, description: 'Something else.' };
    const store = new CatalogStore(aSnapshot([changed, c].map((declared) => anEntry(declared))), {
      clock,
      log,
    });
    const missed = new MissedChanges({ store, changeLog, feed, history, assets: knownAssets, clock, log });

    const left = await missed.reconcile();
    expect(written(changeLog).slice(2).sort()).toEqual([
      `created ${c.id}`,
      `deleted ${a.id}`,
      `updated ${b.id}`,
    ]);
    expect(left).toMatchObject([{ id: a.id, name: a.name, endpoint: a.endpoint }]);
    await missed.reconcile();
    expect(changeLog.changes).toHaveLength(5);
  });

  it('shows readers of feeds what changed while no server was running', async () => {
    const { changeLog, feed, history, clock, log } = catalog;
    await catalog.missed.reconcile();
    const pricing = { currency: 'USDC', pricePerRequest: '0.5' };
    const store = new CatalogStore(aSnapshot([anEntry({ ...a, pricing })]), { clock, log });
    await new MissedChanges({ store, changeLog, feed, history, assets: knownAssets, clock, log }).reconcile();

    const { changes } = await changeLog.news('all', 2);
    expect(changes).toMatchObject([
      { kind: 'updated', id: a.id, news: { fields: [{ field: 'price', after: '0.5 USDC' }] } },
      { kind: 'deleted', id: b.id, news: { name: b.name } },
    ]);
  });

  it('leaves a change that is made while it reads the feed to whoever makes it', async () => {
    const { store, missed, changeLog } = catalog;
    await missed.reconcile();
    const listed = changeLog.listed.bind(changeLog);
    vi.spyOn(changeLog, 'listed').mockImplementation(async (ids) => {
      const known = await listed(ids);
      if (ids.includes(a.id)) {
        await store.publish({ put: [{ ...a, name: 'Alpha' }], removed: [], buried: [] }, commit);
      }
      return known;
    });

    await missed.reconcile();
    expect(written(changeLog).slice(2)).toEqual([`updated ${a.id}`]);
  });

  it('writes nothing if every change is recorded', async () => {
    const { store, missed, changeLog } = catalog;
    await missed.reconcile();
    await store.publish({ put: [c, { ...a, name: 'Alpha' }], removed: [b.id], buried: [] }, commit);
    const { length } = changeLog.changes;

    await missed.reconcile();
    expect(changeLog.changes).toHaveLength(length);
  });

  it('keeps the tombstone of a service that is deleted in the meantime', async () => {
    const services = Array.from({ length: 1200 }, (_, i) => service(`s-${String(i)}`));
    const { store, missed, changeLog } = aLiveCatalog(services);
    const last = services.at(-1)?.id ?? '';

    const reconciled = missed.reconcile();
    await nextTurn();
    await store.publish({ put: [], removed: [last], buried: [] }, commit);
    await reconciled;
    expect(await changeLog.removed()).toMatchObject([{ id: last }]);
    expect(await changeLog.listedIds('', 2000)).toHaveLength(1199);
  });

  it('logs a failure when the change log cannot be read', async () => {
    const { missed, changeLog, log } = catalog;
    vi.spyOn(changeLog, 'listed').mockRejectedValue(new Error('the database is damaged'));

    await expect(missed.reconcile()).resolves.toEqual([]);
    expect(log.lines).toMatchObject([{ level: 'error' }]);
  });

  it('only notes the services of a new feed, since git has them', async () => {
    const { changeLog, missed } = catalog;
    changeLog.isSeeded = false;

    await missed.reconcile();
    expect(changeLog.changes).toEqual([]);
    expect(await changeLog.listedIds('', 10)).toEqual([a.id, b.id].sort());
  });

  it.each<[string, (history: MemoryBranch, files: Record<string, string>) => void]>([
    ['after a feed began that git has not filled yet', (history, files) => void history.commit(files)],
    ['here and is still on its way', (history, files) => (history.unfetched = [history.aCommit(files)])],
  ])('writes what was committed %s', async (_where, commitB) => {
    const { store, changeLog, feed, clock, log } = catalog;
    const history = new MemoryBranch();
    const assets = knownAssets;
    const missed = new MissedChanges({ store, changeLog, feed, history, assets, clock, log });
    changeLog.isSeeded = false;
    await changeLog.begin(history.commit({ [serviceFilePath(a.id)]: 'a' }));
    commitB(history, { [serviceFilePath(b.id)]: 'b' });

    await missed.reconcile();
    expect(written(changeLog)).toEqual([`created ${b.id}`]);
    expect(await changeLog.listedIds('', 10)).toEqual([a.id, b.id].sort());
  });

  it('ends without a word once it is stopped, as when the database was closed meanwhile', async () => {
    const { changeLog, missed, log } = catalog;
    vi.spyOn(changeLog, 'listed').mockImplementation(() => {
      missed.stop();
      return Promise.reject(new Error('closed'));
    });

    expect(await missed.reconcile()).toEqual([]);
    expect(log.lines).toEqual([]);
  });

  it('writes an observation that was made but not reported, as when the server was killed in between', async () => {
    const { store, changeLog, missed } = catalog;
    await missed.reconcile();
    changeLog.changes = [];
    const append = vi.spyOn(changeLog, 'append').mockRejectedValueOnce(new Error('killed'));
    store.observe(new Map([[a.id, { standing: { ...unchecked, status: 'verified' } }]]));
    expect(append).toHaveBeenCalledOnce();

    await missed.reconcile();
    await missed.reconcile();
    expect(written(changeLog)).toEqual([`observed ${a.id}`]);
  });

  it('calls a service restored that was removed before', async () => {
    const { store, changeLog, missed } = catalog;
    await missed.reconcile();
    await store.publish({ put: [], removed: [b.id], buried: [] }, commit);
    changeLog.changes = [];
    vi.spyOn(changeLog, 'append').mockRejectedValueOnce(new Error('killed'));
    await store.publish({ put: [b], removed: [], buried: [] }, commit);

    await missed.reconcile();
    expect(written(changeLog)).toEqual([`restored ${b.id}`]);
  });
});
