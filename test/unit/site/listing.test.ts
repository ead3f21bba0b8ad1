import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findsAnything, listing } from '../../../src/site/catalog-listing.ts';
import { readSearch } from '../../../src/site/search-request.ts';
import { anEntry } from '../../fixtures/services.ts';
import { anEntryFound, aPaidEntry, catalogOf } from '../../fixtures/site-catalog.ts';

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

const mixed = catalogOf([
  service('Smudge Reader', '0.002', 'base', 'OCR for scans and phone photos.'),
  service('Fernbrush', '0.01', 'base', 'Image generation from a prompt, one PNG for each request.'),
  service('Nine Vectors', '0.002', 'base', 'Turns passages into embeddings.'),
  service('How Are You', '0.001', 'solana', 'A diary that asks how you are doing, and where you are.'),
  service('Rain Radar', '0.001', 'base', 'Hourly weather forecast for any city.'),
  service('Storm Watch', '0.01', 'solana', 'Weather warnings before a storm.'),
]);

/** One service in each of three states. */
const checked = catalogOf([
  anEntryFound('verified', { name: 'Fine', endpoint: 'https://fine.example.com' }),
  anEntryFound('price_mismatch', { name: 'Dear', endpoint: 'https://dear.example.com' }, 'verified'),
  anEntryFound('unreachable', { name: 'Gone', endpoint: 'https://gone.example.com' }, 'inactive'),
]);

const searched = (of: typeof catalog, search: ConstructorParameters<typeof URLSearchParams>[0] = '') =>
  listing(of, readSearch(new URLSearchParams(search)));
const listed = (search: string) => searched(catalog, search);
const names = async (search: string): Promise<string[]> =>
  (await listed(search)).rows.map(({ name }) => name).sort();

