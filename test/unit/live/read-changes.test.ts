import { expect, it } from 'vitest';
import { HistoryUnavailable, type VersionPage } from '../../../src/live/declaration-history.ts';
import { changesReader } from '../../../src/live/read-changes.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

const page = { limit: 20, offset: 0 };
const id = 'rain-radar-qgwe8aaf';
const commit = 'c0ffee0000000000000000000000000000000000';
const found: VersionPage = {
  total: 1,
  isComplete: true,
  versions: [{ id, number: 1, kind: 'created', commit, at: new Date(0), path: 'x.json', blob: 'b' }],
  before: undefined,
};

function reader(read: (id: string) => Promise<VersionPage | undefined>) {
  const texts = () => Promise.resolve(new Map([['b', '{"name":"Rain"}']]));
  const log = new MemoryLog();

  return { log, read: changesReader({ declarations: { page: read, texts }, log }) };
}

it('reads the changes of a service for its page', async () => {
  const { read } = reader(() => Promise.resolve(found));

  expect(await read(id, page)).toMatchObject({
    total: 1,
    view: { changes: [{ kind: 'created', fields: [{ pointer: '/name', after: 'Rain' }] }] },
  });
});

it('does not bother git with what cannot be an id', async () => {
  const { read } = reader(() => Promise.reject(new Error('git was asked')));

  for (const wrong of ['', '..', '--all', 'a b', 'x'.repeat(500)]) {
    expect(await read(wrong, page), wrong).toBeUndefined();
  }
});

it('says that git fails, and logs why', async () => {
  const { read, log } = reader(() => Promise.reject(new HistoryUnavailable('git is gone')));

  expect(await read(id, page)).toBe('unavailable');
  expect(JSON.stringify(log)).toContain('the history of a service could not be read');
});
