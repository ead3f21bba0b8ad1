import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CatalogMoved, CommitFailure } from '../../../src/domain/commit.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { BranchFollower } from '../../../src/live/branch-follower.ts';
import { Committer } from '../../../src/live/committer.ts';
import type { Upstream } from '../../../src/live/ports.ts';
import { aRegistration, registering } from '../../fixtures/registrations.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';

const alpha = aService({ name: 'alpha', endpoint: 'https://alpha.example.com' });

let catalog: LiveCatalog;
let upstream: Upstream & { pulls: number };
let branch: BranchFollower;
/** Commits of others on the branch that nobody has pulled yet. */
let news: readonly (typeof alpha)[];
let isAway: boolean;

beforeEach(() => {
  catalog = aLiveCatalog();
  news = [];
  isAway = false;
  upstream = {
    pulls: 0,
    isBehind: async () => {
      if (isAway) throw new Error('no route to host');
      return Promise.resolve(news.length > 0);
    },
    pull: async () => {
      if (isAway) throw new Error('no route to host');
      upstream.pulls += 1;
      const files = news.map((service) => ({
        path: serviceFilePath(service.id),
        text: printServiceFile(service),
      }));
      news = [];
      await catalog.repository.commit(files, 'Merge', catalog.clock());
      return new Set(files.map(({ path }) => path));
    },
  };
  branch = new BranchFollower({ ...catalog, upstream, files: catalog.follower, intervalMs: 1_000 });
});

describe('following a branch', () => {
  it('shows new commits of the branch', async () => {
    news = [alpha];
    await branch.look();

    expect(shown(catalog)).toEqual([alpha.id]);
    expect(catalog.store.snapshot.version).toMatchObject(await catalog.repository.version());
  });

  it('pulls nothing without new commits', async () => {
    await branch.look();
    expect(upstream.pulls).toBe(0);
  });

  it('keeps the catalog while the upstream does not answer, reports that, and recovers', async () => {
    news = [alpha];
    isAway = true;
    await branch.look();
    expect(branch.lastFailure).toContain('no route to host');
    expect(shown(catalog)).toEqual([]);

    isAway = false;
    await branch.look();
    expect(branch.lastFailure).toBeUndefined();
    expect(shown(catalog)).toEqual([alpha.id]);
  });
});

describe('the time between two polls', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it.each([
    ['a second', 1_000, 10],
    ['none, which means never', 0, 0],
    ['longer than a timer can be', 60 * 24 * 60 * 60 * 1000, 0],
  ])('is respected if it is %s', async (_what, intervalMs, looks) => {
    const isBehind = vi.fn<() => Promise<boolean>>(async () => false);
    branch = new BranchFollower({
      ...catalog,
      upstream: { ...upstream, isBehind },
      files: catalog.follower,
      intervalMs,
    });
    branch.start();

    await vi.advanceTimersByTimeAsync(10_000);
    expect(isBehind).toHaveBeenCalledTimes(looks);
    branch.stop();
  });
});

describe('a commit on a branch that has moved', () => {
  const ready = vi.fn<() => Promise<void>>(() => Promise.resolve());

  const moved = new CatalogMoved('others were quicker');

  /** A committer whose first commits fail with these errors, one after the other. */
  function committerAfter(failures: Iterable<Error>): Committer {
    const left = [...failures];
    const repository = {
      version: () => catalog.repository.version(),
      ready,
      commitObstacle: () => catalog.repository.commitObstacle(),
      commit: (...args: Parameters<typeof catalog.repository.commit>) => {
        const failure = left.shift();
        return failure ? Promise.reject(failure) : catalog.repository.commit(...args);
      },
    };
    return new Committer({ ...catalog, repository, catchUp: () => branch.catchUp() });
  }

  /** A committer whose branch moves during this many commits. */
  function committerThatIsLate(times: number): Committer {
    return committerAfter(new Array<Error>(times).fill(moved));
  }

  it('is retried on the moved branch', async () => {
    news = [alpha];
    const committer = committerThatIsLate(1);
    const { name, endpoint } = alpha;
    const [twin, other] = await Promise.all([
      committer.submit(registering(aRegistration({ name: `Another ${name}`, endpoint }))),
      committer.submit(registering(aRegistration({ name: 'beta', endpoint: 'https://beta.example.com' }))),
    ]);

    expect(twin).toMatchObject({ kind: 'listed', id: alpha.id });
    expect(other.kind).toBe('created');
    expect(shown(catalog)).toHaveLength(2);
  });

  it('waits for the repository again before each retry, since a retry is a push too', async () => {
    ready.mockClear();
    await committerThatIsLate(2).submit(registering(aRegistration()));

    expect(ready).toHaveBeenCalledTimes(3);
  });

  it('fails when the branch moves at every attempt', async () => {
    const committer = committerThatIsLate(100);

    expect(await committer.submit(registering(aRegistration()))).toMatchObject({ kind: 'failed' });
    expect(committer.lastFailure).toContain('others kept changing');
  });

  it('has all its attempts, however many the failed commit before it used up', async () => {
    const full = new CommitFailure('the disk is full');
    const all = new Array<Error>(11).fill(moved);
    const committer = committerAfter([...all, full, ...all]);

    expect(await committer.submit(registering(aRegistration()))).toMatchObject({ kind: 'failed' });
    expect(await committer.submit(registering(aRegistration()))).toMatchObject({ kind: 'created' });
  });

  it('fails when the commits of others cannot be pulled', async () => {
    isAway = true;
    const committer = committerThatIsLate(1);

    expect(await committer.submit(registering(aRegistration()))).toMatchObject({ kind: 'failed' });
    expect(shown(catalog)).toEqual([]);
  });
});
