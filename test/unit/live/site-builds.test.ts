import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Build } from '../../../src/domain/build.ts';
import { SiteBuilds } from '../../../src/live/site-builds.ts';
import { aService, checksFound } from '../../fixtures/services.ts';
import { aTenure } from '../../fixtures/tenure.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';

const minute = 60_000;
const intervalMs = 15 * minute;
const day = 24 * 60 * minute;

let catalog: LiveCatalog;
let changes: number;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-03T04:00:00.000Z') });
  catalog = aLiveCatalog();
  changes = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

/** A build of the catalog as it is now. */
function aBuild(): Build {
  const { store } = catalog;
  return {
    commit: store.snapshot.version.commit,
    builtAt: new Date().toISOString(),
    services: store.snapshot.size,
    version: '1.2.3',
  };
}

function builds(
  build: (signal: AbortSignal) => Promise<Build>,
  every = intervalMs,
  last?: Build,
): SiteBuilds {
  const { store, log } = catalog;
  const made = new SiteBuilds(last, { store, build, intervalMs: every, clock: () => new Date(), log });
  made.begin(aTenure());
  return made;
}

async function change(): Promise<void> {
  changes += 1;
  const service = aService({ endpoint: `https://s-${String(changes)}.example.com` });
  await catalog.store.publish({ put: [service], removed: [], buried: [] }, catalog.store.snapshot.version);
}

/** A build that ends on demand. */
function heldBuild() {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const build = vi.fn<() => Promise<Build>>(async () => {
    const made = aBuild();
    await promise;
    return made;
  });
  return { build, end: () => resolve(undefined), fail: (error: Error) => reject(error) };
}

describe('builds of the site', () => {
  it('run once the interval allows, however many changes came', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build);
    await change();
    await change();

    await vi.advanceTimersByTimeAsync(intervalMs - 1);
    expect(build).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(build).toHaveBeenCalledOnce();
    expect(catalog.store.snapshot.version.unbuilt).toBe(0);
  });

  it('run at once on a change after a long silence', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build);
    await vi.advanceTimersByTimeAsync(3 * intervalMs);
    expect(build).not.toHaveBeenCalled();

    await change();
    await vi.advanceTimersByTimeAsync(1);
    expect(build).toHaveBeenCalledOnce();
  });

  it('run at most once per interval while changes keep coming', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build);

    for (let i = 0; i < 60; i += 1) {
      await change();
      await vi.advanceTimersByTimeAsync(minute);
    }
    expect(build).toHaveBeenCalledTimes(4);
  });

  it('run again for changes that came during a build', async () => {
    const { build, end } = heldBuild();
    builds(build);
    await change();
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(build).toHaveBeenCalledOnce();

    await change();
    await change();
    await vi.advanceTimersByTimeAsync(5 * intervalMs);
    expect(build).toHaveBeenCalledOnce();

    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(catalog.store.snapshot.version.unbuilt).toBe(2);
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(build).toHaveBeenCalledTimes(2);
    expect(catalog.store.snapshot.version.unbuilt).toBe(0);
  });

  it('never run concurrently', async () => {
    const { build, end } = heldBuild();
    const site = builds(build);

    const both = Promise.all([site.buildNow(), site.buildNow()]);
    end();
    await both;
    expect(build).toHaveBeenCalledOnce();
  });

  it('never run with an interval of 0', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build, 0);
    await change();

    await vi.advanceTimersByTimeAsync(365 * day);
    expect(build).not.toHaveBeenCalled();
  });

  it.each([30, 90, 365])('keep to an interval of %i days', async (days) => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build, days * day);
    await change();

    await vi.advanceTimersByTimeAsync(days * day - minute);
    expect(build).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(build).toHaveBeenCalledOnce();
  });

  it('wait at most one interval when the clock is set back', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    builds(build);
    vi.setSystemTime(new Date('2020-01-01T00:00:00.000Z'));
    await change();

    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(build).toHaveBeenCalledOnce();
  });

  it('do not run after a stop', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    const site = builds(build);
    await change();

    await site.stop();
    await vi.advanceTimersByTimeAsync(3 * intervalMs);
    expect(build).not.toHaveBeenCalled();
  });

  it('are aborted by a stop, which logs no failure', async () => {
    const site = builds(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('killed'));
          });
        }),
    );
    const building = site.buildNow();

    await site.stop();
    await building;
    expect(site.isRunning).toBe(false);
    expect(site.lastFailure).toBeUndefined();
    expect(catalog.log.lines).toEqual([]);
  });

  it('are logged', async () => {
    const site = builds(async () => aBuild());
    expect(site.last).toBeUndefined();

    await site.buildNow();
    expect(site.last).toMatchObject({ commit: catalog.store.snapshot.version.commit });
    expect(catalog.log.lines).toMatchObject([{ level: 'info', message: 'site built' }]);
  });
});

describe('a build made by hand', () => {
  it('is adopted, with the changes that it lacks', async () => {
    const site = builds(() => Promise.reject(new Error('broken')));
    await change();
    await change();
    await site.buildNow();
    const byHand = aBuild();

    site.adopt(byHand, 1);
    expect(site.last).toBe(byHand);
    expect(site.lastFailure).toBeUndefined();
    expect(catalog.store.snapshot.version.unbuilt).toBe(1);
    site.adopt(byHand, 0);
    expect(catalog.store.snapshot.version.unbuilt).toBe(0);
  });

  it('is distinguishable from a running build of our own', async () => {
    const { build, end } = heldBuild();
    const site = builds(build);
    expect(site.isRunning).toBe(false);

    const built = site.buildNow();
    expect(site.isRunning).toBe(true);
    end();
    await built;
    expect(site.isRunning).toBe(false);
  });
});

