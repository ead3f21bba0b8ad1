import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { TombstoneCommitter } from '../../../src/live/tombstone-committer.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';

const rain = aService({ owner: 'acme' });
const grave = tombstoneOf(rain);
const path = tombstoneFilePath(rain.id);

let catalog: LiveCatalog;
let tombstoneCommitter: TombstoneCommitter;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  catalog = aLiveCatalog();
  tombstoneCommitter = new TombstoneCommitter({
    submit: (act) => catalog.committer.submit(act),
    rejected: catalog.rejected,
  });
});

describe('committing a tombstone', () => {
  it('is committed after a while, once', async () => {
    tombstoneCommitter.bury([grave]);
    tombstoneCommitter.bury([grave]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(catalog.repository.commits).toEqual([]);

    await vi.advanceTimersByTimeAsync(120_000);
    expect(catalog.repository.commits).toEqual([{ message: `Remove ${rain.id}`, paths: [path] }]);
    expect(catalog.store.snapshot.tombstone(rain.id)).toEqual(grave);
  });

  it('is left undone when the service came back meanwhile', async () => {
    tombstoneCommitter.bury([grave]);
    await catalog.follower.apply(new Set([catalog.files.put(rain)]));

    await vi.advanceTimersByTimeAsync(120_000);
    expect(catalog.repository.commits).toEqual([]);
    expect(catalog.store.snapshot.find(rain.id)).toBeDefined();
  });

  it('is left undone when its file came back, broken', async () => {
    tombstoneCommitter.bury([grave]);
    catalog.files.texts.set(serviceFilePath(rain.id), '{');
    await catalog.follower.apply(new Set([serviceFilePath(rain.id)]));

    await vi.advanceTimersByTimeAsync(120_000);
    expect(catalog.repository.commits).toEqual([]);
  });

  it('is tried again until it can be committed', async () => {
    catalog.repository.failure = new CommitFailure('git is in the middle of a merge');
    tombstoneCommitter.bury([grave]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(catalog.files.texts.has(path)).toBe(false);

    catalog.repository.failure = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(catalog.files.texts.has(path)).toBe(true);
    expect(catalog.repository.commits).toHaveLength(1);
  });

  it('may happen again', async () => {
    tombstoneCommitter.bury([grave]);
    await vi.advanceTimersByTimeAsync(10_000);
    const later = { ...grave, deletedAt: '2026-03-01T00:00:00.000Z' };
    await catalog.store.publish({ put: [rain], removed: [], buried: [] }, catalog.store.snapshot.version);
    await catalog.store.publish({ put: [], removed: [], buried: [later] }, catalog.store.snapshot.version);

    tombstoneCommitter.bury([later]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(catalog.files.texts.get(path)).toContain(later.deletedAt);
  });
});
