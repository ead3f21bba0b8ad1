import { describe, expect, it, vi } from 'vitest';
import { noFacts } from '../../../../src/domain/facts.ts';
import { anApi, request } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf, servicesOf } from '../../../fixtures/bodies.ts';
import { anMpp } from '../../../fixtures/rail-challenges.ts';
import { wallet } from '../../../fixtures/registrations.ts';
import { anEntry } from '../../../fixtures/services.ts';

const on = (network: string) => ({ paymentAddress: wallet, network });
const at = (pricePerRequest: string, currency = 'USDC') => ({ currency, pricePerRequest });

const rain = anEntry(
  {
    name: 'Rain Radar',
    endpoint: 'https://rain.example.com',
    pricing: { ...at('0.10'), freeQuota: 5 },
    x402Config: on('base'),
  },
  {
    status: 'verified',
    trustScore: 80,
    uptimeScore: 99.5,
    lastChecked: '2026-01-31T11:00:00.000Z',
    txCount: 3,
    totalRevenue: 0.3,
    chains: ['polygon'],
  },
);
const snow = anEntry(
  {
    name: 'Snow Depth',
    endpoint: 'https://snow.example.com',
    pricing: at('0.1'),
    x402Config: on('base-sepolia'),
  },
  { status: 'inactive', trustScore: 20 },
);
const maps = anEntry(
  {
    name: 'Maps',
    endpoint: 'https://maps.example.com',
    category: 'maps-geolocation',
    pricing: at('0.100000000000000001', 'EURC'),
    x402Config: on('eip155:480'),
  },
  { trustScore: 50, facts: { ...noFacts, rails: [anMpp] } },
);
const chat = anEntry({
  name: 'chat',
  endpoint: 'https://chat.example.com',
  category: 'ai-inference',
  pricing: at('9'),
  x402Config: on('eip155:424242'),
});

const api = anApi({ entries: [rain, snow, maps, chat] });
const get = (search: string): Promise<Response> => request(api, `/api/services${search}`);
const names = async (search: string): Promise<string[]> =>
  (await servicesOf(await get(search))).map(({ name }) => name);

/** Drops the index of a value from a pointer: naming the list is enough, naming the value is allowed. */
const withoutIndex = (fault: string): string => fault.replace(/\/\d+ /, ' ');

describe('a filter with too many values', () => {
  it.each(['category', 'chain'])('is refused with 400 and named: %s', async (name) => {
    const values = Array.from({ length: 51 }, (_, i) => `v${String(i)}`).join();
    const api = anApi();

    expect((await request(api, `/api/services?${name}=${values}`)).status).toBe(400);
    expect((await request(api, `/api/services?${name}=${values.slice(0, -4)}`)).status).toBe(200);
  });
});

