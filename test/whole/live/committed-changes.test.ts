import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { LocalRepository } from '../../../src/adapters/git/local-repository.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { committedNews, committedPageSize, explainedChanges } from '../../../src/live/committed-changes.ts';
import { readCommittedChanges } from '../../../src/live/read-committed-changes.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const service = aService({ name: 'alpha' });
const { id } = service;
const [file, stone] = [serviceFilePath(id), tombstoneFilePath(id)];
const always = new Date(0);

const textOf = (price: string): string =>
  printServiceFile({ ...service, pricing: { currency: 'USDC', pricePerRequest: price } });
const stoneOf = (more: Parameters<typeof tombstoneOf>[1]): string =>
  printTombstone(tombstoneOf(service, more));

/** All changes of a branch, each as `kind reason`. */
async function changesIn(branch: MemoryBranch): Promise<string[]> {
  const committed = await readCommittedChanges(branch, always);
  const changes = await explainedChanges(
    committed.pages.flatMap((page) => committed.on(page)),
    branch,
  );
  return changes.map(({ kind, reason }) => [kind, reason].join(' ').trim());
}

/** Commits as many changes of the service, one in each minute. */
function commitTimes(branch: MemoryBranch, count: number): void {
  for (let i = 0; i < count; i += 1) branch.commit({ [file]: textOf(String(branch.made.length + 1)) });
}

describe('the changes that commits tell of', () => {
  it('have the reason that came with each deletion, whatever became of the service later', async () => {
    const branch = new MemoryBranch();
    branch.commit({ [file]: textOf('1') });
    branch.commit({ [file]: null, [stone]: stoneOf({ reason: 'Moved.' }) });
    branch.commit({ [file]: textOf('2'), [stone]: null });
    const first = await changesIn(branch);
    branch.commit({ [file]: null, [stone]: stoneOf({ byOperator: true, reason: 'Fraud.' }) });
    branch.commit({ [file]: textOf('3'), [stone]: null });
    branch.commit({ [file]: null });
    branch.commit({ [stone]: stoneOf({ byOperator: true, reason: 'Added by hand, later.' }) });

    expect(first).toEqual(['created', 'deleted Moved.', 'restored']);
    expect(await changesIn(branch)).toEqual([...first, 'removed Fraud.', 'restored', 'deleted']);
  });

  it('pass over a tombstone that cannot be read', async () => {
    const branch = new MemoryBranch();
    branch.commit({ [file]: textOf('1') });
    branch.commit({ [file]: null, [stone]: '{' });

    expect(await changesIn(branch)).toEqual(['created', 'deleted']);
  });

  it('are on the same full pages after more commits', async () => {
    const branch = new MemoryBranch();
    commitTimes(branch, committedPageSize + 1);
    const before = await readCommittedChanges(branch, always);
    commitTimes(branch, committedPageSize);
    const after = await readCommittedChanges(branch, always);

    expect(before.pages.map(({ number, size }) => [number, size])).toEqual([
      [1, committedPageSize],
      [2, 1],
    ]);
    expect(after.pages.map(({ number, size }) => [number, size])).toEqual([
      [1, committedPageSize],
      [2, committedPageSize],
      [3, 1],
    ]);
    expect(after.pages[0]).toEqual(before.pages[0]);
  });

  it('keep their numbers when old pages are left out; the last page stays', async () => {
    const branch = new MemoryBranch();
    commitTimes(branch, 2 * committedPageSize + 5);
    const { at } = branch.made[committedPageSize] ?? { at: always };
    const numbers = async (from: Date): Promise<number[]> =>
      (await readCommittedChanges(branch, from)).pages.map(({ number }) => number);

    expect(await numbers(at)).toEqual([2, 3]);
    expect(await numbers(new Date(at.getTime() + 1))).toEqual([2, 3]);
    expect(await numbers(new Date('2030-01-01'))).toEqual([3]);
  });

  it('are none in a repository without commits', async () => {
    expect(await readCommittedChanges(new MemoryBranch(), always)).toMatchObject({
      pages: [],
      isComplete: true,
    });
  });

  it('begin in the middle of a shallow clone, which says so', async () => {
    const around = await GitFolder.start();
    for (const price of ['1', '2', '3']) {
      await around.write(join('catalog', file), textOf(price));
      await around.commitAll(`Ask ${price}`);
    }
    const folder = join(await temporaryFolder(), 'clone');
    await promisify(execFile)('git', ['clone', '-q', '--depth=2', `file://${around.path}`, folder]);
    const read = async (path: string) => {
      const { history } = await LocalRepository.open({ folder: join(path, 'catalog'), fallbackName: 'test' });
      const committed = await readCommittedChanges(history, always);
      return {
        kinds: committed.pages.flatMap((page) => committed.on(page)).map(({ kind }) => kind),
        isComplete: committed.isComplete,
      };
    };

    expect(await read(around.path)).toEqual({ kinds: ['created', 'updated', 'updated'], isComplete: true });
    expect(await read(folder)).toEqual({ kinds: ['updated'], isComplete: false });
  });
});

describe('the news that commits tell of', () => {
  it('have what differs, newest first, each under its commit', async () => {
    const branch = new MemoryBranch();
    branch.commit({ [file]: textOf('1') });
    const second = branch.commit({ [file]: textOf('2') });
    branch.commit({ [file]: null, [stone]: stoneOf({ reason: 'Moved.' }) });
    const read = committedNews(await readCommittedChanges(branch, always), branch);

    const news = await read('all', 10);
    expect(news.map(({ kind }) => kind)).toEqual(['deleted', 'updated', 'created']);
    expect(news[0]).toMatchObject({ reason: 'Moved.', news: { name: 'alpha', fields: [] } });
    expect(news[1]).toMatchObject({
      key: second,
      news: { fields: [{ field: 'price', before: '1 USDC', after: '2 USDC' }] },
    });
    expect(await read('all', 1)).toHaveLength(1);
    expect(await read({ service: id }, 10)).toHaveLength(3);
    expect(await read({ category: service.category }, 10)).toHaveLength(3);
    expect(await read({ category: 'other' }, 10)).toEqual([]);
  });

  it('are read newest first, and no more of them than were asked for', async () => {
    const branch = new MemoryBranch();
    commitTimes(branch, 2_500);
    const asked: number[] = [];
    const read = committedNews(await readCommittedChanges(branch, always), {
      texts: (blobs) => {
        asked.push(blobs.length);
        return branch.texts(blobs);
      },
    });

    const few = await read('all', 3);
    expect(asked).toHaveLength(1);
    expect(await read('all', 5_000)).toHaveLength(2_500);
    expect(asked).toHaveLength(3);
    expect((await read('all', 5_000)).slice(0, 3)).toEqual(few);
    expect(asked).toHaveLength(3);
  });

  it('pass over files that nobody can read', async () => {
    const branch = new MemoryBranch();
    branch.commit({ [file]: 'no JSON' });
    branch.commit({ [file]: textOf('1') });
    const read = committedNews(await readCommittedChanges(branch, always), branch);

    expect(await read('all', 10)).toEqual([]);
  });
});
