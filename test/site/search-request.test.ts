import { describe, expect, it } from 'vitest';
import { readSearch, searchPath } from '../../src/site/search-request.ts';

const read = (search: string) => readSearch(new URLSearchParams(search));

describe('reading a search', () => {
  it('asks for everything when nothing is given, as an empty form does', () => {
    expect(read('').query).toEqual({ limit: 20, offset: 0 });
    expect(read('query=&category=&chain=&status=&maxPricePerRequest=&sortBy=')).toEqual(read(''));
  });

  it('takes the names and values of GET /api/services', () => {
    const { query, problems } = read(
      'query=rain&category=weather-environment&chain=EIP155:8453&status=verified&maxPricePerRequest=0.01&sortBy=price',
    );

    expect(problems).toEqual([]);
    expect(query).toEqual({
      limit: 20,
      offset: 0,
      text: 'rain',
      categories: ['weather-environment'],
      chains: ['base'],
      statuses: ['verified'],
      maxPrice: '0.01',
      sortBy: 'price',
    });
  });

  it('keeps every value as it was given, for the form', () => {
    expect(read('query=%20rain%20&maxPricePerRequest=1e-3&status=good').values).toMatchObject({
      query: 'rain',
      maxPricePerRequest: '1e-3',
      status: 'good',
    });
  });

  it('names all that it cannot read at once', () => {
    const { problems } = read(`query=${'a'.repeat(501)}&status=good&maxPricePerRequest=.5&sortBy=age`);

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
    expect(read(`page=${page}`)).toMatchObject({ page: expected, query: { offset: (expected - 1) * 20 } });
  });
});

describe('the path of a search', () => {
  it('holds what was asked, and leads back to the same question', () => {
    const { values } = read('query=rain & snow&category=weather-environment&page=2');

    expect(readSearch(new URL(searchPath(values, 3), 'https://tollbook.example').searchParams)).toMatchObject(
      { values, page: 3 },
    );
  });

  it('leaves out what was not asked', () => {
    expect(searchPath(read('').values)).toBe('/search');
    expect(searchPath(read('chain=base').values)).toBe('/search?chain=base');
  });
});
