import { describe, expect, it } from 'vitest';
import { committedFiles } from '../../../src/build/committed-files.ts';
import type { ServiceChange } from '../../../src/domain/service-change.ts';
import { CommittedIndex, CommittedPage } from '../../../src/views/committed-changes.ts';

const commit = 'c0ffee0000000000000000000000000000000000';
const id = 'rain-radar-7x3k9m2p';
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 31, 12, minute));
const change = (kind: ServiceChange['kind'], minute: number, reason?: string): ServiceChange => ({
  ...{ at: at(minute), kind, id, commit },
  ...(reason === undefined ? {} : { reason }),
});

const seventh = [change('created', 1), change('updated', 5), change('deleted', 3, 'Moved.')];
const eighth = [change('restored', 6), change('removed', 7)];
const pages = [
  { number: 7, size: 3, from: at(1), to: at(5), key: 'seventh', read: () => Promise.resolve(seventh) },
  { number: 8, size: 2, from: at(6), to: at(7), key: 'eighth', read: () => Promise.resolve(eighth) },
];

describe('the changes as files', () => {
  const files = new Map(
    [...committedFiles({ isComplete: true, pages }, commit, 'code')].map((file) => [file.path, file]),
  );
  const read = async (path: string): Promise<unknown> => JSON.parse(String(await files.get(path)?.make()));

  it('have an index that leads to every page', async () => {
    expect([...files.keys()]).toEqual(['api/changes/7.json', 'api/changes/8.json', 'api/changes/index.json']);
    expect(CommittedIndex.parse(await read('api/changes/index.json'))).toEqual({
      commit,
      retentionDays: 90,
      isComplete: true,
      pages: [
        { path: 'api/changes/7.json', changes: 3, from: at(1).toISOString(), to: at(5).toISOString() },
        { path: 'api/changes/8.json', changes: 2, from: at(6).toISOString(), to: at(7).toISOString() },
      ],
    });
  });

  it('say what happened to which service, and why it was deleted', async () => {
    const { changes } = CommittedPage.parse(await read('api/changes/7.json'));

    expect(changes).toEqual([
      { at: at(1).toISOString(), kind: 'created', id, commit },
      { at: at(5).toISOString(), kind: 'updated', id, commit },
      { at: at(3).toISOString(), kind: 'deleted', id, commit, reason: 'Moved.' },
    ]);
    expect(CommittedPage.parse(await read('api/changes/8.json')).changes[1]).toEqual({
      ...{ at: at(7).toISOString(), kind: 'removed', id, commit },
      reason: null,
    });
  });

  it('are made again where a page or the code is another', () => {
    const [seven, eight] = [files.get('api/changes/7.json'), files.get('api/changes/8.json')];
    const [grown] = committedFiles(
      { isComplete: true, pages: pages.map((page) => ({ ...page, key: 'grown' })) },
      ...([commit, 'code'] as const),
    );
    const [later] = committedFiles({ isComplete: true, pages }, commit, 'later code');

    expect(new Set([seven, eight, grown, later].map((file) => file?.origin)).size).toBe(4);
  });

  it('have an empty index where there are none', async () => {
    const [file] = committedFiles({ isComplete: false, pages: [] }, commit, 'code');

    expect(CommittedIndex.parse(JSON.parse(String(await file?.make())))).toMatchObject({
      isComplete: false,
      pages: [],
    });
  });
});
