import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/domain/snapshot.ts';
import { allServicesPage, categoryPage, furtherPage } from '../../src/site/list-pages.ts';
import { catalogOf, numbered } from './catalog.ts';
import { anEntry } from '../fixtures/services.ts';

/** Every page of a list. */
function pagesOf<Page>(pageAt: (number: number) => Page | undefined): Page[] {
  const page = [1, 2, 3, 4].map(pageAt);
  return page.filter((each) => each !== undefined);
}

describe('the pages of a list', () => {
  it.each([
    [0, [0]],
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('hold %i services as %j', (count, sizes) => {
    const catalog = catalogOf(numbered(count));
    const pages = pagesOf((number) => allServicesPage(catalog, number));

    expect(pages.map(({ rows }) => rows.length)).toEqual(sizes);
    expect(pages.every(({ last, total }) => last === sizes.length && total === count)).toBe(true);
  });

  it('give every category its own services, and an empty one a page that says so', () => {
    const entries: Entry[] = [...numbered(51), anEntry({ category: 'maps-geolocation' })];
    const catalog = catalogOf(entries);
    const sizesOf = (id: string): number[] =>
      pagesOf((number) => categoryPage(catalog, id, number)).map(({ list }) => list.rows.length);

    expect(sizesOf('ai-inference')).toEqual([50, 1]);
    expect(sizesOf('maps-geolocation')).toEqual([1]);
    expect(sizesOf('weather-environment')).toEqual([0]);
    expect(sizesOf('no-such-category')).toEqual([]);
  });
});

describe('the number in the address of a page', () => {
  it.each(['2', '17', '999999999'])('may be %s', (parameter) => {
    expect(furtherPage(parameter)).toBe(Number(parameter));
  });

  it.each(['', '0', '1', '-2', '02', '2.0', '1e3', ' 2', 'two', '9'.repeat(10)])(
    'may not be %j, so that every page has one address',
    (parameter) => {
      expect(furtherPage(parameter)).toBeUndefined();
    },
  );
});