describe('GET /api/services', () => {
  it('returns services with exactly their twelve fields, in order', async () => {
    const [service] = JSON.parse(await (await get('')).text()) as object[];

    expect(Object.entries(service ?? {})).toEqual([
      ['id', rain.declared.id],
      ['name', 'Rain Radar'],
      ['description', 'Precipitation for the next two hours.'],
      ['endpoint', 'https://rain.example.com'],
      ['category', 'weather-environment'],
      ['pricing', { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 5 }],
      ['x402Config', { paymentAddress: wallet, network: 'base' }],
      ['trustScore', 80],
      ['status', 'verified'],
      ['supportedChains', ['base', 'polygon']],
      ['createdAt', '2026-01-31T12:00:00.000Z'],
      ['updatedAt', '2026-01-31T12:00:00.000Z'],
    ]);
  });

  it('omits freeQuota when it was not declared', async () => {
    const [service] = await servicesOf(await get('?query=snow'));

    expect(service?.pricing).toEqual({ currency: 'USDC', pricePerRequest: '0.1' });
  });

  it.each([
    ['', ['Rain Radar', 'Maps', 'Snow Depth', 'chat']],
    ['?category=weather-environment', ['Rain Radar', 'Snow Depth']],
    ['?category=weather-environment&category=ai-inference', ['Rain Radar', 'Snow Depth', 'chat']],
    ['?category=weather-environment,ai-inference', ['Rain Radar', 'Snow Depth', 'chat']],
    [
      '?category=weather-environment,%20ai-inference&category=maps-geolocation',
      ['Rain Radar', 'Maps', 'Snow Depth', 'chat'],
    ],
    ['?category=no-such-category', []],
    ['?chain=base', ['Rain Radar']],
    ['?chain=BASE', ['Rain Radar']],
    ['?chain=eip155:8453', ['Rain Radar']],
    ['?chain=base,base-sepolia', ['Rain Radar', 'Snow Depth']],
    ['?chain=Base-Sepolia&chain=eip155%3A480', ['Maps', 'Snow Depth']],
    ['?chain=eip155:424242', ['chat']],
    ['?chain=no-such-chain', []],
    ['?status=verified', ['Rain Radar']],
    ['?status=verified,inactive', ['Rain Radar', 'Snow Depth']],
    ['?status=unverified&status=inactive', ['Maps', 'Snow Depth', 'chat']],
    ['?state=verified', ['Rain Radar']],
    ['?state=down&state=unchecked', ['Maps', 'Snow Depth', 'chat']],
    ['?state=verified,down&status=inactive', ['Snow Depth']],
    ['?state=price_differs', []],
    ['?rail=mpp', ['Maps']],
    ['?rail=l402,mpp&state=unchecked', ['Maps']],
    ['?rail=x402&rail=card', []],
    ['?maxPricePerRequest=0.1', ['Rain Radar', 'Snow Depth']],
    ['?minPricePerRequest=0.100000000000000001', ['Maps', 'chat']],
    ['?minPricePerRequest=0.1&maxPricePerRequest=0.10', ['Rain Radar', 'Snow Depth']],
    ['?mainnet=true', ['Rain Radar', 'Maps', 'chat']],
    ['?freeQuota=true', ['Rain Radar']],
    ['?minUptime=1', ['Rain Radar']],
    ['?paid=true', ['Rain Radar']],
    ['?currency=EURC', ['Maps']],
    ['?query=rain', ['Rain Radar']],
    ['?query=xyzzy', []],
    ['?query=weather&sortBy=name', ['Rain Radar', 'Snow Depth']],
    [
      '?category=weather-environment&chain=base&status=verified&maxPricePerRequest=0.1&currency=USDC&query=rain',
      ['Rain Radar'],
    ],
    ['?category=weather-environment&status=unverified', []],
    ['?sortBy=price', ['Rain Radar', 'Snow Depth', 'Maps', 'chat']],
    ['?sortBy=price&sortOrder=desc', ['chat', 'Maps', 'Rain Radar', 'Snow Depth']],
    ['?sortBy=name', ['chat', 'Maps', 'Rain Radar', 'Snow Depth']],
    ['?sortBy=name&sortOrder=desc', ['Snow Depth', 'Rain Radar', 'Maps', 'chat']],
    ['?sortBy=trustScore', ['Rain Radar', 'Maps', 'Snow Depth', 'chat']],
    ['?sortBy=trustScore&sortOrder=asc', ['chat', 'Snow Depth', 'Maps', 'Rain Radar']],
    ['?sortOrder=asc', ['chat', 'Snow Depth', 'Maps', 'Rain Radar']],
    ['?limit=2', ['Rain Radar', 'Maps']],
    ['?limit=2&offset=1', ['Maps', 'Snow Depth']],
    ['?offset=4', []],
    ['?offset=999999999999999', []],
    ['?_=1&utm_source=news', ['Rain Radar', 'Maps', 'Snow Depth', 'chat']],
  ])('%s returns %j', async (search, expected) => {
    const response = await get(search);

    expect(response.status).toBe(200);
    expect((await servicesOf(response)).map(({ name }) => name)).toEqual(expected);
  });

  it.each([
    ['?limit=0', '/limit limit_invalid'],
    ['?limit=101', '/limit limit_invalid'],
    ['?limit=-1', '/limit limit_invalid'],
    ['?limit=%2B5', '/limit limit_invalid'],
    ['?limit=1.5', '/limit limit_invalid'],
    ['?limit=1e1', '/limit limit_invalid'],
    ['?limit=0x10', '/limit limit_invalid'],
    ['?limit=ten', '/limit limit_invalid'],
    ['?limit=%2010', '/limit limit_invalid'],
    ['?limit=NaN', '/limit limit_invalid'],
    ['?limit=99999999999999999999', '/limit limit_invalid'],
    ['?limit=5&limit=5', '/limit given_twice'],
    ['?offset=-1', '/offset offset_invalid'],
    ['?offset=1.5', '/offset offset_invalid'],
    ['?offset=x', '/offset offset_invalid'],
    ['?offset=99999999999999999999', '/offset offset_invalid'],
    ['?offset=1&offset=2', '/offset given_twice'],
    ['?status=broken', '/status not_in_list'],
    ['?status=Verified', '/status not_in_list'],
    ['?status=verified,broken', '/status not_in_list'],
    ['?rail=cash', '/rail not_in_list'],
    ['?sortBy=age', '/sortBy not_in_list'],
    ['?sortBy=Price', '/sortBy not_in_list'],
    ['?sortOrder=up', '/sortOrder not_in_list'],
    ['?sortBy=price&sortOrder=ASC', '/sortOrder not_in_list'],
    ['?maxPricePerRequest=cheap', '/maxPricePerRequest price_not_decimal'],
    ['?maxPricePerRequest=-1', '/maxPricePerRequest price_not_decimal'],
    ['?maxPricePerRequest=1e3', '/maxPricePerRequest price_not_decimal'],
    ['?maxPricePerRequest=.5', '/maxPricePerRequest price_not_decimal'],
    ['?maxPricePerRequest=1&maxPricePerRequest=2', '/maxPricePerRequest given_twice'],
    ['?currency=usdc', '/currency currency_invalid'],
    [`?query=${'a'.repeat(501)}`, '/query query_too_long'],
    ['?query=%ff', '/query not_utf8'],
    ['?query=a&query=b', '/query given_twice'],
  ])('refuses %s, naming the parameter: %s', async (search, fault) => {
    const response = await get(search);

    expect(response.status).toBe(400);
    expect((await faultsOf(response)).map(withoutIndex)).toEqual([fault]);
  });

  it('names every malformed parameter at once', async () => {
    const faults = await faultsOf(await get('?limit=0&offset=-1&sortBy=x&status=y&state=w&currency=z'));

    expect(faults.map((fault) => withoutIndex(fault).split(' ')[0]).sort()).toEqual([
      '/currency',
      '/limit',
      '/offset',
      '/sortBy',
      '/state',
      '/status',
    ]);
  });

  it('says in the detail which parameter, which value and which rule', async () => {
    const { errors } = await problemOf(await get('?limit=500'));

    expect(errors?.[0]?.detail).toBe(
      'limit "500" is not a whole number from 1 to 100; ask for further pages to get more',
    );
  });

  it('returns twenty services by default and a hundred at most', async () => {
    const many = anApi({
      entries: Array.from({ length: 120 }, (_, i) =>
        anEntry({ endpoint: `https://api${String(i)}.example.com` }),
      ),
    });

    expect(await servicesOf(await request(many, '/api/services'))).toHaveLength(20);
    expect(await servicesOf(await request(many, '/api/services?limit=100'))).toHaveLength(100);
  });

  it('returns an empty list for an empty catalog', async () => {
    const response = await request(anApi(), '/api/services');

    expect(response.headers.get('x-total-count')).toBe('0');
    expect(await response.text()).toBe('[]');
  });
});

