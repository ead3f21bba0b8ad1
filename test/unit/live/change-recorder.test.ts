import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notCounted } from '../../../src/domain/facts.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import type { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';
import { soon } from '../../support/soon.ts';
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

const hour = (hours: number): Date => new Date(Date.UTC(2026, 1, 3, hours));

/** The changes of a feed, in short. */
function written(changeLog: MemoryChangeLog): string[] {
  return changeLog.changes.map(({ kind, id }) => `${kind} ${id}`);
}

function stoneOf({ id, name, endpoint, owner }: DeclaredService, more: Partial<Tombstone> = {}): Tombstone {
  return { id, name, endpoint, owner, deletedAt: '2026-02-03T04:05:06.000Z', ...more };
}

describe('the change recorder', () => {
  it('writes created, updated and deleted services, with the commit of each change', async () => {
    const { store, changeLog } = catalog;

    await store.publish({ put: [{ ...a, name: 'Alpha' }, c], removed: [b.id], buried: [] }, commit);
    expect(written(changeLog).sort()).toEqual([`created ${c.id}`, `deleted ${b.id}`, `updated ${a.id}`]);
    expect(changeLog.changes).toContainEqual(
      expect.objectContaining({
        id: b.id,
        commit: commit.commit,
        service: expect.objectContaining({ name: b.name, endpoint: b.endpoint }) as unknown,
      }),
    );
  });

  it('names the maintainer who made a change, whatever brought it', async () => {
    const { store, changeLog, files, follower } = catalog;
    const updated = { ...a, name: 'Alpha', updatedBy: 'github:1' };
    await store.publish({ put: [updated], removed: [], buried: [] }, commit);
    await follower.apply(new Set([files.put({ ...updated, name: 'Beta', updatedBy: 'github:2' })]));
    await follower.apply(new Set([files.put({ ...a, name: 'Gamma' })]));

    expect(changeLog.changes.map(({ kind, by }) => [kind, by])).toEqual([
      ['updated', 'github:1'],
      ['updated', 'github:2'],
      ['updated', undefined],
    ]);
  });

  it('distinguishes what owners and the operator delete, with the reasons, and what is restored', async () => {
    const { store, changeLog } = catalog;
    const stones = [
      stoneOf(a, { reason: 'Moved.' }),
      stoneOf(b, { byOperator: true, reason: 'It took money and gave nothing.' }),
    ];

    await store.publish({ put: [], removed: [], buried: stones }, commit);
    await store.publish({ put: [a], removed: [], buried: [] }, commit);
    expect(changeLog.changes).toMatchObject([
      { kind: 'deleted', id: a.id, reason: 'Moved.' },
      { kind: 'removed', id: b.id, reason: 'It took money and gave nothing.' },
      { kind: 'restored', id: a.id },
    ]);
  });

  it('shows readers of feeds what they want to know, and nothing of the rest', async () => {
    const { store, changeLog } = catalog;
    const news = async (): Promise<unknown> => (await changeLog.news('all', 1)).changes[0]?.news.fields;
    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    await store.publish({ put: [{ ...c, description: 'Other words.' }], removed: [], buried: [] }, commit);
    expect(await news()).toHaveLength(4);

    const pricing = { currency: 'USDC', pricePerRequest: '0.5' };
    await store.publish({ put: [{ ...c, pricing }], removed: [], buried: [] }, commit);
    expect(await news()).toEqual([{ field: 'price', before: '0.001 USDC', after: '0.5 USDC' }]);

    const standing = { ...unchecked, status: 'unverified' as const, verdict: 'payto_mismatch' as const };
    store.observe(new Map([[c.id, { standing: { ...standing, termsSince: hour(1), checkedAt: hour(2) } }]]));
    await vi.waitFor(async () => {
      expect(await news()).toEqual([{ field: 'state', before: 'unchecked', after: 'terms_differ' }]);
    }, soon);
  });

  it('writes before a publish resolves', async () => {
    const { store, changeLog } = catalog;
    const append = changeLog.append.bind(changeLog);
    vi.spyOn(changeLog, 'append').mockImplementation(async (...args) => {
      await nextTurn();
      return append(...args);
    });

    await store.publish({ put: [], removed: [a.id], buried: [] }, commit);
    expect(await changeLog.removed()).toMatchObject([{ id: a.id }]);
  });

  it('writes what readers notice of an observation, and nothing for a check that found the same', async () => {
    const { store, changeLog } = catalog;
    const verified = { ...unchecked, status: 'verified' as const, verdict: 'verified' as const };
    store.observe(new Map([[a.id, { standing: verified }]]));
    await vi.waitFor(() => {
      expect(written(changeLog)).toEqual([`observed ${a.id}`]);
    }, soon);

    store.observe(new Map([[a.id, { standing: { ...verified, checkedAt: new Date() } }]]));
    await catalog.changes.reportPayments();
    expect(written(changeLog)).toEqual([`observed ${a.id}`]);
  });

  it('writes live terms once they last, and none that came and went', async () => {
    const { store, changeLog } = catalog;
    const checks = async (...found: readonly (readonly [verdict: Verdict, termsKey: string])[]) => {
      for (const [verdict, termsKey] of found) {
        const known = store.snapshot.find(a.id)?.observed.facts.standing ?? unchecked;
        const checkedAt = hour((known.checkedAt?.getUTCHours() ?? 0) + 1);
        const termsSince = known.termsKey === termsKey ? known.termsSince : checkedAt;
        const standing: Standing = {
          ...{ ...known, status: 'verified', verdict, checkedAt, termsKey, termsSince },
        };
        store.observe(new Map([[a.id, { standing }]]));
      }
      await catalog.changes.reportPayments();
      return written(changeLog).length;
    };

    expect(await checks(['verified', 'a'])).toBe(1);
    expect(await checks(['price_mismatch', 'b'])).toBe(1);
    expect(await checks(['price_mismatch', 'b'], ['price_mismatch', 'b'])).toBe(2);
    expect(await checks(['verified', 'c'])).toBe(3);
    expect(await checks(['verified', 'd'], ['verified', 'e'], ['unread', 'f'], ['unread', 'g'])).toBe(3);
  });

  it('reports payments from time to time, each service once', async () => {
    const { store, changes, changeLog, missed } = catalog;
    await missed.reconcile();
    for (const txCount of [1, 2, 3]) {
      const payments = { ...notCounted, attribution: 'service' as const, txCount };
      store.observe(new Map([[a.id, { payments }]]));
    }

    const before = written(changeLog).length;
    await changes.reportPayments();
    await changes.reportPayments();
    expect(written(changeLog).slice(before)).toEqual([`observed ${a.id}`]);
  });

  it('fails without harm to the catalog, and has the change written later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, changeLog, log, missed } = catalog;
    await missed.reconcile();
    changeLog.changes = [];
    const append = vi.spyOn(changeLog, 'append').mockRejectedValue(new Error('locked'));

    await store.publish({ put: [c], removed: [], buried: [] }, commit);
    expect(shown(catalog)).toContain(c.id);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { changes: 1 } }]);
    append.mockRestore();
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
    await vi.waitFor(() => {
      expect(written(changeLog)).toEqual([`created ${c.id}`]);
    }, soon);
  });
});
