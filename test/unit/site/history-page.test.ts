import { describe, expect, it } from 'vitest';
import { historyPage } from '../../../src/site/history-page.ts';
import type { ReadChanges, SiteCatalog } from '../../../src/site/site-catalog.ts';
import type { HistoryView } from '../../../src/views/history.ts';
import { aSnapshot, anEntry, tombstoneOf } from '../../fixtures/services.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';

type Change = HistoryView['changes'][number];

const entry = anEntry();
const { id, name } = entry.declared;
const change: Change = {
  at: '2026-01-31T12:00:00.000Z',
  kind: 'updated',
  commit: 'c0ffee0000000000000000000000000000000000',
  owner: 'github:9919',
  by: null,
  fields: [{ pointer: '/pricing/pricePerRequest', before: '0.001', after: '0.002' }],
};

/** A catalog with one service, and this many changes of it. */
function withChanges(total: number, changes: readonly Change[] = [change]): SiteCatalog {
  const readChanges: ReadChanges = (asked) =>
    Promise.resolve(asked === id ? { total, view: { id, changes: [...changes] } } : undefined);

  return { ...catalogOf([entry]), readChanges };
}

async function pageOf(catalog: SiteCatalog, search = '') {
  const page = await historyPage(id, new URLSearchParams(search), catalog);
  return page === 'unavailable' ? undefined : page;
}

const onlyChange = async (changes: Change): Promise<unknown> =>
  (await pageOf(withChanges(1, [changes])))?.changes[0];

describe('the page of the history of a service', () => {
  it('shows each change with its owner, its commit and its fields', async () => {
    expect(await pageOf(withChanges(1))).toMatchObject({ name, isListed: true, total: 1, last: 1 });
    expect(await onlyChange(change)).toMatchObject({
      kind: 'updated',
      owner: { text: 'GitHub account 9919' },
      commit: { short: 'c0ffee0000', href: null },
      isWhole: false,
      fields: [{ name: 'pricing.pricePerRequest', before: '0.001', after: '0.002' }],
    });
  });

  it('names the maintainer who made a change', async () => {
    expect(await onlyChange(change)).toMatchObject({ by: null });
    expect(await onlyChange({ ...change, by: 'github:7' })).toMatchObject({
      by: { text: 'GitHub account 7' },
    });
  });

  it('links commits where the repository is on GitHub', async () => {
    const catalog = { ...withChanges(1), repository: { name: 'acme/listings', branch: 'main' } };

    expect((await pageOf(catalog))?.changes[0]?.commit.href).toBe(
      `https://github.com/acme/listings/commit/${change.commit}`,
    );
  });

  it('writes values that are not text as JSON, and says where there was none', async () => {
    const fields = [
      { pointer: '/pricing/freeQuota', before: null, after: 100 },
      { pointer: '/a~1b/c~0d', before: true, after: null },
    ];

    expect(await onlyChange({ ...change, fields })).toMatchObject({
      fields: [
        { name: 'pricing.freeQuota', before: null, after: '100' },
        { name: 'a/b.c~d', before: 'true', after: null },
      ],
    });
  });

  it('stays small, whatever somebody wrote into the file by hand', async () => {
    const long = { pointer: '/description', before: 'x'.repeat(60_000), after: 'y' };
    const page = await pageOf(
      withChanges(1, [{ ...change, fields: Array.from({ length: 5_000 }, () => long) }]),
    );

    expect(page?.changes[0]?.fields).toHaveLength(100);
    expect(page?.changes[0]?.furtherFields).toBe(4_900);
    expect(JSON.stringify(page).length).toBeLessThan(300_000);
  });

  it('has pages, and none beyond the last', async () => {
    const catalog = withChanges(41);

    expect(await pageOf(catalog, 'page=3')).toMatchObject({ number: 3, last: 3 });
    for (const search of ['page=4', 'page=0', 'page=-1', 'page=1.5', 'page=', 'page=x', 'page=9999999']) {
      expect(await pageOf(catalog, search), search).toBeUndefined();
    }
  });

  it('is there for a removed service, and not for one that never was', async () => {
    const snapshot = aSnapshot().bury([tombstoneOf(entry.declared)]);

    expect(await pageOf({ ...withChanges(2), snapshot })).toMatchObject({ name, isListed: false });
    expect(await historyPage('never-00000000', new URLSearchParams(), withChanges(1))).toBeUndefined();
  });

  it('is not there in a copy without a server', async () => {
    expect(await pageOf(catalogOf([entry]))).toBeUndefined();
  });
});
