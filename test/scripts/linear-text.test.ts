import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { LinearText } from '../../scripts/evaluation/linear-text.ts';
import { anEntry } from '../fixtures/services.ts';

const word = fc.constantFrom(
  'rain',
  'rains',
  'radar',
  'radars',
  'train',
  'weather',
  'whether',
  'map',
  'maps',
  'ocean',
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const catalog = fc.array(fc.record({ name: text, description: text }), { minLength: 1, maxLength: 12 });

describe('the plainest index', () => {
  it('scores a word as MiniSearch does', () => {
    fc.assert(
      fc.property(catalog, word, fc.boolean(), fc.boolean(), (services, asked, prefix, fuzzy) => {
        const entries = services.map((service, at) =>
          anEntry({ ...service, endpoint: `https://h${String(at)}.example.com` }),
        );
        const linear = new LinearText(entries, () => 'none');
        const mini = new MiniSearch({ fields: ['name', 'description', 'host', 'category'] });
        mini.addAll(
          entries.map(({ declared: { id, name, description, endpoint } }) => ({
            id,
            name,
            description,
            host: new URL(endpoint).hostname,
            category: 'none',
          })),
        );

        const options = { boost: { name: 3 }, prefix, fuzzy: fuzzy && asked.length > 3 ? 0.2 : false };
        const expected = new Map(mini.search(asked, options).map(({ id, score }) => [String(id), score]));
        const terms = [{ words: [asked], weight: 1, prefix, fuzzy }];
        const found = linear.score({ groups: [{ terms, weight: 1 }], atLeast: 1 });

        expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [id, score] of found) expect(score).toBeCloseTo(expected.get(id) ?? NaN, 6);
      }),
      { numRuns: 150 },
    );
  });

  it('adds up groups, takes the best way of each, and leaves out what matches too few', () => {
    const both = anEntry({ name: 'Rain radar', endpoint: 'https://a.example.com' });
    const one = anEntry({ name: 'Rain', endpoint: 'https://b.example.com' });
    const linear = new LinearText([both, one], () => 'none');
    const group = (...words: string[]) => ({
      terms: words.map((each) => ({ words: [each], weight: 1 })),
      weight: 1,
    });

    expect([...linear.score({ groups: [group('rain'), group('radar')], atLeast: 2 }).keys()]).toEqual([
      both.declared.id,
    ]);
    expect(linear.score({ groups: [group('rain', 'storm')], atLeast: 1 }).size).toBe(2);
    expect(
      linear.score({ groups: [{ terms: [{ words: ['rain', 'radar'], weight: 1 }], weight: 1 }], atLeast: 1 })
        .size,
    ).toBe(1);
  });
});
