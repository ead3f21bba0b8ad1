import { expect, it } from 'vitest';
import { foundText } from '../../src/texts/en/document-search.ts';

it.each([
  [0, false, 'Nothing found for “key”'],
  [1, false, '1 match for “key”'],
  [7, false, '7 matches for “key”'],
  [20, true, 'The 20 best matches for “key”'],
])('says that it found %i', (count, isCut, text) => {
  expect(foundText({ count, isCut, query: 'key' })).toBe(text);
});
