import { expect, it } from 'vitest';
import { Search } from '../../src/search/search.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

const search = new Search(
  aSnapshot([
    anEntry({
      name: 'Rain Radar',
      description: 'Hourly weather forecast.',
      endpoint: 'https://a.example.com',
    }),
    anEntry({
      name: 'Word Smith',
      description: 'Translates a text.',
      category: 'ai-inference',
      endpoint: 'https://b.example.com',
    }),
  ]),
);

it('tells what a sentence demands from what it is about', () => {
  expect(search.understand('weather under $0.01 please')).toEqual({
    constraints: { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' },
    topic: 'weather',
  });
});

it('has no topic where a sentence says nothing else', () => {
  expect(search.understand('verified, cheapest first').topic).toBe('');
});

it('lists by a topic what the same sentence finds', () => {
  const found = search.list({
    topic: search.understand('I need a weather forecast').topic,
    limit: 5,
    offset: 0,
  });

  expect(found.entries.map(({ declared }) => declared.name)).toEqual(['Rain Radar']);
});
