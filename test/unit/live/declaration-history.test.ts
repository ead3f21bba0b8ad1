import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { type CatalogCommit, versionsAfter } from '../../../src/domain/service-version.ts';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import { SqlVersions } from '../../../src/adapters/state/versions.ts';
import { DeclarationHistory, HistoryUnavailable } from '../../../src/live/declaration-history.ts';
import type { VersionStore } from '../../../src/live/ports.ts';
import { VersionRecorder } from '../../../src/live/version-recorder.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { caseCount } from '../../support/cases.ts';

const ids = ['rain-radar-qgwe8aaf', 'maps-7x3k9m2p'] as const;
const [id] = ids;
const [file, stone] = [serviceFilePath(id), tombstoneFilePath(id)];
const everything = { limit: 100, offset: 0 };

/** A history over a branch in memory, with its index in a real database. */
async function aHistory(parts: { branch?: MemoryBranch; versions?: VersionStore } = {}) {
  const branch = parts.branch ?? new MemoryBranch();
  const versions = parts.versions ?? new SqlVersions(await aStateDatabase());
  const log = new MemoryLog();
  const recorder = new VersionRecorder({ history: branch, versions, log });
  const snapshot = aSnapshot([anEntry({ name: 'Listed' })]);
  /** Shows the commits that the branch has by now, as the catalog does. */
  const store = {
    get snapshot() {
      const commit = branch.unfetched.at(-1)?.commit ?? branch.head ?? '';
      return snapshot.at({ ...snapshot.version, commit });
    },
  };
  const history = new DeclarationHistory({ store, history: branch, versions, recorder });

  /** What the page of everything tells: `2 updated`, newest first. */
  const told = async (of: string = id): Promise<string[]> =>
    ((await history.page(of, everything))?.versions ?? []).map(
      ({ number, kind }) => `${String(number)} ${kind}`,
    );
  return {
    branch,
    versions,
    log,
    recorder,
    history,
    told,
    record: async () => recorder.catchUp(await branch.extent()),
  };
}

