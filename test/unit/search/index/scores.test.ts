import { describe, expect, it } from 'vitest';
import { CatalogIndex } from '../../../../src/search/index/catalog-index.ts';
import type { Entry } from '../../../../src/domain/snapshot.ts';
import type { TextQuery, Wanted } from '../../../../src/search/query/wanted.ts';
import { anEntry } from '../../../fixtures/services.ts';

const page = { limit: 20, offset: 0 };
const catalog = [
  anEntry({ name: 'Optical reader', description: 'Letters.', endpoint: 'https://a.example.com' }),
  anEntry({ name: 'Picture', description: 'Turns a picture into text.', endpoint: 'https://b.example.com' }),
  anEntry({ name: 'Picture book', description: 'Only to look at.', endpoint: 'https://c.example.com' }),
];
const index = indexOf(catalog);

function indexOf(entries: readonly Entry[]): CatalogIndex {
  return CatalogIndex.of(entries, (id) => id);
}

const picture = { words: ['picture', 'text'], weight: 1 };
const optical = { words: ['optical'], weight: 0.5 };
const wantedBy = (words: TextQuery): Wanted => ({ words, boosts: new Map(), sorts: 'all' });
const ask = (query: TextQuery) =>
  index
    .rank({ wanted: wantedBy(query), ...page })
    .hits.map(({ entry, score }) => ({ name: entry.declared.name, score }));
const scoreOf = (query: TextQuery): number => ask(query)[0]?.score ?? 0;

describe('a text query', () => {
  it.each([[{ name: 'Web', description: 'Search.' }], [{ name: 'Web', category: 'Search' }]])(
    'does not find a term whose words stand in different fields: %o',
    (fields) => {
      const terms = [{ words: ['web', 'search'], weight: 1 }];
      const inFields = indexOf([anEntry(fields)]);
      const found = (...groups: TextQuery['groups']) =>
        inFields.rank({ wanted: wantedBy({ groups, atLeast: groups.length }), ...page }).total;

      expect(found({ terms, weight: 1 })).toBe(0);
      expect(found({ terms: [{ words: ['web'], weight: 1 }], weight: 1 }, { terms, weight: 1 })).toBe(0);
    },
  );

  it('finds a term of several words only in documents with all of them', () => {
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

  it('raises documents by a bonus group, and finds none by it alone', () => {
    const look = { terms: [{ words: ['look'], weight: 1 }], weight: 1 };
    const plain = ask({ groups: [{ terms: [{ words: ['picture'], weight: 1 }], weight: 1 }], atLeast: 1 });
    const raised = ask({
      groups: [
        { terms: [{ words: ['picture'], weight: 1 }], weight: 1 },
        { ...look, bonus: true },
        { terms: [optical], weight: 1, bonus: true },
      ],
      atLeast: 1,
    });

    expect(plain.map(({ name }) => name)).toEqual(['Picture', 'Picture book']);
    expect(raised.map(({ name }) => name)).toEqual(['Picture book', 'Picture']);
  });

  it('finds nothing without groups', () => {
    expect(ask({ groups: [], atLeast: 0 })).toEqual([]);
    expect(ask({ groups: [{ terms: [], weight: 1 }], atLeast: 1 })).toEqual([]);
  });

  it('scores a service the same whenever it was added', () => {
    const query: TextQuery = {
      groups: [{ terms: [{ words: ['picture'], weight: 1 }], weight: 1 }],
      atLeast: 1,
    };
    const asked = { wanted: wantedBy(query), ...page };
    const late = indexOf(catalog.slice(2));
    for (const entry of catalog.slice(0, 2)) late.add(entry);

    expect(late.rank(asked)).toEqual(index.rank(asked));
  });
});
