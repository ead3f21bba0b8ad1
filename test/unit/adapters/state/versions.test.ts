import { describe, expect, it } from 'vitest';
import { SqlVersions } from '../../../../src/adapters/state/versions.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../../src/domain/service-file.ts';
import { type CatalogCommit, versionsAfter } from '../../../../src/domain/service-version.ts';
import { MemoryBranch } from '../../../fixtures/memory-branch.ts';
import { aStateDatabase } from '../../../support/state-database.ts';

const [id, other] = ['rain-radar-qgwe8aaf', 'maps-7x3k9m2p'];
const [file, stone, stray] = [serviceFilePath(id), tombstoneFilePath(id), `services/${id}.json`];

const at = (head: string, isWhole = true) => ({ head, depth: '', isWhole });

async function aStore(): Promise<SqlVersions> {
  return new SqlVersions(await aStateDatabase());
}

/** Commits that create, change, move, delete and restore a service. */
function aLife(): CatalogCommit[] {
  const branch = new MemoryBranch();
  branch.commit({ [file]: 'a', [serviceFilePath(other)]: 'o' });
  branch.commit({ [file]: null, [stray]: 'b' });
  branch.commit({ [stray]: null, [stone]: 's' });
  branch.commit({ [stone]: null, [file]: 'c' });
  return branch.made;
}

describe('recorded versions', () => {
  it('are none at first', async () => {
    const store = await aStore();

    expect(await store.progress()).toBeUndefined();
    expect(await store.find(id)).toBeUndefined();
    expect(await store.between(id, 0, 100)).toEqual([]);
  });

  it('are those that the commits make', async () => {
    const [store, life] = [await aStore(), aLife()];
    await store.record(life, undefined, at('d'));
    const versions = versionsAfter(id, undefined, life);

    expect(versions).toHaveLength(4);
    expect(await store.between(id, 0, 100)).toEqual(versions);
    expect(await store.between(id, 2, 3)).toEqual(versions.slice(1, 3));
    expect(await store.find(id)).toEqual({ progress: at('d'), last: versions[3], isComplete: true });
    expect(await store.find('nobody-00000000')).toMatchObject({ last: undefined, isComplete: true });
  });

  it('are the same, commit by commit', async () => {
    const [store, life] = [await aStore(), aLife()];
    for (const [i, commit] of life.entries()) {
      const from = i === 0 ? undefined : at(String(i - 1));
      expect(await store.record([commit], from, at(String(i)))).toBe(true);
    }

    expect(await store.between(id, 0, 100)).toEqual(versionsAfter(id, undefined, life));
    expect(await store.progress()).toEqual(at('3'));
  });

  it('are recorded once when a commit is recorded in parts, and again after a crash', async () => {
    const [store, [first, second]] = [await aStore(), aLife()];
    if (!first || !second) throw new Error('there are four');
    const [mine, others] = [first.files.slice(0, 1), first.files.slice(1)];
    await store.record([{ ...first, files: mine }], undefined, at('', false));
    await store.record([first], at('', false), at('a', false));
    await store.record([{ ...first, files: others }, second], at('a', false), at('b'));

    expect((await store.between(id, 0, 9)).map(({ kind }) => kind)).toEqual(['created', 'updated']);
    expect(await store.between(other, 0, 9)).toHaveLength(1);
  });

  it('stay as they are when others are recorded than expected', async () => {
    const [store, life] = [await aStore(), aLife()];
    await store.record(life.slice(0, 1), undefined, at('a'));

    for (const from of [at('b'), at('a', false), { ...at('a'), depth: 'shallow' }]) {
      expect(await store.record(life.slice(1), from, at('d'))).toBe(false);
    }
    expect(await store.progress()).toEqual(at('a'));
    expect(await store.between(id, 0, 9)).toHaveLength(1);
  });

  it('are forgotten when recording starts over', async () => {
    const [store, life] = [await aStore(), aLife()];
    await store.record(life, undefined, at('d'));
    await store.record(life.slice(0, 1), undefined, at('a', false));

    expect(await store.between(id, 0, 9)).toHaveLength(1);
    expect(await store.progress()).toEqual(at('a', false));
  });

  it('know when the repository begins with a service', async () => {
    const [store, [first, ...others]] = [await aStore(), aLife()];
    if (!first) throw new Error('there are four');
    await store.record([{ ...first, isBoundary: true }, ...others], undefined, at('d'));

    expect(await store.find(id)).toMatchObject({ last: { number: 3 }, isComplete: false });
    expect((await store.between(id, 0, 0)).map(({ kind }) => kind)).toEqual(['known']);
  });
});
