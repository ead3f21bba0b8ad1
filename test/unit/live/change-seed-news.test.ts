import { describe, expect, it } from 'vitest';
import { SqlVersions } from '../../../src/adapters/state/versions.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { ChangeFeed } from '../../../src/live/change-feed.ts';
import { ChangeSeed } from '../../../src/live/change-seed.ts';
import { DeclarationHistory } from '../../../src/live/declaration-history.ts';
import { VersionRecorder } from '../../../src/live/version-recorder.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { aService, aSnapshot, anEntry, tombstoneOf } from '../../fixtures/services.ts';
import { aStateDatabase } from '../../support/state-database.ts';

const [a, b] = ['alpha', 'beta'].map((name) => aService({ name, endpoint: `https://${name}.example.com` }));
if (!a || !b) throw new Error('there are two');
const [fileOfA, fileOfB] = [serviceFilePath(a.id), serviceFilePath(b.id)];
const dearer = { ...a, pricing: { currency: 'USDC', pricePerRequest: '0.5' } };
const gone = tombstoneOf(b, { byOperator: true, reason: 'Fraud.' });

/** A new database beside this branch, filled from it. */
async function filled(branch: MemoryBranch, now = new Date('2026-01-02')) {
  const [versions, changeLog, log] = [
    new SqlVersions(await aStateDatabase()),
    new MemoryChangeLog(),
    new MemoryLog(),
  ];
  changeLog.isSeeded = false;
  const snapshot = aSnapshot([anEntry(dearer)], [gone]);
  const store = { snapshot: snapshot.at({ ...snapshot.version, commit: branch.head ?? '' }) };
  const recorder = new VersionRecorder({ history: branch, versions, log });
  const declarations = new DeclarationHistory({ store, history: branch, versions, recorder });

  const clock = (): Date => now;
  const feed = new ChangeFeed(changeLog.end, changeLog);
  await new ChangeSeed({
    store,
    changeLog,
    feed,
    history: branch,
    declarations,
    versions,
    clock,
    log,
  }).fill();
  return { changeLog, log };
}

function aBranch(): MemoryBranch {
  const branch = new MemoryBranch();
  branch.commit({ [fileOfA]: printServiceFile(a ?? dearer), [fileOfB]: printServiceFile(b ?? dearer) });
  branch.commit({ [fileOfA]: printServiceFile(dearer) });
  branch.commit({ [fileOfB]: null, [tombstoneFilePath(gone.id)]: printTombstone(gone) });
  return branch;
}

describe('a new database', () => {
  it('has the changes that git knows of, with what readers want to know of them', async () => {
    const { changeLog } = await filled(aBranch());

    expect(changeLog.changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      `created ${a.id}`,
      `created ${b.id}`,
      `updated ${a.id}`,
      `removed ${b.id}`,
    ]);
    const { changes } = await changeLog.news('all', 10);
    expect(changes.map(({ news }) => [news.name, news.fields.length])).toEqual([
      ['beta', 0],
      ['alpha', 1],
      ['beta', 4],
      ['alpha', 4],
    ]);
    expect(changes[1]?.news.fields).toEqual([{ field: 'price', before: '0.001 USDC', after: '0.5 USDC' }]);
    expect(changeLog.isSeeded).toBe(true);
  });

  it('has more changes than are read at once, and none from before the feed keeps them', async () => {
    const branch = aBranch();
    for (let i = 1; i < 450; i += 1) {
      branch.commit({ [fileOfA]: printServiceFile({ ...dearer, description: `Words ${String(i)}.` }) });
    }

    expect((await filled(branch)).changeLog.changes).toHaveLength(453);
    expect((await filled(branch, new Date('2026-06-01'))).changeLog.changes).toEqual([]);
  });

  it('begins with this server where git fails, and says so', async () => {
    const branch = aBranch();
    branch.texts = () => Promise.reject(new Error('no such object'));
    const { changeLog, log } = await filled(branch);

    expect(changeLog.isSeeded).toBe(false);
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
  });
});
