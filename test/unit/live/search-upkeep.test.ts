import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchUpkeep } from '../../../src/live/search-upkeep.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { defaultListQuery } from '../../../src/search/query/question.ts';
import { aService, categories } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';

const service = aService();

let catalog: LiveCatalog;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  catalog = aLiveCatalog([service]);
  new SearchUpkeep(catalog).start();
});

afterEach(() => {
  vi.useRealTimers();
});

async function publish(): Promise<void> {
  const { store } = catalog;
  await store.publish({ put: [service], removed: [], buried: [] }, store.snapshot.version);
}

describe('the upkeep of the search', () => {
  it('brings texts up to date with renamed categories', async () => {
    const { store } = catalog;
    const renamed = categories.map((category) => ({ ...category, name: `Meteorology ${category.id}` }));
    await store.publish({ put: [], removed: [], buried: [], categories: renamed }, store.snapshot.version);

    await vi.advanceTimersByTimeAsync(100);
    const { entries } = store.search.list({
      ...defaultListQuery,
      wanted: store.search.readKeywords('meteorology'),
    });
    expect(entries.map(({ declared }) => declared.id)).toEqual([service.id]);
  });

  it('lets the search learn at the start, and then once the catalog is quiet', async () => {
    const rest = vi.spyOn(catalog.store.search, 'rest');
    await vi.advanceTimersByTimeAsync(1_001);
    expect(rest).toHaveBeenCalled();
    rest.mockClear();

    for (let i = 0; i < 3; i += 1) {
      await publish();
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(rest).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rest).toHaveBeenCalledOnce();
  });

  it('lets the search learn also while checks keep observing changes', async () => {
    const { store } = catalog;
    await vi.advanceTimersByTimeAsync(1);
    const rest = vi.spyOn(store.search, 'rest');
    await publish();

    for (let second = 0; second < 6; second += 1) {
      const status = second % 2 === 0 ? 'verified' : 'inactive';
      store.observe(new Map([[service.id, { standing: { ...unchecked, status } }]]));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(rest).toHaveBeenCalledOnce();
  });

  it('goes on after a failure, which it logs', async () => {
    const { store, log } = catalog;
    const work = vi.spyOn(store.search, 'work').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    await publish();
    await vi.advanceTimersByTimeAsync(1);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: new Error('broken') } }]);

    await publish();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
