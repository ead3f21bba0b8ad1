import fc from 'fast-check';
import SearchableMap from 'minisearch/SearchableMap';
import { describe, expect, it } from 'vitest';
import { Dictionary, mostNear, type Nearness } from '../../../../src/search/index/dictionary.ts';
import { WordsByLength } from '../../../../src/search/index/words-by-length.ts';
import { CatalogIndex } from '../../../../src/search/index/catalog-index.ts';
import { Search } from '../../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../../fixtures/services.ts';
import { caseCount } from '../../../support/cases.ts';

/** Few letters, so that words are often near each other. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 9 });

function dictionaryOf(words: readonly string[]): Dictionary {
  const dictionary = Dictionary.empty();

  for (const each of words) dictionary.enter(each);
  return dictionary;
}

/** The near words themselves, since their numbers depend on the order in which they came. */
function near(dictionary: Dictionary, given: string, nearness: Nearness): Record<string, number> {
  const found = [...dictionary.near(given, nearness)];

  return Object.fromEntries(found.map(([number, how]) => [dictionary.words[number] ?? '', how]));
}

describe('words with typos', () => {
  it('are those of a radix tree with edit distances', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), word, fc.nat(3), (words, given, most) => {
        const byLength = new WordsByLength();
        const tree = new SearchableMap<number>();
        for (const [number, each] of words.entries()) {
          byLength.add(each, number);
          tree.set(each, number);
        }
        const found: [number, number][] = [];
        byLength.eachNear(given, most, (number, distance) => found.push([number, distance]));

        expect(found.sort()).toEqual([...tree.fuzzyGet(given, most).values()].sort());
      }),
      { numRuns: caseCount(300) },
    );
  });

  it('are not found any more once they are removed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1 }), word, (words, given) => {
        const [gone = '', ...left] = words;
        const dictionary = dictionaryOf(words);
        dictionary.leave(gone);

        for (const nearness of [{ fuzzy: true }, { prefix: true }]) {
          expect(near(dictionary, given, nearness)).toEqual(near(dictionaryOf(left), given, nearness));
        }
      }),
    );
  });
});

describe('a beginning that thousands of words share', () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `s${String(i).padStart(4, '0')}`);
  const common = words.slice(1_000, 1_000 + mostNear);
  const all = ['s', ...words, ...common];

  it('stands for itself and a fixed number of words, those of most documents', () => {
    const found = near(dictionaryOf(all), 's', { prefix: true });

    expect(Object.keys(found).sort()).toEqual(['s', ...common].sort());
  });

  it('stands for the same words, whatever the order in which services came', () => {
    const found = near(dictionaryOf(all.slice(0, 2_000)), 's', { prefix: true });

    expect(Object.keys(found)).toHaveLength(1 + mostNear);
    fc.assert(
      fc.property(fc.shuffledSubarray(all.slice(0, 2_000), { minLength: 2_000 }), (shuffled) => {
        expect(near(dictionaryOf(shuffled), 's', { prefix: true })).toEqual(found);
      }),
      { numRuns: 10 },
    );
  });

  it('stands for other words as soon as those are in more documents', () => {
    const dictionary = dictionaryOf(all);
    expect(near(dictionary, 's', { prefix: true })).not.toHaveProperty('s0000');

    for (const _ of [1, 2]) dictionary.enter('s0000');
    expect(near(dictionary, 's', { prefix: true })).toHaveProperty('s0000');
  });

  const entries = ['s', ...words].map((name, i) =>
    anEntry({ name, description: 'A service.', endpoint: `https://api${String(i)}.example.com` }),
  );

  it('reads a fixed number of posting lists', () => {
    const { text } = CatalogIndex.of(entries, (id) => id);

    expect(text.lists('s', { prefix: true })).toHaveLength(1 + mostNear);
  });

  it('finds the service of that name first', () => {
    const search = new Search(aSnapshot(entries));
    const { entries: found } = search.list({ wanted: search.readKeywords('s'), limit: 1, offset: 0 });

    expect(found.map(({ declared }) => declared.name)).toEqual(['s']);
  });

  it('has pages that continue each other, and a total that holds them', () => {
    const search = new Search(aSnapshot(entries));
    const wanted = search.readKeywords('service s');
    const { total, entries: whole } = search.list({ wanted, limit: 5_000, offset: 0 });
    const pages = Array.from({ length: Math.ceil(total / 100) }, (_, i) =>
      search.list({ wanted, limit: 100, offset: 100 * i }),
    );

    expect(whole).toHaveLength(total);
    expect(pages.flatMap((page) => page.entries)).toEqual(whole);
  });
});