describe('a build that fails', () => {
  it('keeps the old build, and counts as the last failure until a build succeeds', async () => {
    const old = aBuild();
    const build = vi.fn<() => Promise<Build>>();
    build.mockRejectedValueOnce(new Error('out of memory'));
    build.mockImplementation(async () => aBuild());
    const site = builds(build, intervalMs, old);
    await change();

    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(site.last).toBe(old);
    expect(site.lastFailure).toBe('out of memory');
    expect(catalog.store.snapshot.version.unbuilt).toBe(1);
    expect(catalog.log.lines).toMatchObject([
      { level: 'error', facts: { error: new Error('out of memory') } },
    ]);

    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(build).toHaveBeenCalledTimes(2);
    expect(site.last).not.toBe(old);
    expect(site.lastFailure).toBeUndefined();
    expect(catalog.store.snapshot.version.unbuilt).toBe(0);
  });

  it('is retried after a minute, then after twice as long each time, up to the interval', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => Promise.reject(new Error('broken')));
    builds(build);
    await change();
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(build).toHaveBeenCalledTimes(1);

    for (const [tries, minutes] of [1, 2, 4, 8, 15, 15].entries()) {
      await vi.advanceTimersByTimeAsync(minutes * minute - 1);
      expect(build).toHaveBeenCalledTimes(tries + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(build).toHaveBeenCalledTimes(tries + 2);
    }
  });

  it('is retried though nothing changed, as the first of a server', async () => {
    const build = vi.fn<() => Promise<Build>>().mockRejectedValueOnce(new Error('no room'));
    build.mockImplementation(async () => aBuild());
    const site = builds(build);
    await site.buildNow();
    expect(site.last).toBeUndefined();

    await vi.advanceTimersByTimeAsync(minute);
    expect(site.last).toBeDefined();
    await vi.advanceTimersByTimeAsync(4 * intervalMs);
    expect(build).toHaveBeenCalledTimes(2);
  });
});

describe('a server that leaves builds to others, and takes them again', () => {
  it('tries a build again that failed before', async () => {
    const build = vi.fn<() => Promise<Build>>().mockRejectedValueOnce(new Error('no database'));
    build.mockImplementation(async () => aBuild());
    const site = builds(build);
    await site.buildNow();
    await site.rest();
    await vi.advanceTimersByTimeAsync(minute);
    expect(build).toHaveBeenCalledTimes(1);

    site.begin(aTenure());
    await vi.advanceTimersByTimeAsync(0);
    expect(site.last).toBeDefined();
  });
});

describe('a build that is deleted while it is served', () => {
  it('is replaced at once, and counts as lost until then', async () => {
    const { build, end } = heldBuild();
    const site = builds(build, intervalMs, aBuild());
    site.lose();
    site.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(build).toHaveBeenCalledOnce();
    expect(site.isLost).toBe(true);

    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(site.isLost).toBe(false);
  });

  it('is retried when that fails', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => Promise.reject(new Error('broken')));
    const site = builds(build, intervalMs, aBuild());
    site.lose();

    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(build).toHaveBeenCalledTimes(3);
    expect(site.isLost).toBe(true);
  });

  it('is not replaced where builds are turned off, and counts as lost until somebody builds by hand', async () => {
    const build = vi.fn<() => Promise<Build>>(async () => aBuild());
    const site = builds(build, 0, aBuild());
    site.lose();
    await vi.advanceTimersByTimeAsync(day);
    expect(build).not.toHaveBeenCalled();
    expect(site.isLost).toBe(true);

    site.adopt(aBuild(), 0);
    expect(site.isLost).toBe(false);
  });
});

describe('the page of a service', () => {
  const listed = aService({ endpoint: 'https://s-1.example.com' });

  it('is lacking from its change to the end of the next build', async () => {
    const { build, end } = heldBuild();
    const all = builds(build, intervalMs, aBuild());
    vi.advanceTimersByTime(minute);
    await change();
    expect(all.lacks(listed.id)).toBe(true);

    const built = all.buildNow();
    expect(all.lacks(listed.id)).toBe(true);
    end();
    await built;
    expect(all.lacks(listed.id)).toBe(false);
  });

  it('is lacking after a build that began before its change', async () => {
    const { build, end } = heldBuild();
    const all = builds(build, intervalMs, aBuild());
    const built = all.buildNow();
    await change();
    end();
    await built;

    expect(all.lacks(listed.id)).toBe(true);
  });

  it('is lacking once a check finds something else, so that it never contradicts its list', async () => {
    const { verdict, ...seen } = checksFound('verified').standing;
    const standing = { ...seen, verdict, since: new Date(Date.now() - minute) };
    await change();
    catalog.store.observe(new Map([[listed.id, { standing }]]));
    const all = builds(heldBuild().build, intervalMs, aBuild());
    expect(all.lacks(listed.id)).toBe(false);

    const since = new Date(Date.now() + minute);
    catalog.store.observe(
      new Map([[listed.id, { standing: { ...standing, verdict: 'unreachable', since } }]]),
    );
    expect(all.lacks(listed.id)).toBe(true);
  });

  it('is lacking when it changed after the last build, while no server ran', async () => {
    const last = aBuild();
    const changed = { ...listed, updatedAt: new Date(Date.now() + minute).toISOString() };
    await catalog.store.publish({ put: [changed], removed: [], buried: [] }, catalog.store.snapshot.version);

    expect(builds(heldBuild().build, intervalMs, last).lacks(listed.id)).toBe(true);
  });
});
