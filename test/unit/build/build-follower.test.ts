import { beforeEach, describe, expect, it } from 'vitest';
import { BuildFollower } from '../../../src/build/build-follower.ts';
import type { BuiltSite } from '../../../src/build/dist-folder.ts';
import { ServedBuild } from '../../../src/build/served-build.ts';
import { SiteBuilds } from '../../../src/live/site-builds.ts';
import type { MemoryLog } from '../../fixtures/memory-log.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';
import { aTenure } from '../../fixtures/tenure.ts';

const files = ['client/index.html', 'server/entry.mjs'];

function aBuild(day: number): BuiltSite {
  const builtAt = `2026-02-0${String(day)}T00:00:00.000Z`;
  return {
    folder: `/dist/${String(day)}`,
    files,
    build: { commit: 'c0ffee', builtAt, services: 3, version: '1' },
  };
}

const [first, second] = [aBuild(1), aBuild(2)];

let newest: BuiltSite | undefined;
/** Folders of the served builds, in order. */
let loaded: string[];
let builds: SiteBuilds;
let follower: BuildFollower;
let unbuilt: number | undefined;
/** The folder of a build that is damaged. */
let unreadable: string | undefined;
let log: MemoryLog;
let store: ReturnType<typeof aLiveCatalog>['store'];

beforeEach(async () => {
  const { clock, ...catalog } = aLiveCatalog();
  ({ store, log } = catalog);
  [newest, loaded, unbuilt, unreadable] = [first, [], 0, undefined];
  const dist = { current: () => Promise.resolve(newest) };
  const load = (folder: string): Promise<void> => {
    if (folder === unreadable) return Promise.reject(new Error('damaged'));
    loaded.push(folder);
    return Promise.resolve();
  };
  const served = new ServedBuild({ dist, load });
  const build = () => Promise.reject(new Error('this test builds nothing'));
  builds = new SiteBuilds(await served.serveNewest(), { store, build, intervalMs: 0, clock, log });
  builds.begin(aTenure());
  follower = new BuildFollower({ dist, served, builds, changesSince: () => Promise.resolve(unbuilt), log });
});

describe('the follower of builds', () => {
  it('loads a build once, however long that takes and however often it looks', async () => {
    newest = second;
    await Promise.all([follower.look(), follower.look(), follower.look()]);

    expect(loaded).toEqual([first.folder, second.folder]);
    expect(log.lines).toHaveLength(1);
  });

  it('keeps the served build while nothing changes', async () => {
    await follower.look();

    expect(loaded).toEqual([first.folder]);
    expect(builds.isLost).toBe(false);
  });

  it.each([
    ['those since its commit', 2, 2],
    ['all services where its commit is not known', undefined, 3],
  ])('serves a build made by hand, and counts as unbuilt %s', async (_what, changes, counted) => {
    newest = second;
    unbuilt = changes;
    await follower.look();

    expect(loaded).toEqual([first.folder, second.folder]);
    expect(builds.last).toEqual(second.build);
    expect(store.snapshot.version.unbuilt).toBe(counted);
  });

  it.each([
    ['the folder of builds', undefined],
    ['some of its files', { ...first, files: files.slice(1) }],
  ])(
    'notices that %s was deleted, and serves the same build again once it is restored',
    async (_what, left) => {
      newest = left;
      await follower.look();
      expect(builds.isLost).toBe(true);

      newest = first;
      await follower.look();
      expect(builds.isLost).toBe(false);
      expect(loaded).toEqual([first.folder, first.folder]);
    },
  );

  it('logs a build that cannot be served, and goes on with the one before', async () => {
    newest = second;
    unreadable = second.folder;
    await follower.look();

    expect(builds.last).toEqual(first.build);
    expect(log.lines.map(({ message }) => message)).toContain(
      'a build that another process made could not be served',
    );
  });
});