describe('a sentence', () => {
  it('filters by what it demands, and shows each demand as a chip', async () => {
    const { chips } = await listed('query=weather under $0.01 on base');

    expect(await names('query=weather under $0.01 on base')).toEqual(['Rain Radar']);
    expect(chips.map(({ label, isUnderstood }) => [label, isUnderstood])).toEqual([
      ['under $0.01', true],
      ['on Base', true],
      ['Weather & Environment', true],
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
    const { rows, chips } = await searched(bureaus, { query: `weather ${limit}` });

    expect(rows.map(({ name }) => name).sort()).toEqual(found);
    expect(chips.map((chip) => chip.label)).toEqual([label, 'Weather & Environment']);
  });

  it('drops a demand when the visitor removes its chip', async () => {
    const { chips } = await listed('query=weather under $0.01 on base');
    const [, , search = ''] = /^(\/search)\?(.*)$/.exec(chips[1]?.href ?? '') ?? [];

    expect(await names(search)).toEqual(['Rain Radar', 'Snow Depth']);
  });

  it('finds nothing when it is a greeting', async () => {
    const { total, facets } = await searched(mixed, { query: 'hello there, how are you' });

    expect(total).toBe(0);
    expect(facets.flatMap(({ links }) => links)).toEqual([]);
    expect(await findsAnything('hello there, how are you', mixed)).toBe(false);
    expect(await findsAnything('weather under $0.01 on base', mixed)).toBe(true);
  });

  it('counts facets among what it finds', async () => {
    const { facets, total } = await searched(mixed, { query: 'will it rain or storm, at most 0.05' });
    const count = (name: string): number =>
      (facets.find((group) => group.name === name)?.links ?? [])
        .filter(({ label }) => label !== 'Mainnet only')
        .reduce((sum, link) => sum + link.count, 0);

    expect(total).toBe(2);
    expect(count('Network')).toBe(2);
    expect(count('Category')).toBe(2);
  });

  it('gives way to a filter that the visitor chose', async () => {
    expect(await names('query=weather on base&chain=solana')).toEqual(['Snow Depth']);
  });

  it('gives way to an order that the visitor chose, in its default direction', async () => {
    const { rows } = await listed('query=most expensive weather&sortBy=name');

    expect(rows.map(({ name }) => name)).toEqual(['Rain Radar', 'Snow Depth', 'Storm Watch']);
  });
});

describe('filters', () => {
  it('appear as chips, each with a link that removes it', async () => {
    const { chips } = await listed('chain=base&status=unverified&maxPricePerRequest=0.005');

    expect(chips.map(({ label, href }) => [label, href])).toEqual([
      ['Base', '/search?status=unverified&maxPricePerRequest=0.005'],
      ['Unverified', '/search?chain=base&maxPricePerRequest=0.005'],
      ['at most 0.005', '/search?chain=base&status=unverified'],
    ]);
  });

  it('show the number of services that each would leave', async () => {
    const { facets } = await listed('chain=base');
    const links = new Map(facets.flatMap((group) => group.links.map((link) => [link.label, link])));

    expect(links.get('Base')).toMatchObject({ count: 3, isChosen: true, href: '/services/' });
    expect(links.get('Solana')).toMatchObject({ count: 1, isChosen: false });
    expect(links.get('at most 0.001')?.count).toBe(1);
    expect(links.get('at most 0.01')?.count).toBe(3);
  });
});

describe('the filter for paid services', () => {
  const some = catalogOf([
    aPaidEntry({}, { name: 'Paid' }),
    aPaidEntry({ txCount: 0 }, { name: 'Unpaid' }),
    anEntry({ name: 'Uncounted' }),
  ]);
  const listedWith = (search: string) => searched(some, search);

  it('leaves those with a payment, and counts them', async () => {
    const all = await listedWith('');
    const link = all.facets.find(({ name }) => name === 'Payments')?.links[0];
    const { rows, chips } = await listedWith('paid=true');

    expect(link).toMatchObject({ label: 'Paid for', count: 1, href: '/search?paid=true', isChosen: false });
    expect(rows.map(({ name }) => name)).toEqual(['Paid']);
    expect(chips).toEqual([{ label: 'Paid for', href: '/services/', isUnderstood: false }]);
  });

  it('is not offered where nothing was paid', async () => {
    expect((await listed('')).facets.map(({ name }) => name)).not.toContain('Payments');
  });
});

describe('the order', () => {
  it('is by trust by default, and by relevance with a search text', async () => {
    const labels = async (search: string) => (await listed(search)).sorts.map(({ label }) => label);

    expect(await labels('')).toEqual(['Trust', 'Price', 'Name', 'Newest']);
    expect(await labels('query=rain')).toEqual(['Best match', 'Trust', 'Price', 'Name', 'Newest']);
  });

  it('may be by payments where a service was paid: most payments first, then by trust', async () => {
    const paid = (name: string, txCount: number, trustScore: number) =>
      aPaidEntry({ txCount }, { name, endpoint: `https://${name}.example.com` }, { trustScore });
    const some = catalogOf([
      paid('a', 0, 90),
      paid('b', 3, 0),
      paid('c', 12, 10),
      paid('d', 3, 50),
      paid('e', 0, 95),
    ]);
    const inOrder = await searched(some, 'sortBy=payments');

    expect(inOrder.rows.map(({ name }) => name)).toEqual(['c', 'd', 'b', 'e', 'a']);
    expect(inOrder.sorts.map(({ label, isCurrent }) => [label, isCurrent])).toContainEqual([
      'Payments',
      true,
    ]);
    expect((await searched(some)).sorts.at(-1)?.label).toBe('Payments');
  });

  it('marks the order that a sentence asks for', async () => {
    const { sorts } = await listed('query=cheapest weather');

    expect(sorts.find(({ isCurrent }) => isCurrent)?.label).toBe('Price');
  });
});

describe('the parameter q', () => {
  it.each(['weather under $0.01 on base', 'weather', 'on solana'])(
    'means the same as query, with other parameters too: %s',
    async (text) => {
      const asked = (name: string) =>
        listed(`${new URLSearchParams({ [name]: text }).toString()}&status=unverified&ignore=chain&page=1`);

      expect(await asked('q')).toEqual(await asked('query'));
      expect((await asked('q')).total).toBeGreaterThan(0);
    },
  );

  it('is written as query in all links', async () => {
    const { chips, sorts, facets } = await listed('q=weather under $0.01 on base&status=unverified');
    const links = [...chips, ...sorts, ...facets.flatMap((group) => group.links)].map(({ href }) => href);

    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toMatch(/^\/search\?query=weather/);
  });
});

describe('a filter that is not valid', () => {
  it('is left out of the search and of every link, and stays as it was typed', async () => {
    const list = await listed('query=weather&chain=solana&maxPricePerRequest=cheap');
    const links = [...list.chips, ...list.sorts, ...list.facets.flatMap((group) => group.links)];

    expect(list.rows.map(({ name }) => name)).toEqual(['Snow Depth']);
    expect(list.request.values.maxPricePerRequest).toBe('cheap');
    expect(list.request.problems.map(({ pointer }) => pointer)).toEqual(['/maxPricePerRequest']);
    expect(list.request.problems[0]?.detail).toContain('"cheap" is not a plain decimal');
    expect(links.length).toBeGreaterThan(5);
    for (const { href } of links) expect(href).not.toContain('cheap');
  });

  it('may be a range without any price, of which both ends are left out', async () => {
    const list = await listed('minPricePerRequest=0.5&maxPricePerRequest=0.1');

    expect(list.total).toBe(4);
    expect(list.chips).toEqual([]);
    expect(list.request.problems.map(({ detail }) => detail)).toEqual([
      'The lowest price 0.5 is above the highest price 0.1, so no price fits. Swap the two, or leave one empty.',
    ]);
  });

  it('does not take the valid values of its list along', async () => {
    expect((await listed('status=verified,good')).chips.map(({ label }) => label)).toEqual(['Verified']);
  });
});

describe('what a text is about', () => {
  const found = async (search: Record<string, string>) => {
    const list = await searched(mixed, search);
    return { ...list, names: list.rows.map(({ name }) => name) };
  };

  it('is shown as chips, each with a link that searches without it', async () => {
    const { chips } = await found({ query: 'photo to text on base' });

    expect(chips.map(({ label, href }) => [label, new URLSearchParams(href.slice(7)).get('ignore')])).toEqual(
      [
        ['on Base', 'chain'],
        ['ocr', 'about:ocr'],
        ['AI Inference & Agents', 'category'],
      ],
    );
  });

  it('is not looked for any more when it is removed, as a demand', async () => {
    const query = 'photo to text on base';
    const with_ = await found({ query });
    const without = await found({ query, ignore: 'about:ocr' });

    expect(with_.names[0]).toBe('Smudge Reader');
    expect(without.names).toEqual((await found({ query: 'on base' })).names);
    expect(without.chips.map(({ label }) => label)).toEqual(['on Base']);
  });

  it('can be removed from keywords, too, and leaves the others', async () => {
    const without = await found({ query: 'weather ocr', ignore: 'about:ocr' });

    expect(without.names).toEqual((await found({ query: 'weather' })).names);
  });

  it('does not raise the services of a category that was removed', async () => {
    const reading = await mixed.understand('weather', { category: true });

    expect((await mixed.understand('weather')).wanted?.boosts.size).toBeGreaterThan(0);
    expect(reading.wanted?.boosts.size).toBe(0);
    expect(reading.category).toBeUndefined();
  });

  it('is not told from half a word', async () => {
    expect((await found({ query: 'transla' })).chips).toEqual([]);
    expect((await found({ query: 'translate' })).chips).not.toEqual([]);
  });

  it('is no news where the visitor chose a category', async () => {
    const { chips } = await found({ query: 'weather', category: 'weather-environment' });

    expect(chips.map(({ isUnderstood }) => isUnderstood)).toEqual([false]);
  });
});

describe('rows of a text', () => {
  const why = async (query: string) =>
    (await searched(mixed, { query })).rows.map(({ name, why: text }) => [name, text]);

  it('say what of it they have', async () => {
    expect(await why('weather forecasts')).toContainEqual(['Rain Radar', 'Matches “weather”, “forecast”']);
    expect(await why('photo to text')).toContainEqual(['Smudge Reader', 'Matches “photos” · about ocr']);
    expect(await why('embeddi')).toEqual([['Nine Vectors', 'Matches “embeddings”']]);
  });

  it('say nothing without one', async () => {
    const { rows } = await searched(mixed, 'chain=base');

    expect(rows.map((row) => row.why)).toEqual(rows.map(() => undefined));
  });
});

describe('further filters', () => {
  const { uptimeScore: _, ...seen } = anEntry().observed;
  const some = catalogOf([
    anEntry(
      { name: 'Steady', pricing: { currency: 'USDC', pricePerRequest: '0.01', freeQuota: 5 } },
      { ...seen, uptimeScore: 99.2 },
    ),
    anEntry(
      { name: 'Shaky', endpoint: 'https://b.example.com', x402Config: { ...x402Config, network: 'base' } },
      { uptimeScore: 96 },
    ),
    anEntry({
      name: 'Euro',
      endpoint: 'https://c.example.com',
      pricing: { currency: 'EURC', pricePerRequest: '0.2' },
    }),
  ]);

  it.each([
    ['minUptime=99', ['Steady'], 'Uptime 99 % or more'],
    ['minUptime=95', ['Shaky', 'Steady'], 'Uptime 95 % or more'],
    ['mainnet=true', ['Shaky'], 'Mainnet only'],
    ['freeQuota=true', ['Steady'], 'Some requests free'],
    ['currency=eurc', ['Euro'], 'paid in EURC'],
    ['minPricePerRequest=$0.01', ['Euro', 'Steady'], 'at least 0.01'],
  ])('%s leaves %j, and is shown as a chip that removes it', async (search, names, label) => {
    const { rows, chips } = await searched(some, search);

    expect(rows.map(({ name }) => name).sort()).toEqual(names);
    expect(chips).toEqual([{ label, href: '/services/', isUnderstood: false }]);
  });

  it('are offered with the number of services that each would leave', async () => {
    const { facets } = await searched(some);
    const links = new Map(facets.flatMap((group) => group.links.map((link) => [link.label, link])));

    expect(
      ['99 % or more', '95 % or more', 'Mainnet only', 'Some requests free', 'EURC'].map((label) => [
        links.get(label)?.count,
        links.get(label)?.href,
      ]),
    ).toEqual([
      [1, '/search?minUptime=99'],
      [2, '/search?minUptime=95'],
      [1, '/search?mainnet=true'],
      [1, '/search?freeQuota=true'],
      [1, '/search?currency=EURC'],
    ]);
  });
});

describe('states', () => {
  const found = async (search: string) => {
    const { rows, chips, facets } = await searched(checked, search);
    return { names: rows.map(({ name }) => name).sort(), chips, facets };
  };

  it('are a filter with the number of services in each', async () => {
    const { facets } = await found('');

    expect(facets[0]).toMatchObject({
      name: 'Status',
      links: [
        { label: 'Verified', count: 1, href: '/search?state=verified' },
        { label: 'Price differs', count: 1, href: '/search?state=price_differs' },
        { label: 'Down', count: 1, href: '/search?state=down' },
      ],
    });
  });

  it('are found by the link of their filter, with a chip that removes it', async () => {
    const { names, chips } = await found('state=price_differs,down');

    expect(names).toEqual(['Dear', 'Gone']);
    expect(chips.map(({ label, href }) => [label, href])).toEqual([
      ['Price differs', '/search?state=down'],
      ['Down', '/search?state=price_differs'],
    ]);
  });

  it('stand behind the statuses of old links, which lag behind', async () => {
    expect((await found('status=verified')).names).toEqual(['Fine']);
    expect((await found('status=unverified')).names).toEqual(['Dear']);
    expect((await found('status=inactive&state=verified')).names).toEqual(['Fine', 'Gone']);
  });

  it('decide what a sentence means by verified', async () => {
    expect((await found('query=verified services, cheapest first')).names).toEqual(['Fine']);
  });

  it('are refused by name when there is no such state', () => {
    expect(readSearch(new URLSearchParams('state=fine')).problems.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('state cannot be "fine"'),
    ]);
  });
});

describe('a host with many services that fit', () => {
  const many = Array.from({ length: 30 }, (_, i) =>
    anEntry({ name: `Tide ${String(i)}`, endpoint: `https://many.example.com/${String(i)}` }),
  );
  const few = Array.from({ length: 9 }, (_, i) =>
    anEntry({ name: `Tide of port ${String(i)}`, endpoint: `https://port${String(i)}.example.com` }),
  );
  const page = (query: string) =>
    listing(catalogOf([...many, ...few]), readSearch(new URLSearchParams(query)));

  it('gets two of the first ten places while others fit nearly as well', async () => {
    const { rows } = await page('query=tide');

    expect(rows.slice(0, 10).filter(({ address }) => address.includes('many.example.com'))).toHaveLength(2);
  });

  it('says at its last row how many more it has', async () => {
    const { rows } = await page('query=tide');
    const own = rows.filter(({ address }) => address.includes('many.example.com'));

    expect(own.at(-1)?.further).toEqual({ count: 30 - own.length, path: '/hosts/many.example.com/' });
    expect(rows.filter(({ further }) => further)).toHaveLength(1);
    expect((await page('sortBy=name')).rows.filter(({ further }) => further)).toEqual([]);
  });
});

it('offers the first filter without which something fits', async () => {
  const cheap = anEntry({ name: 'Rain Radar', pricing: { currency: 'USDC', pricePerRequest: '0.5' } });
  const { total, nearest } = await listing(
    catalogOf([cheap]),
    readSearch(new URLSearchParams({ query: 'rain radar under $0.01' })),
  );

  expect(total).toBe(0);
  expect(nearest).toEqual({
    label: 'under $0.01',
    href: '/search?query=rain+radar+under+%240.01&ignore=price',
    total: 1,
  });
});

describe('a search that finds nothing', () => {
  const many = Array.from({ length: 40 }, (_, i) => `category=none-${String(i)}&chain=none-${String(i)}`);

  it('offers the first filter without which something is found', async () => {
    expect((await listed('category=none&maxPricePerRequest=1')).nearest).toMatchObject({
      label: 'none',
      total: 4,
    });
  });

  it('does not ask what it finds without one of several values, which is nothing', async () => {
    const list = vi.spyOn(catalog.search, 'list');
    onTestFinished(() => {
      list.mockRestore();
    });
    await listed(`${many.join('&')}&maxPricePerRequest=1`);

    expect(list.mock.calls.map(([{ maxPrice }]) => maxPrice)).toEqual(['1', undefined]);
  });
});
