import { describe, expect, it } from 'vitest';
import { emptySearch, readSearch, searchPath, toggled } from '../../../src/site/search-request.ts';

const read = (search: string) => readSearch(new URLSearchParams(search));

describe('reading a search', () => {
  it('asks for everything when nothing is given, as an empty form does', () => {
    expect(read('').values).toEqual(emptySearch);
    expect(read('query=&category=&chain=&status=&maxPricePerRequest=&sortBy=')).toEqual(read(''));
  });

  it('reads lists from repeated parameters, comma lists or both, each value once', () => {
    expect(read('chain=base,solana&chain=base&status=verified').values).toMatchObject({
      chain: ['base', 'solana'],
      status: ['verified'],
    });
  });

  it.each([
    ['q=rain', 'rain'],
    ['q=rain&query=', 'rain'],
    ['q=rain&query=snow', 'snow'],
    ['query=snow&q=rain', 'snow'],
  ])('reads q as query, which wins when both are given: %s', (search, query) => {
    expect(read(`${search}&chain=base`)).toEqual(read(`query=${query}&chain=base`));
  });

  it('keeps invalid values, so that the form can show them', () => {
    expect(read('query=%20rain%20&maxPricePerRequest=1e-3&status=good').values).toMatchObject({
      query: 'rain',
      maxPricePerRequest: '1e-3',
      status: ['good'],
    });
  });

  it('reads the filter for paid services, which is either true or absent', () => {
    expect(read('paid=true')).toMatchObject({ values: { paid: 'true' }, problems: [] });
    expect(read('paid=yes').problems).toMatchObject([{ pointer: '/paid', code: 'not_in_list' }]);
    expect(searchPath(read('paid=true').values)).toBe('/search?paid=true');
  });

  it('reports all problems at once', () => {
    const { problems } = read(`query=${'a'.repeat(501)}&status=good&maxPricePerRequest=5e-1&sortBy=age`);

    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/query query_too_long',
      '/status not_in_list',
      '/sortBy not_in_list',
      '/maxPricePerRequest price_not_decimal',
    ]);
  });

  it.each([
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['x', 1],
    ['9999999999', 1],
  ])('reads page %s as page %i', (page, expected) => {
    expect(read(`page=${page}`).page).toBe(expected);
  });
});

describe('the path of a search', () => {
  it('reads back as the same search', () => {
    const { values } = read('query=rain & snow&category=weather-environment&chain=base&ignore=price&page=2');

    expect(readSearch(new URL(searchPath(values, 3), 'https://tollbook.example').searchParams)).toMatchObject(
      { values, page: 3 },
    );
  });

  it('leaves out empty values', () => {
    expect(searchPath(read('chain=base').values)).toBe('/search?chain=base');
  });

  it('is the path of all services without any value', () => {
    expect(searchPath({})).toBe('/services/');
    expect(searchPath({}, 3)).toBe('/services/page/3/');
  });
});

describe('a filter', () => {
  it('is added, and removed by any of its names', () => {
    const chosen = toggled(emptySearch, 'chain', 'base');

    expect(chosen.chain).toEqual(['base']);
    expect(toggled(chosen, 'chain', 'eip155:8453').chain).toEqual([]);
  });
});

describe('a filter of very many values', () => {
  it.each(['category', 'chain', 'status', 'ignore'])(
    'is refused before its values are processed: %s',
    (name) => {
      const values = Array.from({ length: 4_000 }, (_, i) => i.toString(36)).join();
      const { values: read, problems } = readSearch(new URLSearchParams({ [name]: values }));

      expect(problems.map(({ code }) => code)).toContain('too_many_values');
      expect(read[name as 'category']).toHaveLength(51);
    },
  );
});