describe('X-Total-Count and Link', () => {
  const pageOf = (response: Response, rel: string): string | undefined =>
    new RegExp(`<([^>]*)>; rel="${rel}"`).exec(response.headers.get('link') ?? '')?.[1];

  it.each([
    ['', '4'],
    ['?limit=1', '4'],
    ['?limit=1&offset=3', '4'],
    ['?offset=50', '4'],
    ['?category=weather-environment&limit=1', '2'],
    ['?query=xyzzy', '0'],
  ])('%s counts %s matches on all pages', async (search, total) => {
    expect((await get(search)).headers.get('x-total-count')).toBe(total);
  });

  it('lead from the first page to the last, through every match once', async () => {
    const visited: string[] = [];
    let path: string | undefined =
      '/api/services?sortBy=name&limit=1&category=weather-environment,maps-geolocation&_kept=1';

    while (path !== undefined) {
      const response = await request(api, path);
      visited.push(...(await servicesOf(response)).map(({ name }) => name));
      path = pageOf(response, 'next');
    }
    expect(visited).toEqual(['Maps', 'Rain Radar', 'Snow Depth']);
  });

  it.each([
    ['?limit=2', { first: 0, prev: undefined, next: 2, last: 2 }],
    ['?limit=2&offset=2', { first: 0, prev: 0, next: undefined, last: 2 }],
    ['?limit=2&offset=1', { first: 0, prev: 0, next: 3, last: 2 }],
    ['?limit=3', { first: 0, prev: undefined, next: 3, last: 3 }],
    ['?limit=4', { first: 0, prev: undefined, next: undefined, last: 0 }],
    ['?limit=2&offset=99', { first: 0, prev: 2, next: undefined, last: 2 }],
    ['?query=xyzzy', { first: 0, prev: undefined, next: undefined, last: 0 }],
  ])('of %s point to the offsets %j', async (search, expected) => {
    const response = await get(search);
    const offset = (rel: string): number | undefined => {
      const path = pageOf(response, rel);
      return path === undefined ? undefined : Number(new URLSearchParams(path.split('?')[1]).get('offset'));
    };

    expect({
      first: offset('first'),
      prev: offset('prev'),
      next: offset('next'),
      last: offset('last'),
    }).toEqual(expected);
  });

  it('keep the parameters of the request', async () => {
    const path = pageOf(await get('?query=weather&status=verified,inactive&limit=1'), 'next') ?? '';

    expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
      query: 'weather',
      status: 'inactive,verified',
      limit: '1',
      offset: '1',
    });
  });

  it('contain nothing that could break out of the header', async () => {
    const link =
      (await get('?limit=1&_x=%0d%0aSet-Cookie:%20a&_y=%3E%3B%20rel%3D%22evil%22')).headers.get('link') ?? '';

    expect(link).not.toMatch(/[\r\n]/);
    expect(link.match(/rel="[^"]*"/g)).toEqual(['rel="first"', 'rel="next"', 'rel="last"']);
  });
});

