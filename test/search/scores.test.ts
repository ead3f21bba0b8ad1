import { describe, expect, it } from 'vitest';
import { Search } from '../../src/search/search.ts';
import type { TextQuery } from '../../src/search/text-query.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

const page = { limit: 20, offset: 0 };
const catalog = [
  anEntry({ name: 'Optical reader', description: 'Letters.', endpoint: 'https://a.example.com' }),
  anEntry({ name: 'Picture', description: 'Turns it into text.', endpoint: 'https://b.example.com' }),
  anEntry({ name: 'Picture book', description: 'Only to look at.', endpoint: 'https://c.example.com' }),
];
const search = new Search(aSnapshot(catalog));

const picture = { words: ['picture', 'text'], weight: 1 };
const optical = { words: ['optical'], weight: 0.5 };
const ask = (query: TextQuery) =>
  search.rank(query, page).hits.map(({ entry, score }) => ({ name: entry.declared.name, score }));
const scoreOf = (query: TextQuery): number => ask(query)[0]?.score ?? 0;

describe('a text query', () => {
  it('finds a term of several words only where all of them stand', () => {
    expect(ask({ groups: [{ terms: [picture], weight: 1 }], atLeast: 1 }).map(({ name }) => name)).toEqual([
      'Picture',
    ]);
  });

  it('counts the best term of a group, times its weight', () => {
    const either = ask({ groups: [{ terms: [optical, picture], weight: 2 }], atLeast: 1 });
    const alone = scoreOf({ groups: [{ terms: [{ ...optical, weight: 1 }], weight: 1 }], atLeast: 1 });

    expect(either.map(({ name }) => name).sort()).toEqual(['Optical reader', 'Picture']);
    expect(either.find(({ name }) => name === 'Optical reader')?.score).toBeCloseTo(alone, 9);
  });

  it('does not count two terms of a group together', () => {
    const once = scoreOf({ groups: [{ terms: [picture], weight: 1 }], atLeast: 1 });
    const twice = scoreOf({
      groups: [{ terms: [picture, { ...picture, weight: 0.9 }], weight: 1 }],
      atLeast: 1,
    });

    expect(twice).toBe(once);
  });

  it.each([
    [1, ['Optical reader', 'Picture', 'Picture book']],
    [2, ['Optical reader', 'Picture', 'Picture book']],
    [3, ['Picture book']],
    [4, []],
  ])('of four groups finds what matches %d at least', (atLeast, names) => {
    const words = ['picture', 'look', 'example', 'optical'];
    const groups = words.map((word) => ({ terms: [{ words: [word], weight: 1 }], weight: 1 }));

    expect(
      ask({ groups, atLeast })
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names);
  });

  it('without groups finds nothing', () => {
    expect(ask({ groups: [], atLeast: 0 })).toEqual([]);
    expect(ask({ groups: [{ terms: [], weight: 1 }], atLeast: 1 })).toEqual([]);
  });

  it('tells the words that matched, and where they stand', () => {
    const [hit] = search.rank({ groups: [{ terms: [picture], weight: 1 }], atLeast: 1 }, page).hits;

    expect(hit?.matches.map(({ word, fields }) => [word, fields])).toEqual([
      ['picture', ['name']],
      ['text', ['description']],
    ]);
  });

  it('scores a service the same whether it came first, last or in between', () => {
    const query: TextQuery = {
      groups: [{ terms: [{ words: ['picture'], weight: 1 }], weight: 1 }],
      atLeast: 1,
    };
    const late = new Search(aSnapshot(catalog.slice(2)));
    late.update(aSnapshot(catalog), { put: catalog.slice(0, 2), removed: [] });

    expect(late.rank(query, page)).toEqual(search.rank(query, page));
  });
});
