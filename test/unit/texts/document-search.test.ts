import { expect, it } from 'vitest';
import { stopWords, wordEndings } from '../../../src/texts/de/document-search.ts';
import { foundText } from '../../../src/texts/en/document-search.ts';

it.each([
  [0, false, 'Nothing found for “key”'],
  [1, false, '1 match for “key”'],
  [7, false, '7 matches for “key”'],
  [20, true, 'The 20 best matches for “key”'],
])('says that it found %i', (count, isCut, text) => {
  expect(foundText({ count, isCut, query: 'key' })).toBe(text);
});

it.each([
  ['zahlungen', 'zahlung'],
  ['zahlung', 'zahlung'],
  ['preise', 'preis'],
  ['preis', 'preis'],
  ['wallets', 'wallet'],
  ['käufern', 'käufer'],
  ['widerrufen', 'widerruf'],
])('finds the German word %s by %s', (word, start) => {
  expect(word.replace(wordEndings, '')).toBe(start);
});

it('looks for no German word that says nothing', () => {
  expect(stopWords.split(' ')).toEqual(expect.arrayContaining(['wie', 'ich', 'eine', 'kann']));
});
