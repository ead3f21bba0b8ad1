import { expect, it } from 'vitest';
import { alternatives, amountIn, excerpt, pluralOf, shortened } from '../../../src/texts/formats.ts';

it.each([
  ['leaves a short text as it is', 'Rain and snow.', 'Rain and snow.'],
  ['cuts between two words', 'Precipitation for two hours', 'Precipitation for…'],
  ['cuts within a word that is too long', 'Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahr…'],
  ['counts characters, not their halves', '🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧', '🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧🌧'],
  ['never cuts a character in two', '🌧'.repeat(21), `${'🌧'.repeat(20)}…`],
])('%s', (_, text, expected) => {
  expect(excerpt(text, 20)).toBe(expected);
});

it('groups the digits of an amount before its point', () => {
  expect(amountIn('USDC', '1234567.8901')).toBe('1,234,567.8901 USDC');
  expect(amountIn('EURC', '12')).toBe('12 EURC');
  expect(amountIn('USD', '0.01')).toBe('$0.01');
  expect(amountIn('EUR', '1234')).toBe('€1,234');
});

it('shortens an address, but no short text', () => {
  expect(shortened('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5aAe…eAed');
  expect(shortened('0x5aAe')).toBe('0x5aAe');
});

it('counts by the rules of its language', () => {
  expect([0, 1, '1', '1.5', 2].map((count) => pluralOf(count))).toEqual([
    'other',
    'one',
    'one',
    'other',
    'other',
  ]);
});

it('names what there is to choose from', () => {
  expect(alternatives(['Base'])).toBe('Base');
  expect(alternatives(['Base', 'Polygon', 'Solana'])).toBe('Base or Polygon or Solana');
});