describe('the history of a declaration', () => {
  it('is read from git until there is an index, and then from the index', async () => {
    const { branch, history, told } = await aHistory();
    branch.commit({ [file]: 'a' });
    branch.commit({ [file]: 'b' });
    expect(await told()).toEqual(['2 updated', '1 created']);

    await history.start();
    branch.reads.length = 0;
    expect(await told()).toEqual(['2 updated', '1 created']);
    expect(branch.reads).toEqual([]);
  });

  it('holds a commit at once, and reads no others for it', async () => {
    const { branch, history, told, record } = await aHistory();
    branch.commit({ [file]: 'a' });
    await history.start();
    const before = branch.head ?? '';
    const after = branch.commit({ [file]: 'b' });
    branch.reads.length = 0;

    expect(await told()).toEqual(['2 updated', '1 created']);
    expect(branch.reads.toSorted()).toEqual([`${before}..${after}`, `${before}..${after} ${id}`]);
    await record();
    branch.reads.length = 0;
    expect(await told()).toEqual(['2 updated', '1 created']);
    expect(branch.reads).toEqual([]);
  });

  it('holds our commits that are not fetched yet, once', async () => {
    const { branch, history, told, record } = await aHistory();
    branch.commit({ [file]: 'a' });
    await history.start();
    branch.unfetched = [branch.aCommit({ [file]: 'b' }), branch.aCommit({ [file]: null, [stone]: 's' })];
    expect(await told()).toEqual(['3 deleted', '2 updated', '1 created']);

    branch.made = [...branch.made, ...branch.unfetched];
    branch.unfetched = [];
    expect(await told()).toEqual(['3 deleted', '2 updated', '1 created']);
    await record();
    expect(await told()).toEqual(['3 deleted', '2 updated', '1 created']);
  });

  it('is unknown for an id that no service ever had, and empty for a file that is not committed', async () => {
    const { branch, history } = await aHistory();
    branch.commit({ [file]: 'a' });
    const listed = anEntry({ name: 'Listed' }).declared.id;

    for (const _ of ['from git', 'from the index']) {
      expect(await history.page('nobody-00000000', everything)).toBeUndefined();
      expect(await history.page(listed, everything)).toMatchObject({ total: 0, versions: [] });
      await history.start();
    }
  });

  it('is empty in a repository without commits', async () => {
    const { history } = await aHistory();
    await history.start();

    expect(await history.page(id, everything)).toBeUndefined();
  });

  it('comes in pages, each with the version before it', async () => {
    const { branch, history } = await aHistory();
    for (let i = 0; i < 7; i += 1) branch.commit({ [file]: String(i) });

    for (const _ of ['from git', 'from the index']) {
      const page = async (limit: number, offset: number): Promise<(number | undefined)[]> => {
        const found = await history.page(id, { limit, offset });
        expect(found?.total).toBe(7);
        return [...(found?.versions ?? []), found?.before].map((version) => version?.number);
      };
      expect(await page(3, 0)).toEqual([7, 6, 5, 4]);
      expect(await page(3, 3)).toEqual([4, 3, 2, 1]);
      expect(await page(3, 4)).toEqual([3, 2, 1, undefined]);
      expect(await page(3, 6)).toEqual([1, undefined]);
      expect(await page(3, 7)).toEqual([undefined]);
      expect(await page(100, 1_000_000)).toEqual([undefined]);
      await history.start();
    }
  });

  it('follows a branch that was rewritten', async () => {
    const { branch, history, told, log } = await aHistory();
    branch.commit({ [file]: 'a' });
    branch.commit({ [file]: 'b' });
    await history.start();
    branch.made = branch.made.slice(0, 1);
    branch.commit({ [file]: null });
    branch.commit({ [file]: 'c' });
    expect(await told()).toEqual(['3 restored', '2 deleted', '1 created']);

    await history.start();
    branch.reads.length = 0;
    expect(await told()).toEqual(['3 restored', '2 deleted', '1 created']);
    expect(branch.reads).toEqual([]);
    expect(log.lines.map(({ level }) => level)).toEqual(['info']);
  });

  it('starts over when the rest of a shallow repository arrives', async () => {
    const { branch, history, told } = await aHistory();
    branch.commit({ [file]: 'a' });
    branch.commit({ [file]: 'b' });
    const whole = branch.made;
    branch.depth = 'shallow';
    branch.made = whole.slice(1).map((commit): CatalogCommit => ({ ...commit, isBoundary: true }));
    branch.commit({ [file]: 'c' });
    for (const _ of ['from git', 'from the index']) {
      expect(await told()).toEqual(['1 updated']);
      expect(await history.page(id, everything)).toMatchObject({ isComplete: false, before: { number: 0 } });
      await history.start();
    }

    branch.depth = '';
    branch.made = [...whole, ...branch.made.slice(1)];
    branch.commit({ 'categories.json': '[]' });
    expect(await told()).toEqual(['3 updated', '2 updated', '1 created']);
    await history.start();
    expect(await told()).toEqual(['3 updated', '2 updated', '1 created']);
    expect((await history.page(id, everything))?.isComplete).toBe(true);
  });

  it('needs no index', async () => {
    const broken = (): Promise<never> => Promise.reject(new StateUnavailable('damaged', 'it is damaged'));
    const versions = { progress: broken, record: broken, find: broken, between: broken, since: broken };
    const { branch, history, told, log } = await aHistory({ versions });
    branch.commit({ [file]: 'a' });
    await history.start();

    expect(await told()).toEqual(['1 created']);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('is unavailable while git fails, and there again afterwards', async () => {
    const { branch, history, told } = await aHistory();
    branch.commit({ [file]: 'a' });
    branch.failure = new Error('git log failed');
    await history.start();
    await expect(history.page(id, everything)).rejects.toThrow(HistoryUnavailable);
    await expect(history.texts([])).rejects.toThrow('git log failed');

    branch.failure = undefined;
    expect(await told()).toEqual(['1 created']);
  });
});

describe('the index', () => {
  it('records a commit with many services in portions', async () => {
    const { branch, versions, record } = await aHistory();
    const many = Array.from({ length: 1000 }, (_, i) => `s-${String(i).padStart(8, '0')}`);
    branch.commit(Object.fromEntries(many.map((each) => [serviceFilePath(each), each])));
    branch.commit(Object.fromEntries(many.map((each) => [serviceFilePath(each), null])));
    await record();

    for (const each of many) expect((await versions.find(each))?.last?.kind).toBe('deleted');
    expect(await versions.progress()).toEqual({ head: branch.head, depth: '', isWhole: true });
  });

  it('is not used until it is complete, and goes on where it was interrupted', async () => {
    const { branch, versions, recorder, record, told } = await aHistory();
    for (let i = 0; i < 10; i += 1) {
      branch.commit({ [file]: String(i), [serviceFilePath(ids[1])]: String(i) });
    }
    const third = branch.made[2]?.commit ?? '';
    await versions.record(branch.made.slice(0, 3), undefined, { head: third, depth: '', isWhole: false });
    expect((await told()).length).toBe(10);
    expect(branch.reads).toContain(`..${branch.head ?? ''} ${id}`);

    await record();
    expect(branch.reads.filter((read) => !read.endsWith(id))).toEqual([`${third}..${branch.head ?? ''}`]);
    expect((await versions.find(id))?.last?.number).toBe(10);
    await recorder.stop();
  });

  it('stops when the server does', async () => {
    const { branch, versions, recorder, record } = await aHistory();
    for (let i = 0; i < 1000; i += 1) branch.commit({ [file]: String(i) });
    const working = record();
    await recorder.stop();
    await working;

    expect((await versions.progress())?.isWhole ?? false).toBe(false);
    await record();
    expect((await versions.progress())?.isWhole ?? false).toBe(false);
  });

  it('is made again when its database is lost, and answers come from git until then', async () => {
    const database = await aStateDatabase();
    const { branch, history, told } = await aHistory({ versions: new SqlVersions(database) });
    branch.commit({ [file]: 'a' });
    branch.commit({ [file]: 'b' });
    await history.start();
    await database.run('DELETE FROM service_version');
    await database.run('DELETE FROM version_progress');

    expect(await told()).toEqual(['2 updated', '1 created']);
    await history.start();
    branch.reads.length = 0;
    expect(await told()).toEqual(['2 updated', '1 created']);
    expect(branch.reads).toEqual([]);
  });

  it('always equals the history in git', async () => {
    const versions = new SqlVersions(await aStateDatabase());
    const path = fc.constantFrom(
      ...ids.flatMap((each) => [serviceFilePath(each), `services/${each}.json`, tombstoneFilePath(each)]),
    );
    const files = fc.dictionary(path, fc.option(fc.constantFrom('a', 'b', 'c')), { minKeys: 1, maxKeys: 4 });
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ files }) },
      { weight: 3, arbitrary: fc.constant('record') },
      { weight: 1, arbitrary: fc.record({ rewind: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.constant('fetch') },
      { weight: 2, arbitrary: fc.record({ ahead: files }) },
    );
    const page = fc.record({ limit: fc.integer({ min: 1, max: 5 }), offset: fc.nat(6) });

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), page, async (steps, shown) => {
        await versions.record([], undefined, { head: '', depth: '', isWhole: false });
        const { branch, history, record, recorder } = await aHistory({ versions });
        const arrive = (): void => {
          branch.made = [...branch.made, ...branch.unfetched];
          branch.unfetched = [];
        };

        for (const each of steps) {
          if (each === 'record') await record();
          else if (typeof each === 'string') arrive();
          else if ('ahead' in each) branch.unfetched = [...branch.unfetched, branch.aCommit(each.ahead)];
          else if ('files' in each) {
            arrive();
            branch.commit(each.files);
          } else {
            arrive();
            branch.made = branch.made.slice(0, branch.made.length - each.rewind);
          }

          for (const of of ids) {
            const all = versionsAfter(of, undefined, [...branch.made, ...branch.unfetched]).reverse();
            const found = await history.page(of, shown);
            const { limit, offset } = shown;
            expect(found?.total ?? 0).toBe(all.length);
            expect(found?.versions ?? []).toEqual(all.slice(offset, offset + limit));
            expect(found?.before).toEqual(offset < all.length ? all[offset + limit] : undefined);
          }
        }
        // The next run begins the index anew, and its commits have the same ids.
        await recorder.stop();
      }),
      { numRuns: caseCount(40) },
    );
  });
});
