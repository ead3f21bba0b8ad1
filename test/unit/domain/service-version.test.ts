import { describe, expect, it } from 'vitest';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import {
  type CatalogCommit,
  type CommittedFile,
  type ServiceVersion,
  versionsAfter,
  versionsOf,
} from '../../../src/domain/service-version.ts';

const [id, other] = ['rain-radar-qgwe8aaf', 'maps-00000000'];
const home = serviceFilePath(id);
const stone = tombstoneFilePath(id);
const [misplaced, elsewhere] = [`services/${id}.json`, `services/zz/${id}.json`];

const wrote = (path: string, blob = 'a'): CommittedFile => ({ path, blob });
const removed = (path: string): CommittedFile => ({ path, blob: null });

/** Commits 1, 2, 3 … with these files. */
function commits(...files: CommittedFile[][]): CatalogCommit[] {
  return files.map((own, i) => ({
    commit: String(i + 1),
    at: new Date(Date.UTC(2026, 0, i + 1)),
    files: own,
    isBoundary: false,
  }));
}

/** What happened in which commit, like `1 created a`. */
function told(versions: readonly ServiceVersion[]): string[] {
  return versions.map(({ commit, kind, blob }) => `${commit} ${kind}${blob === null ? '' : ` ${blob}`}`);
}

describe('the versions of a service', () => {
  it.each<[what: string, files: CommittedFile[][], versions: string[]]>([
    ['its file is written and changed', [[wrote(home)], [wrote(home, 'b')]], ['1 created a', '2 updated b']],
    ['other files change', [[wrote(home)], [wrote(serviceFilePath(other))]], ['1 created a']],
    ['files that no service has change', [[wrote('services/ab/No Id.json'), wrote('categories.json')]], []],
    [
      'a tombstone takes its place, and gives it back',
      [[wrote(home)], [removed(home), wrote(stone, 's')], [removed(stone), wrote(home)]],
      ['1 created a', '2 deleted', '3 restored a'],
    ],
    [
      'its tombstone follows in a later commit, and changes',
      [[wrote(home)], [removed(home)], [wrote(stone, 's')], [wrote(stone, 't')], [removed(stone)]],
      ['1 created a', '2 deleted'],
    ],
    [
      'its tombstone is there first',
      [[wrote(stone, 's')], [wrote(stone, 't')], [wrote(home)]],
      ['1 deleted', '3 restored a'],
    ],
    [
      'it moves to its place',
      [[wrote(misplaced)], [removed(misplaced), wrote(home)], [wrote(home, 'b')]],
      ['1 created a', '2 updated a', '3 updated b'],
    ],
    [
      'it moves away, and is removed there',
      [[wrote(home)], [removed(home), wrote(elsewhere, 'b')], [removed(elsewhere)]],
      ['1 created a', '2 updated b', '3 deleted'],
    ],
    [
      'a copy elsewhere comes and goes',
      [[wrote(home)], [wrote(elsewhere, 'b')], [removed(elsewhere)], [wrote(home, 'c')]],
      ['1 created a', '4 updated c'],
    ],
    [
      'a copy in its place comes first',
      [[wrote(misplaced, 'b'), wrote(home)], [removed(misplaced)], [removed(home)]],
      ['1 created a', '3 deleted'],
    ],
    ['a file too deep has its name', [[wrote(`services/ab/cd/${id}.json`)]], []],
  ])('%s', (_, files, versions) => {
    expect(told(versionsAfter(id, undefined, commits(...files)))).toEqual(versions);
  });

  it('are numbered from 1', () => {
    const numbers = versionsAfter(id, undefined, commits([wrote(home)], [removed(home)], [wrote(home)]));

    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('go on after the last one', () => {
    const all = commits([wrote(home)], [wrote(home, 'b')], [removed(home)]);
    const [first, ...rest] = versionsAfter(id, undefined, all);

    expect(versionsAfter(id, first, all.slice(1))).toEqual(rest);
  });

  it('begin with one that is no change where the repository begins', () => {
    const all = commits([wrote(home), wrote(tombstoneFilePath(other))], [wrote(home, 'b')]);
    const shallow = all.map((commit, i) => ({ ...commit, isBoundary: i === 0 }));

    const own = versionsAfter(id, undefined, shallow);
    expect(told(own)).toEqual(['1 known a', '2 updated b']);
    expect(own.map(({ number }) => number)).toEqual([0, 1]);
    expect(told(versionsAfter(other, undefined, shallow))).toEqual(['1 known']);
  });

  it('are made once, even when their commit is read again', () => {
    const all = commits([wrote(home), wrote(serviceFilePath(other), 'o')]);
    const [own] = versionsAfter(id, undefined, all);
    const again = all.flatMap((commit) => versionsOf(commit, (each) => (each === id ? own : undefined)));

    expect(told(again)).toEqual(['1 created o']);
  });
});
