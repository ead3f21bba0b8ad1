import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstBuild } from '../../../src/build/first-build.ts';
import type { Build } from '../../../src/domain/build.ts';
import { SiteBuilds } from '../../../src/live/site-builds.ts';
import { aTenure } from '../../fixtures/tenure.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

const built: Build = { commit: 'c0ffee', builtAt: '2026-02-03T04:05:06.789Z', services: 1, version: '1.2.3' };
const log = new MemoryLog();
const neverStops = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-03T04:00:00.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function builds(build: (signal: AbortSignal) => Promise<Build>): SiteBuilds {
  const { store } = aLiveCatalog();

  return new SiteBuilds(undefined, { store, build, intervalMs: 0, clock: () => new Date(), log });
}

interface Surroundings {
  readonly look?: () => Promise<void>;
  readonly ping?: () => Promise<void>;
  readonly stopping?: AbortSignal;
}

/** Begins a first build, by default where nobody else builds and the state answers. Tells whether that is over. */
function begun(
  site: SiteBuilds,
  { look = done, ping = done, stopping = neverStops }: Surroundings = {},
): () => boolean {
  let isOver = false;
  void firstBuild({ builds: site, follower: { look }, ping, log }, stopping).finally(() => (isOver = true));
  return () => isOver;
}

const done = (): Promise<void> => Promise.resolve();

describe('the first build of a server', () => {
  it('is awaited until it is this server’s to make', async () => {
    const site = builds(() => Promise.resolve(built));
    const isOver = begun(site);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver()).toBe(false);

    site.begin(aTenure());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isOver()).toBe(true);
    expect(site.last).toEqual(built);
  });

  it('may be made by another server in the same folder', async () => {
    const site = builds(() => Promise.reject(new Error('not this one')));
    let isThere = false;
    const look = (): Promise<void> => {
      if (isThere) site.adopt(built, 0);
      return Promise.resolve();
    };
    const isOver = begun(site, { look });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOver()).toBe(false);

    isThere = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isOver()).toBe(true);
  });

  it('is begun again where the duty was lost before it ended', async () => {
    const lost = new AbortController();
    const running = Promise.withResolvers<Build>();
    let times = 0;
    const site = builds((signal) => {
      times += 1;
      signal.addEventListener('abort', () => {
        running.reject(new Error('aborted'));
      });
      return times === 1 ? running.promise : Promise.resolve(built);
    });
    site.begin({ isHeld: true, ended: lost.signal });
    const isOver = begun(site);
    await vi.advanceTimersByTimeAsync(5_000);
    lost.abort();
    await site.rest();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOver()).toBe(false);

    site.begin(aTenure());
    await vi.advanceTimersByTimeAsync(1_000);
    expect([isOver(), times]).toEqual([true, 2]);
  });

  it('is awaited from another server for ten minutes', async () => {
    const site = builds(() => Promise.resolve(built));
    const isOver = begun(site);
    await vi.advanceTimersByTimeAsync(599_000);
    expect(isOver()).toBe(false);

    await vi.advanceTimersByTimeAsync(2_000);
    expect(isOver()).toBe(true);
    expect(log.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('no build yet') as string,
    });
  });

  it('is given up when it fails', async () => {
    const site = builds(() => Promise.reject(new Error('no space')));
    site.begin(aTenure());

    const isOver = begun(site);
    await vi.advanceTimersByTimeAsync(0);
    expect([isOver(), site.lastFailure]).toEqual([true, 'no space']);
  });

  it('is not awaited while the state is silent, or the server stops', async () => {
    const site = builds(() => Promise.resolve(built));
    const silent = (): Promise<void> => Promise.reject(new Error('away'));
    const stopping = new AbortController();
    const withoutState = begun(site, { ping: silent });
    const stopped = begun(site, { stopping: stopping.signal });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([withoutState(), stopped()]).toEqual([false, false]);

    stopping.abort();
    await vi.advanceTimersByTimeAsync(12_000);
    expect([withoutState(), stopped()]).toEqual([true, true]);
  });
});
