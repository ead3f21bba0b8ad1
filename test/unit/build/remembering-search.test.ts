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
  it('answers what the search does, however often it is asked', () => {
    const remembering = rememberingSearch(catalog);
    const asked = questions.flatMap((question) =>
      [0, 20, 40, 60].map((offset) => ({ ...question, limit: 20, offset })),
    );

    for (const query of [...asked, ...asked]) {
      expect(remembering.list(query)).toEqual(catalog.search.list(query));
      expect(remembering.facets(query)).toEqual(catalog.search.facets(query));
    }
  });

  it('keeps apart what two texts find', () => {
    const search = new Search(catalog.snapshot);
    const remembering = rememberingSearch({ search, snapshot: catalog.snapshot });

    for (const text of ['no 1', 'no 2', 'nothing of this']) {
      const query = { wanted: search.readKeywords(text), limit: 20, offset: 0 };
      expect(remembering.list(query)).toEqual(search.list(query));
      expect(remembering.facets(query)).toEqual(search.facets(query));
    }
  });

  it('sorts and counts a list once for all of its pages', () => {
    const search = new Search(catalog.snapshot);
    const [list, facets] = [vi.spyOn(search, 'list'), vi.spyOn(search, 'facets')];
    const remembering = rememberingSearch({ search, snapshot: catalog.snapshot });

    for (const offset of [0, 20, 40]) {
      remembering.list({ limit: 20, offset });
      remembering.facets({});
    }
    expect([list, facets].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });
});