describe('GET /api/services/:id', () => {
  it('returns the same body as the list', async () => {
    const response = await get(`/${rain.declared.id}`);
    const [first] = JSON.parse(await (await get('')).text()) as object[];

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(JSON.stringify(first));
  });

  it.each([
    'unknown',
    'rain-radar-00000000',
    'RAIN',
    '__proto__',
    'constructor',
    '%00',
    '%zz',
    '%ff',
    'a'.repeat(5000),
    '*',
    'search',
  ])('answers 404 to %s', async (id) => {
    const response = await get(`/${id}`);

    expect(response.status).toBe(404);
    expect(await codeOf(response)).toBe('service_unknown');
  });

  it('distinguishes upper and lower case in ids', async () => {
    expect((await get(`/${rain.declared.id.toUpperCase()}`)).status).toBe(404);
  });
});

describe('GET /api/services/:id/status', () => {
  it('returns exactly the seven fields', async () => {
    const response = await get(`/${rain.declared.id}/status`);

    expect(response.status).toBe(200);
    expect(Object.entries(JSON.parse(await response.text()) as object)).toEqual([
      ['id', rain.declared.id],
      ['trustScore', 80],
      ['status', 'verified'],
      ['uptimeScore', 99.5],
      ['lastChecked', '2026-01-31T11:00:00.000Z'],
      ['txCount', 3],
      ['totalRevenue', 0.3],
    ]);
  });

  it('answers 404 to an unknown id', async () => {
    const response = await get('/unknown/status');

    expect(response.status).toBe(404);
    expect(await codeOf(response)).toBe('service_unknown');
  });
});

describe('an answer', () => {
  it('is never cached for another request, whatever its parameters are named', async () => {
    const fresh = anApi({ entries: [rain, snow] });
    const paths = [
      '/api/services?export',
      '/api/export',
      '/api/services?categories',
      '/api/categories',
      '/api/services?service',
      `/api/services/${rain.declared.id}`,
    ];
    const alone = await Promise.all(
      paths.map(async (path) => (await request(anApi({ entries: [rain, snow] }), path)).text()),
    );

    for (const order of [paths, paths.toReversed()]) {
      for (const path of order) await request(fresh, path);
    }
    const after = await Promise.all(paths.map(async (path) => (await request(fresh, path)).text()));
    expect(after).toEqual(alone);
  });

  it.each([
    ['?query=rain&limit=5', '?limit=5&query=rain'],
    ['?query=rain%20radar', '?query=rain+radar'],
    ['?query=rain', '?qu%65ry=r%61in'],
    ['?status=verified&status=inactive', '?status=inactive&status=verified'],
    ['?status=verified,inactive', '?status=inactive,verified'],
    ['', '?query=&category=,&_=1'],
  ])('is made once for the same question in two spellings: %s and %s', async (one, other) => {
    const api = anApi({ entries: [rain, snow] });
    const list = vi.spyOn(api.store.search, 'list');
    const answers = [await request(api, `/api/services${one}`), await request(api, `/api/services${other}`)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));

    expect(second).toBe(first);
    expect(answers[1]?.headers.get('link')).toBe(answers[0]?.headers.get('link'));
    expect(list).toHaveBeenCalledTimes(1);
  });

  it('never comes from an earlier catalog', async () => {
    const own = anApi({ entries: [rain] });
    expect(await (await request(own, '/api/services?query=snow')).text()).toBe('[]');
    await own.store.publish(
      { put: [snow.declared], removed: [], buried: [] },
      { commit: 'd'.repeat(40), changedAt: '2026-01-31T12:00:00.000Z' },
    );

    expect(await servicesOf(await request(own, '/api/services?query=snow'))).toHaveLength(1);
  });

  it('stays the same while the list is requested in a thousand ways', async () => {
    for (let i = 0; i < 1100; i += 1) await get(`?limit=1&_nonce=${String(i)}`);

    expect(await names('?limit=1&_nonce=1')).toEqual(['Rain Radar']);
    expect(await names('?limit=1&_nonce=1099')).toEqual(['Rain Radar']);
  });
});

