import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { readResource } from '../../../src/import/read-resource.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';
import { anItem, terms } from '../../support/bazaar-source.ts';
import { caseCount } from '../../support/cases.ts';

const source = { kind: 'bazaar', url: 'https://catalog.example.com/discovery/resources' } as const;
const local = { source, assets: knownAssets, policy: { allowInsecure: true } };
const strict = { ...local, policy: { allowInsecure: false } };
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const url = 'https://rain.example.com/v1/now';

/** Terms of version 1: 0.25 USDC on Base. */
function firstTerms(overrides: object = {}): object {
  return {
    scheme: 'exact',
    network: 'base',
    maxAmountRequired: '250000',
    resource: url,
    description: 'Rain now.',
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payTo: wallet.toLowerCase(),
    maxTimeoutSeconds: 60,
    ...overrides,
  };
}

describe('an entry of another catalog', () => {
  it('gives name, description, endpoint, price, network and wallet, by version 2', () => {
    expect(readResource(anItem(url), local)).toEqual({
      name: 'Rain now',
      about: 'Rain now. Precipitation for the next two hours.',
      description: 'Precipitation for the next two hours.',
      endpoint: url,
      categories: [],
      details: {},
      terms: {
        pricing: { currency: 'USDC', pricePerRequest: '0.01' },
        x402Config: { paymentAddress: wallet, network: 'base' },
      },
      offers: [],
    });
  });

  it('gives documentation and tags that this catalog can list, and no others', () => {
    const resource = { url, description: 'Rain now.', tags: ['Rain Radar', 'rain', 'rain', 'Ünïcode'] };
    const item = anItem(url, {
      resource,
      docsUrl: 'http://rain.example.com',
      documentation: 'https://rain.example.com/docs',
    });

    expect(readResource(item, local)).toMatchObject({
      details: { docsUrl: 'https://rain.example.com/docs', tags: ['rain-radar', 'rain'] },
    });
  });

  it('reads the categories once, however many tags there are', () => {
    const readsWith = (tags: number): number => {
      let reads = 0;
      const category = { enumerable: true, get: () => ((reads += 1), 'nature') };
      const item = anItem(url, { tags: Array.from({ length: tags }, (_, at) => `tag-${String(at)}`) });
      readResource(Object.defineProperty({ ...item }, 'category', category), local);
      return reads;
    };

    expect(readsWith(1)).toBeGreaterThan(0);
    expect(readsWith(100)).toBe(readsWith(1));
  });

  it('names the wallet that clients pay where its checksum is wrong', () => {
    const item = anItem(url, { accepts: [terms({ payTo: wallet.replace('5a', '5A') })] });

    expect(readResource(item, local)).toMatchObject({ terms: { x402Config: { paymentAddress: wallet } } });
  });

  it('has the price that clients of its version pay', () => {
    const priceOf = (entry: object): unknown =>
      readResource({ resource: url, accepts: [entry], description: 'Rain now.' }, local);
    const both = { amount: '0.25', maxAmountRequired: '250000' };
    const wrong = { amount: '250000', maxAmountRequired: '9' };

    expect(priceOf(firstTerms(both))).toMatchObject({ terms: { pricing: { pricePerRequest: '0.25' } } });
    expect(priceOf(firstTerms({ ...wrong, network: 'eip155:8453' }))).toMatchObject({
      terms: { pricing: { pricePerRequest: '0.25' } },
    });
  });

  it('gives them by version 1 too, whose terms hold the description and the request', () => {
    const outputSchema = {
      input: { type: 'http', method: 'POST', bodyFields: { city: { type: 'string', required: true } } },
    };
    const item = { resource: url, type: 'http', x402Version: 1, accepts: [firstTerms({ outputSchema })] };

    const read = readResource(item, local);
    expect(read).not.toHaveProperty('name');
    expect(read).toMatchObject({
      about: 'Rain now.',
      description: 'Rain now.',
      terms: {
        pricing: { currency: 'USDC', pricePerRequest: '0.25' },
        x402Config: { paymentAddress: wallet, network: 'base' },
      },
      request: { method: 'POST' },
    });
  });

  it('has the values that version 1 writes in place of a schema as its request', () => {
    const input = { type: 'http', method: 'POST', queryParams: { days: 2 }, body: { city: 'Bergen' } };

    expect(
      readResource({ resource: url, accepts: [firstTerms({ outputSchema: { input } })] }, local),
    ).toMatchObject({ request: { method: 'POST', query: { days: '2' }, body: { city: 'Bergen' } } });
  });

  it('takes name and category from what another Tollbook says first', () => {
    const tollbook = { serviceName: 'Rain Radar', description: 'Rain.', category: 'weather-environment' };
    const item = anItem(url, { tags: ['nature'], extensions: { tollbook } });

    expect(readResource(item, local)).toMatchObject({
      name: 'Rain Radar',
      description: 'Rain.',
      categories: ['weather-environment', 'nature'],
    });
  });

  it('keeps further ways to pay as offers, each once, but no upper limits, which are no prices', () => {
    const accepts = [
      terms({ scheme: 'upto', amount: '90000' }),
      terms({ network: 'polygon', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', amount: '20000' }),
      terms(),
      terms(),
      terms({ payTo: otherWallet }),
      terms({ network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }),
    ];
    const bazaar = { info: { input: { type: 'http', method: 'GET', queryParams: { city: 'Bergen' } } } };

    const read = readResource(anItem(url, { accepts, extensions: { bazaar } }), local);
    expect(read).toMatchObject({
      terms: { pricing: { pricePerRequest: '0.02' }, x402Config: { network: 'polygon' } },
      offers: [
        { method: 'GET', network: 'base', pricing: { pricePerRequest: '0.01' } },
        { method: 'GET', network: 'base', pricing: { pricePerRequest: '0.01' }, paymentAddress: otherWallet },
      ],
      request: { method: 'GET', query: { city: 'Bergen' } },
    });
    expect(read).toHaveProperty('offers.length', 2);
    expect(read).not.toHaveProperty('offers.0.paymentAddress');
  });

  it('has no offers where nobody tells the method', () => {
    expect(
      readResource(anItem(url, { accepts: [terms(), terms({ payTo: otherWallet })] }), local),
    ).toMatchObject({
      offers: [],
    });
  });

  it('is listed by the price that can be, where another one is too large', () => {
    const absurd = terms({ network: 'eip155:137', asset: usdcOnPolygon, amount: '9'.repeat(40) });

    for (const accepts of [
      [absurd, terms()],
      [terms(), absurd],
    ]) {
      expect(readResource(anItem(url, { method: 'GET', accepts }), local)).toMatchObject({
        terms: { pricing: { pricePerRequest: '0.01' }, x402Config: { network: 'base' } },
        offers: [],
      });
    }
  });

  it('moves the query of its URL to the example of a request', () => {
    expect(readResource(anItem(`${url}?city=Bergen&days=2`), local)).toMatchObject({
      endpoint: url,
      request: { query: { city: 'Bergen', days: '2' } },
    });
  });

  it.each<readonly [decimals: string, amount: string, price: string, overrides: object]>([
    ['6', '1', '0.000001', {}],
    ['6', '123456789', '123.456789', {}],
    [
      '18',
      '1500000000000000000',
      '1.5',
      { network: 'eip155:4326', asset: '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7' },
    ],
  ])('has the exact price of a token with %s decimals', (_decimals, amount, price, overrides) => {
    expect(readResource(anItem(url, { accepts: [terms({ amount, ...overrides })] }), local)).toMatchObject({
      terms: { pricing: { pricePerRequest: price } },
    });
  });

  it('has texts on one line, shortened', () => {
    const description = `Rain\n\tand snow. ${'x'.repeat(3_000)}`;

    expect(readResource(anItem(url, { description }), local)).toHaveProperty(
      'description',
      `Rain and snow. ${'x'.repeat(1_984)}…`,
    );
  });
});

describe('an entry is left out', () => {
  const paid = (overrides: object): object => anItem(url, { accepts: [terms(overrides)] });

  it.each<readonly [why: string, item: unknown, code: string]>([
    ['that is no object', 7, 'not_an_entry'],
    ['that names no URL', { accepts: [terms()] }, 'not_an_entry'],
    ['that is huge', anItem(url, { extensions: { x: 'x'.repeat(300_000) } }), 'too_long'],
    ['that is a tool of an MCP server', anItem(url, { type: 'mcp' }), 'mcp_tool'],
    [
      'that is such a tool by its description',
      anItem(url, { extensions: { bazaar: { info: { input: { type: 'mcp' } } } } }),
      'mcp_tool',
    ],
    ['without terms', anItem(url, { accepts: [] }), 'no_terms'],
    ['whose endpoint told no terms', { resource: url, unread: 'it answers HTTP 200' }, 'terms_unread'],
    ['that is free', paid({ amount: '0' }), 'free'],
    ['whose amount is a decimal', paid({ amount: '0.01' }), 'terms_unusable'],
    ['whose wallet is none', paid({ payTo: 'merchant' }), 'terms_unusable'],
    ['whose scheme nobody knows', paid({ scheme: 'barter' }), 'terms_unusable'],
    ['that is paid on a test network', paid({ network: 'base-sepolia' }), 'test_network'],
    [
      'that is paid in an unknown token',
      paid({ asset: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7' }),
      'token_unknown',
    ],
    ['that pays nobody', paid({ payTo: `0x${'0'.repeat(40)}` }), 'placeholder'],
    ['whose path is a template', anItem('https://rain.example.com/cities/:id'), 'placeholder'],
    ['whose path has braces', anItem('https://rain.example.com/cities/{id}'), 'placeholder'],
    ['without a description', anItem(url, { description: ' \n' }), 'no_description'],
    ['whose description says nothing', anItem(url, { description: 'TODO' }), 'no_description'],
    ['whose URL is none', anItem('rain:'), 'endpoint_not_url'],
    [
      'whose URL carries a password',
      anItem('https://me:secret@rain.example.com'),
      'endpoint_has_credentials',
    ],
    ['whose query names a parameter twice', anItem(`${url}?a=1&a=2`), 'endpoint_has_query'],
  ])('%s', (_why, item, code) => {
    expect(readResource(item, local)).toMatchObject({ code });
  });

  it.each<readonly [why: string, resource: string, code: string]>([
    ['on a private address', 'https://10.0.0.1/rain', 'endpoint_not_public'],
    ['on this machine', 'https://localhost/rain', 'endpoint_not_public'],
    ['without TLS', 'http://8.8.8.8/rain', 'endpoint_not_https'],
    ['on a host of guides', url, 'placeholder'],
  ])('%s', (_why, resource, code) => {
    expect(readResource(anItem(resource), strict)).toMatchObject({ code });
  });

  it('that a list of one site has on another host', () => {
    const rules = {
      ...local,
      source: { kind: 'well-known', url: 'https://shop.example.com/.well-known/x402' } as const,
    };

    expect(readResource(anItem(url), rules)).toMatchObject({ code: 'elsewhere' });
    expect(readResource(anItem('https://eu.shop.example.com/rain'), rules)).toHaveProperty('endpoint');
  });

  it('with a reason that repeats nothing raw', () => {
    const read = readResource(anItem('https://rain.example.com/\u202e\u0007{x}'), local);

    expect(read).toMatchObject({ resource: 'https://rain.example.com/U+202EU+0007{x}' });
  });
});

describe('an entry of any kind', () => {
  /** The values that stand in entries, broken ones too. */
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      url,
      '/v1',
      'http://[::1',
      wallet,
      '10000',
      'base',
      'eip155:8453',
      'exact',
      'http',
      '',
      '\u202e',
    ),
    fc.constantFrom(terms(), firstTerms(), [terms(), firstTerms()], anItem(url)),
  );
  const member = fc.constantFrom(
    ...[
      'resource',
      'url',
      'type',
      'accepts',
      'extensions',
      'metadata',
      'serviceName',
      'description',
      'tags',
      'category',
    ],
  );
  const entry = fc.oneof(
    value,
    fc.tuple(fc.dictionary(member, value)).map(([members]) => ({ ...anItem(url), ...members })),
    fc.tuple(member, value).map(([name, given]) => ({ ...anItem(url), [name]: given })),
    fc
      .tuple(fc.constantFrom('scheme', 'network', 'amount', 'asset', 'payTo', 'outputSchema'), value)
      .map(([name, given]) => anItem(url, { accepts: [terms({ [name]: given })] })),
    value.map((info) => anItem(url, { extensions: { bazaar: { info } } })),
  );

  it('is read or left out with a reason, and what is read is whole', () => {
    fc.assert(
      fc.property(entry, (item) => {
        const read = readResource(item, local);

        if ('code' in read) expect(read.detail).not.toBe('');
        else {
          expect(read).toMatchObject({
            endpoint: expect.stringMatching(/^https?:/) as string,
            terms: { pricing: {} },
          });
        }
      }),
      { numRuns: caseCount(300) },
    );
  });
});
