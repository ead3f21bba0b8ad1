import { beforeEach, describe, expect, it } from 'vitest';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import {
  buildFault,
  catalogFault,
  commitsFault,
  health,
  paymentsFault,
  stateFault,
} from '../../../src/live/health.ts';
import type { Health } from '../../../src/views/health.ts';
import { SiteBuilds } from '../../../src/live/site-builds.ts';
import { aRegistration, registering } from '../../fixtures/registrations.ts';
import { catalogVersion, categories } from '../../fixtures/services.ts';
import { aTenure } from '../../fixtures/tenure.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';

let catalog: LiveCatalog;
let builds: SiteBuilds;
let meanings: { failure: string | undefined };
let comparedAt: Date | undefined;
let state: () => Promise<void>;
let build: () => Promise<{ commit: string; builtAt: string; services: number; version: string }>;

beforeEach(() => {
  catalog = aLiveCatalog();
  meanings = { failure: undefined };
  comparedAt = undefined;
  state = async () => undefined;
  build = async () => ({ commit: 'c', builtAt: '2026-02-03T04:05:06.000Z', services: 0, version: '1.2.3' });
  builds = new SiteBuilds(undefined, { ...catalog, build: () => build(), intervalMs: 0 });
  builds.begin(aTenure());
});

function report(): Promise<Health> {
  const { store, follower, rejected, committer } = catalog;
  return health({ store, comparison: { comparedAt }, builds, version: '1.2.3', upMs: () => 61_500 }, [
    async () => ({ catalog: catalogFault(follower, rejected), commits: await commitsFault(committer) }),
    () => ({ build: buildFault(builds) }),
    async () => ({ state: await stateFault(state) }),
    () => ({ meaning: meanings.failure }),
  ]);
}

/** Leaves this many files out of the catalog. */
function leaveOut(count: number): void {
  const names = Array.from({ length: count }, (_, i) => `services/ab/bad-${String(i)}.json`);
  catalog.rejected.replace(new Map(names.map((name) => [name, []])));
}