describe('the services of a host, and those that a wallet is paid for,', () => {
  const other = `0x${'b'.repeat(40)}`;
  const further = { facts: { ...noFacts, furtherPayees: [`eip155:${other}`, 'solana:Abc'] } };
  const hail = anEntry({ name: 'Hail', endpoint: 'https://rain.example.com:8443/hail' }, further);
  const grouped = anApi({ entries: [rain, snow, hail] });
  const found = async (search: string): Promise<string[]> =>
    (await servicesOf(await request(grouped, `/api/services${search}`))).map(({ name }) => name).sort();

  it.each([
    ['?host=rain.example.com', ['Hail', 'Rain Radar']],
    ['?host=RAIN.Example.COM.', ['Hail', 'Rain Radar']],
    ['?host=rain.example.com&status=verified', ['Rain Radar']],
    ['?host=none.example.com', []],
    [`?payTo=${wallet.toLowerCase()}`, ['Hail', 'Rain Radar', 'Snow Depth']],
    [`?payTo=${other.toUpperCase().replace('0X', '0x')}`, ['Hail']],
    ['?payTo=Abc', ['Hail']],
    ['?payTo=abc', []],
    [`?payTo=${wallet}&host=snow.example.com`, ['Snow Depth']],
  ])('are found by %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it.each([
    ['?host=rain.example.com:8443', 'host_invalid'],
    ['?host=https://rain.example.com/', 'host_invalid'],
    ['?host=a%00b', 'host_invalid'],
    [`?host=${'a'.repeat(254)}`, 'host_invalid'],
    ['?payTo=a%20b', 'pay_to_invalid'],
    [`?payTo=${'a'.repeat(129)}`, 'pay_to_invalid'],
  ])('cannot be asked for by %s', async (search, code) => {
    const response = await request(grouped, `/api/services${search}`);

    expect(response.status).toBe(400);
    expect((await faultsOf(response)).join()).toContain(code);
  });

  it('are counted by the facets', async () => {
    const facets: unknown = await (await request(grouped, '/api/facets?host=rain.example.com')).json();

    expect(facets).toMatchObject({ total: 2 });
  });
});

describe('the fields of an answer', () => {
  const keysOf = async (answer: Response): Promise<string[]> =>
    Object.keys([JSON.parse(await answer.text())].flat()[0] as object);

  it.each([
    '?query=rain&fields=name,id',
    '?query=rain&fields=name&fields=id',
    `/${rain.declared.id}?fields=name,id`,
  ])('are those that %s names, in the usual order', async (search) => {
    expect(await keysOf(await get(search))).toEqual(['id', 'name']);
  });

  it.each(['?query=rain', '?query=rain&fields=', `/${rain.declared.id}`, `/${rain.declared.id}?fields=`])(
    'are all twelve for %s',
    async (search) => {
      expect(await keysOf(await get(search))).toHaveLength(12);
    },
  );

  it.each(['?fields=name,prize', `/${rain.declared.id}?fields=__proto__`])(
    'are refused in %s',
    async (search) => {
      const answer = await get(search);

      expect(answer.status).toBe(400);
      expect((await problemOf(answer)).errors?.[0]?.detail).toContain('is not one of id, name,');
    },
  );

  it('are named in the links to other pages', async () => {
    expect((await get('?fields=id&limit=1')).headers.get('link')).toContain('limit=1&fields=id&offset=1');
  });
});
