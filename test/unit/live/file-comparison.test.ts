import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FileComparison } from '../../../src/live/file-comparison.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';

const alpha = aService({ name: 'alpha', endpoint: 'https://alpha.example.com' });
const beta = aService({ name: 'beta', endpoint: 'https://beta.example.com' });

let catalog: LiveCatalog;
let comparison: FileComparison;
let isBroken: boolean;

/** The files in memory, whose texts are their stamps. */
const files = {
  stamps: () =>
    isBroken
      ? Promise.reject(new Error('too many open files'))
      : Promise.resolve(new Map(catalog.files.texts)),
};

beforeEach(() => {
  catalog = aLiveCatalog([alpha]);
  isBroken = false;
  const stamps = new Map(catalog.files.texts);
  comparison = new FileComparison({ ...catalog, files, stamps, intervalMs: 30_000 });
});

describe('a comparison of all files', () => {
  it('lists a file that no watcher reported', async () => {
    catalog.files.put(beta);
    await comparison.compare();

    expect(shown(catalog)).toEqual([alpha.id, beta.id]);
  });

  it('shows an edit that no watcher reported', async () => {
    catalog.files.put({ ...alpha, name: 'Alpha, edited' });
    await comparison.compare();

    expect(catalog.store.snapshot.find(alpha.id)?.declared.name).toBe('Alpha, edited');
  });

  it('finds that files are gone, also those that came after the first reading', async () => {
    const path = catalog.files.put(beta);
    await comparison.compare();
    catalog.files.texts.delete(path);
    await comparison.compare();

    expect(shown(catalog)).toEqual([alpha.id]);
  });

  it('finds that the file is gone of what was published since the last comparison', async () => {
    const path = catalog.files.put(beta);
    await catalog.follower.apply(new Set([path]));
    catalog.files.texts.delete(path);
    await comparison.compare();

    expect(shown(catalog)).toEqual([alpha.id]);
  });

  it('says when it ended last, and leaves a fault to the next', async () => {
    expect(comparison.comparedAt).toBeUndefined();
    isBroken = true;
    await comparison.compare();
    expect(comparison.comparedAt).toBeUndefined();
    expect(catalog.log.lines).toMatchObject([{ level: 'warn' }]);

    const path = catalog.files.put(beta);
    await catalog.follower.apply(new Set([path]));
    await comparison.compare();
    catalog.files.texts.delete(path);
    isBroken = false;
    await comparison.compare();
    expect(comparison.comparedAt).toEqual(catalog.clock());
    expect(shown(catalog)).toEqual([alpha.id]);
  });
});

describe('comparisons in turn', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });

  it('follow each other at their interval until they are stopped', async () => {
    comparison.start();
    catalog.files.put(beta);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(shown(catalog)).toEqual([alpha.id]);
    await vi.advanceTimersByTimeAsync(1);
    expect(shown(catalog)).toEqual([alpha.id, beta.id]);

    catalog.files.put({ ...beta, name: 'Beta, edited' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(catalog.store.snapshot.find(beta.id)?.declared.name).toBe('Beta, edited');
    comparison.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are none with an interval of 0', () => {
    new FileComparison({ ...catalog, files, stamps: new Map(), intervalMs: 0 }).start();

    expect(vi.getTimerCount()).toBe(0);
  });
});