describe('the health of a catalog', () => {
  it('is ok while every part is', async () => {
    await catalog.committer.submit(registering(aRegistration()));

    expect(await report()).toEqual({
      status: 'ok',
      version: '1.2.3',
      catalog: {
        services: 1,
        commit: catalog.store.snapshot.version.commit,
        loadedAt: catalogVersion.changedAt,
        comparedAt: null,
        builtAt: null,
      },
      checks: { catalog: 'ok', commits: 'ok', build: 'ok', state: 'ok', meaning: 'ok' },
      uptimeSeconds: 61,
    });
  });

  it('says when the files were last compared with what is listed', async () => {
    comparedAt = new Date('2026-02-03T04:05:06.000Z');

    expect(await report()).toMatchObject({ catalog: { comparedAt: '2026-02-03T04:05:06.000Z' } });
  });

  it('says when the site was built', async () => {
    await builds.buildNow();

    expect(await report()).toMatchObject({ status: 'ok', catalog: { builtAt: '2026-02-03T04:05:06.000Z' } });
  });

  it('names files that were left out, and the command that says why', async () => {
    leaveOut(2);

    expect(await report()).toMatchObject({
      status: 'degraded',
      checks: {
        catalog:
          '2 left out: services/ab/bad-0.json, services/ab/bad-1.json; "npm run catalog -- check" says why',
      },
    });
  });

  it('names them without hidden characters', async () => {
    catalog.rejected.replace(new Map([[`services/ab/\u001b[31m${'x'.repeat(200)}`, []]]));

    expect((await report()).checks['catalog']).toMatch(/^1 left out: services\/ab\/U\+001B\[31mx+…; /);
  });

  it('stays short, however many files were left out', async () => {
    leaveOut(1000);

    const { checks } = await report();
    expect(checks['catalog']).toMatch(/^1000 left out: .* and 995 more;/);
    expect(checks['catalog']?.length).toBeLessThan(250);
  });

  it('says that commits fail, until one succeeds', async () => {
    catalog.repository.failure = new CommitFailure('/secret/path is full');
    await catalog.committer.submit(registering(aRegistration()));
    const failed = await report();
    expect(failed).toMatchObject({
      status: 'degraded',
      checks: { commits: expect.stringContaining('the log') as string },
    });
    expect(JSON.stringify(failed)).not.toContain('secret');

    catalog.repository.failure = undefined;
    await catalog.committer.submit(registering(aRegistration()));
    expect(await report()).toMatchObject({ status: 'ok' });
  });

  it('says why commits are impossible, even before anybody tries', async () => {
    catalog.repository.obstacle = 'HEAD is detached';
    expect(await report()).toMatchObject({
      status: 'degraded',
      checks: { commits: 'no registration can be committed: HEAD is detached' },
    });
    await catalog.committer.submit(registering(aRegistration()));

    catalog.repository.obstacle = undefined;
    expect(await report()).toMatchObject({ status: 'ok' });
  });

  it('names categories.json while it is broken, together with other faults', async () => {
    const { files, follower } = catalog;
    files.texts.set(categoriesPath, '[');
    files.texts.set('services/ab/bad.json', '{');
    await follower.apply('all');
    expect(await report()).toMatchObject({
      status: 'degraded',
      checks: {
        catalog:
          'categories.json cannot be read: the categories stay as they were, and the next start will fail. 1 left out: services/ab/bad.json; "npm run catalog -- check" says why',
      },
    });

    files.texts.delete('services/ab/bad.json');
    await follower.apply(new Set(['services/ab/bad.json']));
    expect(await report()).toMatchObject({
      checks: { catalog: expect.stringMatching(/^categories\.json .*fail; /) as string },
    });
    files.texts.set(categoriesPath, printCategories(categories));
    await follower.apply(new Set([categoriesPath]));
    expect(await report()).toMatchObject({ status: 'ok' });
  });

  it('says that builds fail, until one succeeds', async () => {
    const works = build;
    build = () => Promise.reject(new Error('/secret/path'));
    await builds.buildNow();
    const failed = await report();
    expect(failed).toMatchObject({
      status: 'degraded',
      checks: { build: 'the first build failed, so there are no pages yet; the log says why' },
    });
    expect(JSON.stringify(failed)).not.toContain('secret');

    build = works;
    await builds.buildNow();
    expect(await report()).toMatchObject({ status: 'ok' });

    build = () => Promise.reject(new Error('/secret/path'));
    await builds.buildNow();
    expect(await report()).toMatchObject({
      checks: { build: 'the last build failed and the one before it stays; the log says why' },
    });
  });

  it('says that the served build is gone, until there is another', async () => {
    await builds.buildNow();
    builds.lose();
    expect(await report()).toMatchObject({
      status: 'degraded',
      checks: { build: expect.stringContaining('is gone; pages are back with the next one') as string },
    });

    const works = build;
    build = () => Promise.reject(new Error('/secret/path'));
    await builds.buildNow();
    expect(await report()).toMatchObject({
      checks: { build: 'the build that was served is gone, and the last build failed; the log says why' },
    });

    build = works;
    await builds.buildNow();
    expect(await report()).toMatchObject({ status: 'ok' });
  });

  it('says why the search goes by words, until it goes by meaning again', async () => {
    meanings.failure = 'the model fails';
    expect(await report()).toMatchObject({ status: 'degraded', checks: { meaning: 'the model fails' } });

    meanings.failure = undefined;
    expect(await report()).toMatchObject({ status: 'ok', checks: { meaning: 'ok' } });
  });

  it('says that the state database does not answer', async () => {
    state = () => Promise.reject(new Error('/secret/path'));

    const failed = await report();
    expect(failed).toMatchObject({
      status: 'degraded',
      checks: { state: expect.stringContaining('the log') as string },
    });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it.each([
    ['busy', 'the state database is busy: another process holds it locked'],
    ['damaged', 'the state database is damaged; reads go on, and the log names the file and the cure'],
    ['full', 'the disk of the state database is full; reads go on'],
    ['unreachable', 'the state database does not answer; the log says why'],
  ] as const)('says what is wrong with a state database that is %s', async (fault, said) => {
    state = () => Promise.reject(new StateUnavailable(fault, '/secret/path'));

    expect(await report()).toMatchObject({ status: 'degraded', checks: { state: said } });
  });

  it('names the networks whose payments are not counted, and why', () => {
    expect(paymentsFault([['Base', undefined]])).toBeUndefined();
    expect(
      paymentsFault([
        ['Base', 'its provider does not answer'],
        ['Solana', undefined],
      ]),
    ).toBe(
      'payments are not counted at the moment, and go on from where they are. Base: its provider does not answer',
    );
  });
});
