import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckFacts } from '../../../src/domain/facts.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { subjectOf } from '../../../src/domain/subject.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { ChangeFeed } from '../../../src/live/change-feed.ts';
import { ChangeRecorder } from '../../../src/live/change-recorder.ts';
import { PeerFollower } from '../../../src/live/peer-follower.ts';
import type { ObservedPart, SharedState } from '../../../src/live/ports.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { soon } from '../../support/soon.ts';

const [a, b] = ['alpha', 'beta'].map((name) =>
  aService({ name, endpoint: `https://${name}.example.com` }),
) as [DeclaredService, DeclaredService];
const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };
const nothing = { put: [], removed: [], buried: [] };

/** What another server did, as the shared state tells of it. */
class OtherServer implements SharedState {
  readonly #catalog: LiveCatalog;
  readonly facts = new Map<string, CheckFacts>();
  readonly #checked: string[] = [];
  readonly #paid: string[] = [];
  /** What a pull brings. */
  branch: readonly DeclaredService[] = [];
  isAway = false;
  /** Whether it shows everything itself. */
  isCurrent = true;
  /** What servers said of themselves. */
  readonly said: boolean[] = [];

  constructor(catalog: LiveCatalog) {
    this.#catalog = catalog;
  }

  async revisions() {
    if (this.isAway) throw new Error('the database is away');
    const { position } = this.#catalog.changeLog.end;
    const [checks, payments] = [this.#checked.length, this.#paid.length];
    return { epoch: position.epoch, feed: position.number, checks, payments };
  }

  async observedAfter(part: ObservedPart, revision: number, limit: number) {
    const ids = (part === 'checks' ? this.#checked : this.#paid).slice(revision, revision + limit);
    return { ids, upTo: revision + ids.length };
  }

  async reportReplicaLag(_server: string, isBehind: boolean): Promise<boolean> {
    this.said.push(isBehind);
    return this.isCurrent;
  }

  /** Tells of a service in the feed, whose declaration is on the branch. */
  async declare(service: DeclaredService): Promise<void> {
    this.branch = [...this.branch, service];
    const other = aLiveCatalog();
    await other.store.publish({ ...nothing, put: [service] }, commit);
    const [change] = other.changeLog.changes;
    if (change) await this.#catalog.changeLog.append([change], commit.commit);
  }

  check(service: DeclaredService): void {
    const standing = { ...unchecked, status: 'verified' as const, checkedAt: new Date() };
    const { payments: _, ...nothingFound } = noFacts;
    this.facts.set(service.id, { ...nothingFound, subject: subjectOf(service), standing });
    this.#checked.push(service.id);
  }

  pay(id: string): void {
    this.#paid.push(id);
  }
}

let catalog: LiveCatalog;
let other: OtherServer;
let following: PeerFollower;
let now: number;
const pull = vi.fn(async () => {
  const put = other.branch.filter(({ id }) => !catalog.store.snapshot.find(id));
  await catalog.store.publish({ ...nothing, put }, commit);
});
const showPayments = vi.fn(async (_ids: readonly string[]) => undefined);

beforeEach(async () => {
  vi.resetAllMocks();
  catalog = aLiveCatalog([a]);
  other = new OtherServer(catalog);
  await catalog.missed.reconcile();
  now = 0;
  following = new PeerFollower(await other.revisions(), parts());
});

function parts() {
  const { store, feed, changeLog, log } = catalog;
  const facts = async (ids: readonly string[] = []) =>
    new Map([...other.facts].filter(([id]) => ids.includes(id)));

  const shared = { shared: other, server: 'this one', elapsed: () => now };
  return { ...shared, store, feed, changeLog, checks: { facts }, showPayments, pull, log };
}

/** The feed as a server opens it that starts again. */
async function openedAgain({ changeLog }: Pick<LiveCatalog, 'changeLog'>): Promise<ChangeFeed> {
  return ChangeFeed.open(changeLog);
}

const find = (id: string) => catalog.store.snapshot.find(id);

describe('a server that follows others', () => {
  it('pulls once before it counts as up to date, and then asks no git while nothing is new', async () => {
    expect(await following.current()).toBe(true);
    for (let i = 0; i < 5; i += 1) await following.current();

    expect(pull).toHaveBeenCalledTimes(1);
  });

  it('counts as up to date while the database is away, where it knew of nothing more', async () => {
    await following.current();
    other.isAway = true;
    await following.current();

    expect(following.failure).toContain('cannot be applied');
    expect(await following.current()).toBe(true);
  });

  it('shows what was declared elsewhere, and reports it once, after that', async () => {
    await following.current();
    const { position } = catalog.feed;
    const shown: boolean[] = [];
    catalog.feed.onChanges((changes) => shown.push(changes.length === 1 && find(b.id) !== undefined));
    await other.declare(b);
    expect(catalog.feed.position).toBe(position);

    expect(await following.current()).toBe(true);
    expect(find(b.id)?.declared).toEqual(b);
    expect(shown).toEqual([true]);
    expect(catalog.changeLog.changes.filter(({ id }) => id === b.id)).toHaveLength(1);
  });

  it('reports nothing again that was declared and reported while it did not run', async () => {
    const since = catalog.changeLog.end.position;
    await other.declare(b);
    const [store, feed] = [catalog.store, await openedAgain(catalog)];
    const recorder = new ChangeRecorder({ ...catalog, store, feed, assets: knownAssets });
    recorder.start();
    const late = new PeerFollower(await other.revisions(), { ...parts(), feed });

    expect(await late.current()).toBe(true);
    expect(find(b.id)).toBeDefined();
    const told = catalog.changeLog.changes.filter(({ number }) => number > since.number);
    expect(told).toMatchObject([{ kind: 'created', id: b.id }]);
  });

  it('pulls nothing that it has already, such as what it pulled before', async () => {
    await following.current();
    other.branch = [b];
    await pull();
    await following.current();

    expect(pull).toHaveBeenCalledTimes(2);
    expect(catalog.changeLog.changes.filter(({ id }) => id === b.id)).toHaveLength(1);
    expect(catalog.feed.position).toEqual(catalog.changeLog.end.position);
  });

  it('gives no change to readers of the feed that it does not show', async () => {
    await following.current();
    const since = catalog.feed.position;
    pull.mockRejectedValueOnce(new Error('the remote is away'));
    await other.declare(b);

    expect(await catalog.feed.after(since, 10)).toMatchObject({ changes: [], state: { position: since } });
    await vi.waitFor(async () => {
      expect(await catalog.feed.after(since, 10)).toMatchObject({ changes: [] });
    }, soon);
  });

  it('shows what checks found and what was paid elsewhere', async () => {
    await following.current();
    other.check(a);
    other.pay(a.id);
    await following.current();

    expect(find(a.id)?.observed.status).toBe('verified');
    expect(showPayments).toHaveBeenCalledWith([a.id]);
    const { snapshot } = catalog.store;
    await following.current();
    expect(catalog.store.snapshot).toBe(snapshot);
  });

  it('shows what was observed of a service before its declaration came', async () => {
    await following.current();
    other.check(b);
    await following.current();
    other.branch = [b];
    await pull();
    expect(find(b.id)?.observed.status).toBe('unverified');

    await following.current();
    expect(find(b.id)?.observed.status).toBe('verified');
  });

  it('says that it is behind while it cannot pull, shows observations meanwhile, and logs that once', async () => {
    await following.current();
    pull.mockRejectedValue(new Error('the remote is away'));
    await other.declare(b);
    other.check(a);

    expect(await following.current()).toBe(false);
    expect(await following.current()).toBe(false);
    expect(find(a.id)?.observed.status).toBe('verified');
    expect(following.failure).toContain('cannot be applied');
    expect(catalog.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    expect(pull).toHaveBeenCalledTimes(2);
  });

  it('counts as up to date while nobody can say, and goes on by itself afterwards', async () => {
    onTestFinished(() => {
      following.stop();
    });
    await following.start();
    other.isAway = true;
    await expect.poll(() => following.failure).toBeDefined();
    expect(await following.current()).toBe(true);

    other.check(a);
    other.isAway = false;
    await expect.poll(() => following.failure).toBeUndefined();
    expect(find(a.id)?.observed.status).toBe('verified');
    expect(catalog.log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  });

  it('goes on in another database that takes the place of the one it followed', async () => {
    await following.current();
    const replaced = vi.fn();
    catalog.feed.onReplaced(replaced);
    catalog.changeLog.epoch = 'dead'.repeat(4);
    catalog.changeLog.changes = [];
    other.check(a);

    expect(await following.current()).toBe(true);
    expect(replaced).toHaveBeenCalledTimes(1);
    expect(catalog.feed.position.epoch).toBe('dead'.repeat(4));
    expect(find(a.id)?.observed.status).toBe('verified');
  });
});

describe('a server that lacks what it knows others to show', () => {
  /** The timer of `start` looks every second while looks fail. */
  const untilNextLook = (): Promise<void> =>
    vi.waitFor(() => {
      expect(other.said.length).toBeGreaterThan(0);
    }, soon);

  async function fallsBehind(): Promise<void> {
    onTestFinished(() => {
      following.stop();
    });
    await following.start();
    pull.mockRejectedValue(new Error('the remote is away'));
    await other.declare(b);
    await following.current();
  }

  it('keeps its requests for a while, and then leaves them to those, until it shows that too', async () => {
    await fallsBehind();
    expect(following.failure).toBeDefined();
    expect(following.isStaleReplica).toBe(false);
    expect(other.said).toEqual([]);

    now += 15_000;
    await expect.poll(() => following.isStaleReplica).toBe(true);
    expect(following.failure).toContain('another server shows them');
    pull.mockResolvedValue(undefined);
    await catalog.store.publish({ ...nothing, put: other.branch }, commit);
    await expect.poll(() => following.isStaleReplica).toBe(false);
    expect(other.said.at(-1)).toBe(false);
    expect(following.failure).toBeUndefined();
  });

  it('keeps them where no other server shows more', async () => {
    other.isCurrent = false;
    await fallsBehind();
    now += 15_000;
    await untilNextLook();

    expect(following.isStaleReplica).toBe(false);
    other.isCurrent = true;
    await expect.poll(() => following.isStaleReplica).toBe(true);
  });

  it('keeps them while the database is silent, since nobody knows of anybody then', async () => {
    await fallsBehind();
    now += 15_000;
    await expect.poll(() => following.isStaleReplica).toBe(true);
    other.isAway = true;

    await expect.poll(() => following.isStaleReplica).toBe(false);
    expect(following.failure).toContain('reads go on');
  });

  it('gets none after a start before it has pulled', async () => {
    pull.mockRejectedValue(new Error('the remote is away'));
    await following.current();

    expect(following.isStaleReplica).toBe(true);
  });
});

describe('a server that was held up', () => {
  beforeEach(async () => {
    onTestFinished(() => {
      following.stop();
    });
    await following.start();
  });

  it('has requests wait until it shows what others did meanwhile', async () => {
    now += 900;
    expect(following.returning).toBeUndefined();
    await other.declare(b);
    now += 35_000;

    const returning = following.returning;
    expect(find(b.id)).toBeUndefined();
    expect(following.returning).toBe(returning);
    await returning;
    expect(find(b.id)?.declared).toEqual(b);
    expect(following.returning).toBeUndefined();
  });

  it('answers with what it knows where that cannot be applied', async () => {
    other.isAway = true;
    now += 35_000;

    await following.returning;
    expect(following.returning).toBeUndefined();
    expect(following.failure).toContain('reads go on');
  });
});
