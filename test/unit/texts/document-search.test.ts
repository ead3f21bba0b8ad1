import { expect, it } from 'vitest';
import { stopWords, wordEndings } from '../../../src/texts/de/document-search.ts';
import { bestFoundText, foundText } from '../../../src/texts/en/document-search.ts';

it.each([
  [0, foundText, 'Nothing found for “key”'],
  [1, foundText, '1 match for “key”'],
  [7, foundText, '7 matches for “key”'],
  [20, bestFoundText, 'The 20 best matches for “key”'],
])('says that it found %i', (count, words, text) => {
  expect(words({ count, query: 'key' })).toBe(text);
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
  expect(word.replace(new RegExp(wordEndings), '')).toBe(start);
});

it('looks for no German word that says nothing', () => {
  expect(stopWords.split(' ')).toEqual(expect.arrayContaining(['wie', 'ich', 'eine', 'kann']));
});
