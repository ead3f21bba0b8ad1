import { expect, it } from 'vitest';
import { knownNetwork, networkChoices, withGiven } from '../../src/site/form-choices.ts';

it('offers every network once, main networks before test networks', () => {
  const labels = networkChoices.map(({ label }) => label);

  expect(new Set(networkChoices.map(({ value }) => value)).size).toBe(networkChoices.length);
  expect(labels.findIndex((label) => label.endsWith('(test)'))).toBeGreaterThan(labels.indexOf('Solana'));
});

it('keeps a value that it does not know', () => {
  const choices = [{ value: 'base', label: 'Base' }];

  expect(withGiven(choices, 'eip155:424242')).toEqual([
    ...choices,
    { value: 'eip155:424242', label: 'eip155:424242' },
  ]);
  expect(withGiven(choices, 'base')).toBe(choices);
  expect(withGiven(choices, '')).toBe(choices);
});

it.each([
  ['EIP155:8453', 'base'],
  ['Base', 'base'],
  ['STELLAR:PUBNET', 'stellar:pubnet'],
  ['eip155:424242', 'eip155:424242'],
  ['', ''],
])('chooses for the network "%s" the choice "%s"', (given, value) => {
  expect(knownNetwork(given)).toBe(value);
});
