import fc from 'fast-check';
import type { SearchOptions } from 'minisearch';
import { describe, expect, it } from 'vitest';
import { miniSearchOf } from '../../../../scripts/evaluation/mini-search-of.ts';
import { fold } from '../../../../src/domain/fold.ts';
import type { Entry } from '../../../../src/domain/snapshot.ts';
import { CatalogIndex } from '../../../../src/search/index/catalog-index.ts';
import type { TextQuery } from '../../../../src/search/query/wanted.ts';
import { wordsOf } from '../../../../src/search/text/words.ts';
import { anEntry, categories } from '../../../fixtures/services.ts';
import { caseCount } from '../../../support/cases.ts';

/** Few letters, so that words are often near each other; and some that fold, split or are left out. */
const word = fc.string({
  unit: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'é', 'E', 'ß', 'ﬁ', '1', '+', '🌧'),
  minLength: 1,
  maxLength: 9,
});
const text = fc.array(fc.oneof({ weight: 9, arbitrary: word }, fc.constantFrom('-', '…', '(')), {
  minLength: 1,
  maxLength: 6,
});

const catalog = fc.array(fc.record({ name: text, description: text }), { maxLength: 12 }).map((given) =>
  given.map(({ name, description }, i) =>
    anEntry({
      name: name.join(' '),
      description: description.join('\n'),
      endpoint: `https://api${String(i)}.example.com`,
    }),
  ),
);

const categoryName = (id: string): string => categories.find((known) => known.id === id)?.name ?? id;

function modelFinds(entries: readonly Entry[], asked: string, options: SearchOptions): string[] {
  return miniSearchOf(entries, categoryName)
    .search(asked, options)
    .map(({ id }) => String(id))
    .sort();
}

function engineFinds(entries: readonly Entry[], query: TextQuery): string[] {
  return CatalogIndex.of(entries, categoryName)
    .rank({ wanted: { words: query, boosts: new Map(), sorts: 'all' }, limit: 100, offset: 0 })
    .hits.map(({ entry }) => entry.declared.id)
    .sort();
}

const oneWord = (given: string, nearness: object): TextQuery => ({
  groups: [{ weight: 1, terms: [{ words: [fold(given)], weight: 1, ...nearness }] }],
  atLeast: 1,
});

/** Every word of a text with its typos; the last one may be only begun. */
function wordByWord(text: string, match: 'all' | 'any'): TextQuery {
  const words = wordsOf(text);
  const groups = words.map((each, at) => ({
    weight: 1,
    terms: [{ words: [each], weight: 1, prefix: at === words.length - 1, fuzzy: true }],
  }));
  return { groups, atLeast: match === 'all' ? groups.length : 1 };
}

describe('what matches', () => {
  it.each([
    ['a word as it is', {}, {}],
    ['the beginning of a word', { prefix: true }, { prefix: true }],
    ['a word with typos', { fuzzy: true }, { fuzzy: (term: string) => (term.length > 3 ? 0.2 : false) }],
    [
      'the beginning of a word or one with typos',
      { prefix: true, fuzzy: true },
      { prefix: true, fuzzy: (term: string) => (term.length > 3 ? 0.2 : false) },
    ],
  ])('is what MiniSearch finds for %s', (_what, nearness, options) => {
    fc.assert(
      fc.property(catalog, word, (entries, given) => {
        expect(engineFinds(entries, oneWord(given, nearness))).toEqual(modelFinds(entries, given, options));
      }),
      { numRuns: caseCount(100) },
    );
  });

  it.each([
    ['all', 'AND'],
    ['any', 'OR'],
  ] as const)('is what MiniSearch finds for %s words of a text', (match, combineWith) => {
    fc.assert(
      fc.property(catalog, text, (entries, given) => {
        const asked = given.join(' ');
        const options: SearchOptions = {
          combineWith,
          fuzzy: (term) => (term.length > 3 ? 0.2 : false),
          prefix: (_term, position, terms) => position === terms.length - 1,
        };

        expect(engineFinds(entries, wordByWord(asked, match))).toEqual(modelFinds(entries, asked, options));
      }),
      { numRuns: caseCount(100) },
    );
  });
});
