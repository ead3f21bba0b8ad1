import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { allServicesPage, categoryPage, furtherPage } from '../../../src/site/list-pages.ts';
import { catalogOf, numbered } from '../../fixtures/site-catalog.ts';
import { anEntry } from '../../fixtures/services.ts';

/** Every page of a list. */
async function pagesOf<Page>(pageAt: (number: number) => Promise<Page | undefined>): Promise<Page[]> {
  const pages = await Promise.all([1, 2, 3, 4].map(pageAt));
  return pages.filter((each) => each !== undefined);
}

describe('the pages of a list', () => {
  it.each([
    [0, [0]],
    [20, [20]],
    [21, [20, 1]],
    [50, [20, 20, 10]],
  ])('hold %i services as %j', async (count, sizes) => {
    const catalog = catalogOf(numbered(count));
    const pages = await pagesOf((number) => allServicesPage(catalog, number));

    expect(pages.map(({ rows }) => rows.length)).toEqual(sizes);
    expect(pages.every(({ last, total }) => last === sizes.length && total === count)).toBe(true);
  });

  it('show the services of each category, and a page even for an empty one', async () => {
    const entries: Entry[] = [...numbered(21), anEntry({ category: 'maps-geolocation' })];
    const catalog = catalogOf(entries);
    const sizesOf = async (id: string): Promise<number[]> =>
      (await pagesOf((number) => categoryPage(catalog, id, number))).map(({ list }) => list.rows.length);

    expect(await sizesOf('ai-inference')).toEqual([20, 1]);
    expect(await sizesOf('maps-geolocation')).toEqual([1]);
    expect(await sizesOf('weather-environment')).toEqual([0]);
    expect(await sizesOf('no-such-category')).toEqual([]);
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
