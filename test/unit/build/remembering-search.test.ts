import { describe, expect, it, vi } from 'vitest';
import { rememberingSearch } from '../../../src/build/remembering-search.ts';
import { Search } from '../../../src/search/search.ts';
import { categories } from '../../fixtures/services.ts';
import { catalogOf, numbered } from '../../fixtures/site-catalog.ts';

const catalog = catalogOf(numbered(45));
const questions = [
  {},
  { sortBy: 'price' as const },
  { categories: categories.slice(0, 1).map(({ id }) => id) },
  { statuses: ['verified' as const] },
];

describe('the search of a build', () => {
  it('answers what the search does, however often it is asked', async () => {
    const remembering = rememberingSearch(catalog);
    const asked = questions.flatMap((question) =>
      [0, 20, 40, 60].map((offset) => ({ ...question, limit: 20, offset })),
    );

    for (const query of [...asked, ...asked]) {
      expect(await remembering.list(query)).toEqual(await catalog.search.list(query));
      expect(await remembering.facets(query)).toEqual(await catalog.search.facets(query));
    }
  });

  it('keeps apart what two texts find', async () => {
    const search = new Search(catalog.snapshot);
    const remembering = rememberingSearch({ search, snapshot: catalog.snapshot });

    for (const text of ['no 1', 'no 2', 'nothing of this']) {
      const query = { wanted: await search.readKeywords(text), limit: 20, offset: 0 };
      expect(await remembering.list(query)).toEqual(await search.list(query));
      expect(await remembering.facets(query)).toEqual(await search.facets(query));
    }
  });

  it('sorts and counts a list once for all of its pages', async () => {
    const search = new Search(catalog.snapshot);
    const [list, facets] = [vi.spyOn(search, 'list'), vi.spyOn(search, 'facets')];
    const remembering = rememberingSearch({ search, snapshot: catalog.snapshot });

    for (const offset of [0, 20, 40]) {
      await remembering.list({ limit: 20, offset });
      await remembering.facets({});
    }
    expect([list, facets].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });
});
