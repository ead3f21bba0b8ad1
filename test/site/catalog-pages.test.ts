import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/domain/snapshot.ts';
import { Search } from '../../src/search/search.ts';
import { allServicesPages, categoryPages, servicePages } from '../../src/site/catalog-pages.ts';
import { categories, anEntry, aSnapshot } from '../fixtures/services.ts';

const catalogOf = (entries: readonly Entry[]) => {
  const snapshot = aSnapshot(entries);
  return { snapshot, search: new Search(snapshot) };
};
const numbered = (count: number, category = 'ai-inference'): Entry[] =>
  Array.from({ length: count }, (_, index) =>
    anEntry({ name: `No ${String(index)}`, endpoint: `https://api.example.com/${String(index)}`, category }),
  );
const keyOf = (entry: Entry, others: readonly Entry[] = []): string | undefined =>
  servicePages(catalogOf([entry, ...others])).find(({ params }) => params.id === entry.declared.id)?.cacheKey;

describe('the key of a service page', () => {
  it('stays while nothing on the page changes, whatever else does', () => {
    expect(keyOf(anEntry(), numbered(3))).toBe(keyOf(anEntry()));
    expect(keyOf(anEntry({}, { txCount: 7, totalRevenue: 0.5, uptimeScore: 99 }))).toBe(keyOf(anEntry()));
  });

  it.each([
    ['description', anEntry({ description: 'Something else.' })],
    ['status', anEntry({}, { status: 'verified' })],
    ['score', anEntry({}, { trustScore: 80 })],
    ['last check', anEntry({}, { lastChecked: '2026-02-01T00:00:00.000Z' })],
    ['chains', anEntry({}, { chains: ['base'] })],
    ['time', anEntry({ updatedAt: '2026-02-01T00:00:00.000Z' })],
  ])('changes with its %s', (_, changed) => {
    expect(keyOf(changed)).not.toBe(keyOf(anEntry()));
  });

  it('changes with the name of its category', () => {
    const { snapshot, search } = catalogOf([anEntry()]);
    const renamed = snapshot.withCategories(
      categories.map((category) => ({ ...category, name: 'New name' })),
    );

    const [before] = servicePages({ snapshot, search });
    const [after] = servicePages({ snapshot: renamed, search });
    expect(after?.cacheKey).not.toBe(before?.cacheKey);
  });
});

describe('the pages of a list', () => {
  it.each([
    [0, [0]],
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('hold %i services as %j', (count, sizes) => {
    const pages = allServicesPages(catalogOf(numbered(count)));

    expect(pages.map(({ rows }) => rows.length)).toEqual(sizes);
    expect(pages.every(({ last, total }) => last === sizes.length && total === count)).toBe(true);
  });

  it('give every category its own services, and an empty one a page that says so', () => {
    const pages = categoryPages(catalogOf([...numbered(51), anEntry({ category: 'maps-geolocation' })]));

    expect(
      pages.map(({ category, list }) => `${category.id} ${String(list.number)}/${String(list.last)}`),
    ).toEqual(['weather-environment 1/1', 'ai-inference 1/2', 'ai-inference 2/2', 'maps-geolocation 1/1']);
    expect(pages.map(({ list }) => list.rows.length)).toEqual([0, 50, 1, 1]);
  });
});
