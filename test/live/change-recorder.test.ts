import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeclaredService } from '../../src/domain/service.ts';
import { unchecked } from '../../src/domain/standing.ts';
import { CatalogStore } from '../../src/live/catalog-store.ts';
import { ChangeRecorder } from '../../src/live/change-recorder.ts';
import type { MemoryChangeLog } from '../fixtures/memory-state.ts';
import { aService, aSnapshot, anEntry } from '../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../support/live-catalog.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

function service(name: string): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com` });
}

const [a, b, c] = [service('alpha'), service('beta'), service('gamma')];

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog([a, b]);
});

/** The entries of the change log, in short. */
function written(changeLog: MemoryChangeLog): string[] {
  return changeLog.changes.map(({ kind, id }) => `${kind} ${id}`);
}

describe('the change recorder', () => {
  it('writes created, updated and deleted services, with the commit of each change', async () => {
    const { store, changeLog } = catalog;

    await store.publish({ put: [{ ...a, name: 'Alpha' }, c], removed: [b.id], buried: [] }, commit);
    expect(written(changeLog).sort()).toEqual([`created ${c.id}`, `deleted ${b.id}`, `updated ${a.id}`]);
    expect(changeLog.changes).toContainEqual(
      expect.objectContaining({ id: b.id, name: b.name, endpoint: b.endpoint, commit: commit.commit }),
    );
  });

  it('writes before a publish resolves', async () => {
    const { store, changeLog } = catalog;
    const append = changeLog.append.bind(changeLog);
    vi.spyOn(changeLog, 'append').mockImplementation(async (changes) => {
      await new Promise((resolve) => setImmediate(resolve));
      await append(changes);
    });

    await store.publish({ put: [], removed: [a.id], buried: [] }, commit);
    expect(await changeLog.removed()).toMatchObject([{ id: a.id }]);
  });

  it('writes nothing for observations', () => {
    const { store, changeLog } = catalog;
    store.observe(new Map([[a.id, { standing: { ...unchecked, status: 'verified' } }]]));

    expect(changeLog.changes).toEqual([]);
  });

  it('fails without harm to the catalog', async () => {
    const { store, changeLog, log } = catalog;
    vi.spyOn(changeLog, 'append').mockRejectedValue(new Error('locked'));

    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(shown(catalog)).toContain(c.id);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { changes: 1 } }]);
  });
});

describe('reconciling with the change log', () => {
  it('writes changes made while no server was running, once', async () => {
    const { changeLog, clock, log } = catalog;
    await catalog.changes.reconcile();
    expect(written(changeLog).sort()).toEqual([`created ${a.id}`, `created ${b.id}`]);
    const changed = { ...b, description: 'Something else.' };
    const store = new CatalogStore(aSnapshot([changed, c].map((declared) => anEntry(declared))), {
      clock,
      log,
    });
    const recorder = new ChangeRecorder({ store, changeLog, clock, log });

    const left = await recorder.reconcile();
    expect(written(changeLog).slice(2).sort()).toEqual([
      `created ${c.id}`,
      `deleted ${a.id}`,
      `updated ${b.id}`,
    ]);
    expect(left).toMatchObject([{ id: a.id, name: a.name, endpoint: a.endpoint }]);
    await recorder.reconcile();
    expect(changeLog.changes).toHaveLength(5);
  });

  it('writes nothing if every change is recorded', async () => {
    const { store, changes, changeLog } = catalog;
    await changes.reconcile();
    await store.publish({ put: [c, { ...a, name: 'Alpha' }], removed: [b.id], buried: [] }, commit);
    const { length } = changeLog.changes;

    await changes.reconcile();
    expect(changeLog.changes).toHaveLength(length);
  });

  it('keeps the tombstone of a service that is deleted in the meantime', async () => {
    const services = Array.from({ length: 1200 }, (_, i) => service(`s-${String(i)}`));
    const { store, changes, changeLog } = aLiveCatalog(services);
    const last = services.at(-1)?.id ?? '';

    const reconciled = changes.reconcile();
    await new Promise((resolve) => setImmediate(resolve));
    await store.publish({ put: [], removed: [last], buried: [] }, commit);
    await reconciled;
    expect(await changeLog.removed()).toMatchObject([{ id: last }]);
    expect(await changeLog.listed()).toHaveProperty('size', 1199);
  });

  it('logs a failure when the change log cannot be read', async () => {
    const { changes, changeLog, log } = catalog;
    vi.spyOn(changeLog, 'listed').mockRejectedValue(new Error('the database is damaged'));

    await expect(changes.reconcile()).resolves.toEqual([]);
    expect(log.lines).toMatchObject([{ level: 'error' }]);
  });
});
