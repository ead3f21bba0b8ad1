import { describe, expect, it, vi } from 'vitest';
import { SqlVersions } from '../../../src/adapters/state/versions.ts';
import { noCommit } from '../../../src/domain/commit.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { ChangeFeed } from '../../../src/live/change-feed.ts';
import { ChangeSeed } from '../../../src/live/change-seed.ts';
import { DeclarationHistory } from '../../../src/live/declaration-history.ts';
import type { VersionStore } from '../../../src/live/ports.ts';
import { VersionRecorder } from '../../../src/live/version-recorder.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { aService, aSnapshot, tombstoneOf } from '../../fixtures/services.ts';
import { aStateDatabase } from '../../support/state-database.ts';

const gone = aService({ name: 'Gone', endpoint: 'https://gone.example.com' });
const day = 24 * 60 * 60 * 1000;

/** A feed of a new database over a branch, whose commits are one minute apart. */
async function aSeed(parts: { versions?: VersionStore } = {}) {
  const branch = new MemoryBranch();
  const log = new MemoryLog();
  const changeLog = new MemoryChangeLog();
  changeLog.isSeeded = false;
  const versions = parts.versions ?? new SqlVersions(await aStateDatabase());
  const stone = tombstoneOf(gone, { byOperator: true, reason: 'Fraud.' });
  const snapshot = aSnapshot([]).bury([stone]);
  const store = {
    get snapshot() {
      return snapshot.at({ ...snapshot.version, commit: branch.head ?? noCommit.commit });
    },
  };
  const recorder = new VersionRecorder({ history: branch, versions, log });
  const declarations = new DeclarationHistory({ store, history: branch, versions, recorder });
  let now = new Date('2026-01-02');
  const clock = (): Date => now;
  const feed = new ChangeFeed(changeLog.end, changeLog);
  const seed = new ChangeSeed({
    store,
    changeLog,
    feed,
    history: branch,
    declarations,
    versions,
    clock,
    log,
  });
  return {
    ...{ branch, changeLog, log, seed },
    at: (time: Date) => (now = time),
    told: () => changeLog.changes.map(({ kind, id, reason }) => [kind, id, reason].join(' ').trim()),
  };
}

describe('a new feed', () => {
  it('reports the declared changes that git knows, in their order, with what the operator removed', async () => {
    const { branch, changeLog, seed, told } = await aSeed();
    const [x, y] = [serviceFilePath('x-11111111'), serviceFilePath(gone.id)];
    branch.commit({ [x]: 'a' });
    const last = branch.commit({ [y]: 'b', [x]: 'c' });
    branch.commit({ [y]: null });
    branch.commit({ [x]: null });
    branch.commit({ [x]: 'c' });
    await seed.fill();

    expect(told()).toEqual([
      'created x-11111111',
      `created ${gone.id}`,
      'updated x-11111111',
      `removed ${gone.id} Fraud.`,
      'deleted x-11111111',
      'restored x-11111111',
    ]);
    expect(changeLog.changes[1]?.commit).toBe(last);
    expect(changeLog.isSeeded).toBe(true);
  });

  it('names the maintainer who made a change', async () => {
    const { branch, changeLog, seed } = await aSeed();
    for (const text of ['{}', '{"updatedBy":"github:9919"}', '{"updatedBy":7}']) {
      branch.commit({ [serviceFilePath('x-11111111')]: text });
    }
    await seed.fill();

    expect(changeLog.changes.map(({ by }) => by)).toEqual([undefined, 'github:9919', undefined]);
  });

  it('leaves out changes that are older than the feed retains', async () => {
    const { branch, seed, told, at } = await aSeed();
    for (const text of ['a', 'b', 'c']) branch.commit({ [serviceFilePath('x-11111111')]: text });
    const [, second] = branch.made;
    at(new Date((second?.at.getTime() ?? 0) + 90 * day));
    await seed.fill();
    expect(told()).toEqual(['updated x-11111111', 'updated x-11111111']);
  });

  it('leaves out what it logged as it happened, however commits are dated and whenever it is filled', async () => {
    const { branch, changeLog, seed, told, at } = await aSeed();
    const file = serviceFilePath('x-11111111');
    const begin = branch.commit({ [file]: 'a' });
    await changeLog.begin(begin);
    branch.commit({ [file]: 'b' });
    branch.made = branch.made.map((commit) => ({ ...commit, at: new Date('2026-01-01') }));
    at(new Date('2026-01-03'));
    await seed.fill();

    expect(told()).toEqual(['created x-11111111']);
  });

  it('holds nothing from before a catalog that began empty', async () => {
    const { branch, changeLog, seed, told } = await aSeed();
    await changeLog.begin(noCommit.commit);
    branch.commit({ [serviceFilePath('x-11111111')]: 'a' });
    await seed.fill();

    expect(told()).toEqual([]);
    expect(changeLog.isSeeded).toBe(true);
  });

  it('holds all that git knows when the branch was rewritten since it began', async () => {
    const { branch, changeLog, seed, told } = await aSeed();
    await changeLog.begin('f'.repeat(40));
    branch.commit({ [serviceFilePath('x-11111111')]: 'a' });
    await seed.fill();

    expect(told()).toEqual(['created x-11111111']);
  });

  it('holds thousands of changes', async () => {
    const { branch, seed, told } = await aSeed();
    const files = Array.from({ length: 2500 }, (_, i) => [
      serviceFilePath(`x-${String(10_000_000 + i)}`),
      'a',
    ]);
    branch.commit(Object.fromEntries(files) as Record<string, string>);
    await seed.fill();

    expect(told()).toHaveLength(2500);
  });

  it('is filled once', async () => {
    const { branch, seed, told } = await aSeed();
    branch.commit({ [serviceFilePath('x-11111111')]: 'a' });
    await seed.fill();
    branch.commit({ [serviceFilePath('x-11111111')]: 'b' });
    await seed.fill();

    expect(told()).toEqual(['created x-11111111']);
  });

  it('stays to be filled without a word when its server stops meanwhile', async () => {
    const { branch, changeLog, log, seed } = await aSeed();
    branch.commit({ [serviceFilePath('x-11111111')]: 'a' });
    vi.spyOn(changeLog, 'seed').mockImplementation(() => {
      seed.stop();
      return Promise.reject(new Error('closed'));
    });
    await seed.fill();

    expect(changeLog.isSeeded).toBe(false);
    expect(log.lines).toEqual([]);
  });

  it('stays to be filled while git cannot be read', async () => {
    const { branch, changeLog, seed, told, log } = await aSeed();
    branch.commit({ [serviceFilePath('x-11111111')]: 'a' });
    branch.failure = new Error('git log failed');
    await seed.fill();
    expect(changeLog.isSeeded).toBe(false);
    expect(log.lines.every(({ level }) => level !== 'error')).toBe(true);

    branch.failure = undefined;
    await seed.fill();
    expect(told()).toEqual(['created x-11111111']);
  });
});
