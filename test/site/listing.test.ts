import { describe, expect, it } from 'vitest';
import { listing } from '../../src/site/listing.ts';
import { readSearch } from '../../src/site/search-request.ts';
import { anEntry } from '../fixtures/services.ts';
import { catalogOf } from './catalog.ts';

const { x402Config } = anEntry().declared;

function service(name: string, price: string, network: string, description: string, currency = 'USDC') {
  return anEntry({
    name,
    category: description.includes('eather') ? 'weather-environment' : 'ai-inference',
    description,
    endpoint: `https://${name.toLowerCase().replaceAll(' ', '-')}.example.com`,
    pricing: { currency, pricePerRequest: price },
    x402Config: { ...x402Config, network },
  });
}

const catalog = catalogOf([
  service('Rain Radar', '0.001', 'base', 'Hourly weather forecast for any city.'),
  service('Storm Watch', '0.01', 'base', 'Weather warnings before a storm.'),
  service('Snow Depth', '0.002', 'solana', 'Weather in the mountains: snow forecast.'),
  service('Word Smith', '0.005', 'base', 'Translates a text into another language.'),
]);

const listed = (search: string) => listing(catalog, readSearch(new URLSearchParams(search)));
const names = async (search: string): Promise<string[]> =>
  (await listed(search)).rows.map(({ name }) => name).sort();

describe('a sentence', () => {
  it('is understood: what it demands is kept, and said', async () => {
    const { chips } = await listed('query=weather under $0.01 on base');

    expect(await names('query=weather under $0.01 on base')).toEqual(['Rain Radar']);
    expect(chips.map(({ label, isUnderstood }) => [label, isUnderstood])).toEqual([
      ['under $0.01', true],
      ['on Base', true],
    ]);
  });

  it.each([
    ['under $0.02', 'under $0.02', ['Coin Bureau']],
    ['under 2 cents', 'under $0.02', ['Coin Bureau']],
    ['under 0.02 euros', 'under €0.02', ['Euro Bureau']],
    ['under 0.02', 'under 0.02', ['Coin Bureau', 'Euro Bureau']],
  ])('compares a price %s only with prices in that currency', async (limit, label, found) => {
    const bureaus = catalogOf([
      service('Coin Bureau', '0.01', 'base', 'Weather.'),
      service('Euro Bureau', '0.019', 'base', 'Weather.', 'EURC'),
    ]);
    const { rows, chips } = await listing(
      bureaus,
      readSearch(new URLSearchParams({ query: `weather ${limit}` })),
    );

    expect(rows.map(({ name }) => name).sort()).toEqual(found);
    expect(chips.map((chip) => chip.label)).toEqual([label]);
  });

  it('lets each demand be taken back by its chip', async () => {
    const { chips } = await listed('query=weather under $0.01 on base');
    const [, , search = ''] = /^(\/search)\?(.*)$/.exec(chips[1]?.href ?? '') ?? [];

    expect(await names(search)).toEqual(['Rain Radar', 'Snow Depth']);
  });

  it('may demand and say nothing else', async () => {
    expect(await names('query=on solana')).toEqual(['Snow Depth']);
  });

  it('finds nothing where what it is about is not known', async () => {
    expect(await names('query=xqzzt under $1')).toEqual([]);
  });

  it('counts less than what was chosen beside it', async () => {
    expect(await names('query=weather on base&chain=solana')).toEqual(['Snow Depth']);
  });
});

describe('filters', () => {
  it('stand as chips, each with the way back', async () => {
    const { chips } = await listed('chain=base&status=unverified&maxPricePerRequest=0.005');

    expect(chips.map(({ label, href }) => [label, href])).toEqual([
      ['Base', '/search?status=unverified&maxPricePerRequest=0.005'],
      ['Unverified', '/search?chain=base&maxPricePerRequest=0.005'],
      ['at most 0.005', '/search?chain=base&status=unverified'],
    ]);
  });

  it('say how many services each would leave', async () => {
    const { facets } = await listed('chain=base');
    const links = new Map(facets.flatMap((group) => group.links.map((link) => [link.label, link])));

    expect(links.get('Base')).toMatchObject({ count: 3, isChosen: true, href: '/services/' });
    expect(links.get('Solana')).toMatchObject({ count: 1, isChosen: false });
    expect(links.get('at most 0.001')?.count).toBe(1);
    expect(links.get('at most 0.01')?.count).toBe(3);
  });
});

describe('the order', () => {
  it('is by trust first, and by what fits best where something is looked for', async () => {
    const labels = async (search: string) => (await listed(search)).sorts.map(({ label }) => label);

    expect(await labels('')).toEqual(['Trust', 'Price', 'Name', 'Newest']);
    expect(await labels('query=rain')).toEqual(['Best match', 'Trust', 'Price', 'Name', 'Newest']);
  });

  it('shows the one that a sentence asks for', async () => {
    const { sorts } = await listed('query=cheapest weather');

    expect(sorts.find(({ isCurrent }) => isCurrent)?.label).toBe('Price');
  });
});

it('asks nothing of the catalog when it cannot read what is asked', async () => {
  expect(await listed('maxPricePerRequest=cheap')).toMatchObject({ total: 0, rows: [], facets: [] });
});
