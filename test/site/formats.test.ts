import { expect, it } from 'vitest';
import { excerpt } from '../../src/site/formats.ts';

it.each([
  ['leaves a short text as it is', 'Rain and snow.', 'Rain and snow.'],
  ['cuts between two words', 'Precipitation for two hours', 'Precipitation for…'],
  ['cuts within a word that is too long', 'Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahr…'],
  ['counts characters, not their halves', '🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧', '🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧'],
  ['never cuts a character in two', '🌧'.repeat(21), `${'🌧'.repeat(20)}…`],
])('%s', (_, text, expected) => {
  expect(excerpt(text, 20)).toBe(expected);
});
