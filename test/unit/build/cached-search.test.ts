import { describe, expect, it, vi } from 'vitest';
import { cachedSearch } from '../../../src/build/cached-search.ts';
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

/** What was found, with its hosts counted. */
function counted({ countHosts, ...found }: Awaited<ReturnType<Search['list']>>): object {
  return { ...found, hosts: countHosts() };
}

describe('the search of a build', () => {
  it('answers what the search does, however often it is asked', async () => {
    const cached = cachedSearch(catalog);
    const asked = questions.flatMap((question) =>
      [0, 20, 40, 60].map((offset) => ({ ...question, limit: 20, offset })),
    );

    for (const query of [...asked, ...asked]) {
      expect(counted(await cached.list(query))).toEqual(counted(await catalog.search.list(query)));
      expect(await cached.facets(query)).toEqual(await catalog.search.facets(query));
    }
  });

  it('keeps apart what two texts find', async () => {
    const search = new Search(catalog.snapshot);
    const cached = cachedSearch({ search, snapshot: catalog.snapshot });

    for (const text of ['no 1', 'no 2', 'nothing of this']) {
      const query = { wanted: await search.readKeywords(text), limit: 20, offset: 0 };
      expect(counted(await cached.list(query))).toEqual(counted(await search.list(query)));
      expect(await cached.facets(query)).toEqual(await search.facets(query));
    }
  });

  it('sorts and counts a list once for all of its pages', async () => {
    const search = new Search(catalog.snapshot);
    const [list, facets] = [vi.spyOn(search, 'list'), vi.spyOn(search, 'facets')];
    const cached = cachedSearch({ search, snapshot: catalog.snapshot });

    for (const offset of [0, 20, 40]) {
      await cached.list({ limit: 20, offset });
      await cached.facets({});
    }
    expect([list, facets].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });
});
