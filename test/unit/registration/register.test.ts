import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/domain/owner.ts';
import { type DeclaredService, unobserved } from '../../../src/domain/service.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import { readServiceFile } from '../../../src/domain/read-service-file.ts';
import { printServiceFile, serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { decide } from '../../../src/registration/decide.ts';
import { type Listings, maxUnverified, maxUnverifiedAtHost } from '../../../src/registration/listings.ts';
import type { Outcome } from '../../../src/registration/act.ts';
import { services } from '../../fixtures/arbitraries.ts';
import {
  aRegistration,
  paidTo,
  priced,
  registering,
  registration,
  wallet,
  withoutField,
} from '../../fixtures/registrations.ts';
import { DecidedCatalog } from '../../fixtures/decided-catalog.ts';
import { aService, categories, servicesAt, tombstoneOf } from '../../fixtures/services.ts';

const strict = { allowInsecure: false };
const now = new Date('2026-01-31T12:00:00.123Z');

const emptyCatalog: Listings = {
  hasCategory: (id) => categories.some((category) => category.id === id),
  find: () => undefined,
  idAt: () => undefined,
  isRejected: () => false,
  tombstone: () => undefined,
  wasRemoved: () => false,
  tombstoneAt: () => undefined,
  unverified: () => 0,
  unverifiedAt: () => 0,
  holdsHost: () => false,
};

const decideOn = (input: unknown, catalog: Partial<Listings> = {}, policy = strict): Outcome =>
  decide(registering(input), { ...emptyCatalog, ...catalog }, { policy, now }).outcome;

function faultsOf(input: unknown): string[] {
  const outcome = decideOn(input);
  return outcome.kind === 'refused' ? outcome.problems.map(({ pointer, code }) => `${pointer} ${code}`) : [];
}

function accepted(input: unknown, policy = strict): DeclaredService {
  const outcome = decideOn(input, {}, policy);
  if (outcome.kind === 'created') return outcome.entry.declared;
  throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
}

describe('an accepted registration', () => {
  it('becomes a service with an id and both times', () => {
    expect(decideOn(registration)).toEqual({
      kind: 'created',
      entry: {
        declared: {
          id: serviceId('Rain Radar', 'https://api.example.com/rain'),
          ...registration,
          createdAt: '2026-01-31T12:00:00.123Z',
          updatedAt: '2026-01-31T12:00:00.123Z',
        },
        observed: unobserved,
      },
    });
  });

  it('normalizes texts and endpoint, and keeps price, network and wallet as written', () => {
    const service = accepted({
      name: '  Me\u0301te\u0301o ',
      description: '\nForecasts.\n',
      endpoint: 'HTTPS://API.Example.com:443/v1/',
      category: 'ai-inference',
      pricing: { currency: 'EURC', pricePerRequest: '00.10', freeQuota: 0 },
      x402Config: { paymentAddress: wallet.toLowerCase(), network: 'eip155:8453' },
    });

    expect(service).toMatchObject({
      id: serviceId('Météo', 'https://api.example.com/v1'),
      name: 'Météo',
      description: 'Forecasts.',
      endpoint: 'https://api.example.com/v1',
      pricing: { currency: 'EURC', pricePerRequest: '00.10', freeQuota: 0 },
      x402Config: { paymentAddress: wallet.toLowerCase(), network: 'eip155:8453' },
    });
  });

  it('omits freeQuota when it is not given', () => {
    expect(accepted(registration).pricing).not.toHaveProperty('freeQuota');
  });

  it.each([
    ['a name of 255 code points', aRegistration({ name: '🌧'.repeat(255) })],
    ['a description of 2000 code points', aRegistration({ description: 'é'.repeat(2000) })],
    ['an endpoint on a public address', aRegistration({ endpoint: 'https://1.1.1.1' })],
    ['the largest price', priced({ pricePerRequest: '999999999999.999999999999999999' })],
    ['a price of nothing', priced({ pricePerRequest: '0' })],
    ['the largest free quota', priced({ freeQuota: Number.MAX_SAFE_INTEGER })],
    ['a network we have no name for', paidTo({ network: 'eip155:424242' })],
    [
      'a wallet on Solana',
      paidTo({ network: 'solana', paymentAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }),
    ],
    ['a wallet of another family', paidTo({ network: 'hedera:mainnet', paymentAddress: '0.0.1234' })],
  ])('may have %s', (_what, input) => {
    expect(decideOn(input).kind).toBe('created');
  });

  it('may use a private host or http only where the policy allows it', () => {
    const input = aRegistration({ endpoint: 'http://localhost:3000/' });

    expect(accepted(input, { allowInsecure: true }).endpoint).toBe('http://localhost:3000');
    expect(faultsOf(input)).toEqual(['/endpoint endpoint_not_https', '/endpoint endpoint_not_public']);
  });

  it('makes a file that reads back without problems, whatever was declared', () => {
    fc.assert(
      fc.property(services(), ({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...input }) => {
        const service = accepted(input);
        const text = printServiceFile(service);

        expect(readServiceFile(serviceFilePath(service.id), text, strict, emptyCatalog)).toEqual({
          value: service,
        });
      }),
    );
  });
});

describe('a refused registration', () => {
  it.each<[string, unknown, string]>([
    ['null', null, ' wrong_type'],
    ['an array', [], ' wrong_type'],
    ['a text', 'Rain', ' wrong_type'],
    ['a number', 402, ' wrong_type'],
    ['no name', withoutField('name'), '/name required'],
    ['no description', withoutField('description'), '/description required'],
    ['no endpoint', withoutField('endpoint'), '/endpoint required'],
    ['no category', withoutField('category'), '/category required'],
    ['no pricing', withoutField('pricing'), '/pricing required'],
    ['no x402Config', withoutField('x402Config'), '/x402Config required'],
    ['no currency', aRegistration({ pricing: { pricePerRequest: '1' } }), '/pricing/currency required'],
    ['no price', aRegistration({ pricing: { currency: 'USDC' } }), '/pricing/pricePerRequest required'],
    ['no wallet', aRegistration({ x402Config: { network: 'base' } }), '/x402Config/paymentAddress required'],
    ['no network', aRegistration({ x402Config: { paymentAddress: wallet } }), '/x402Config/network required'],
    ['a name of null', aRegistration({ name: null }), '/name wrong_type'],
    ['a price as a number', priced({ pricePerRequest: 0.001 }), '/pricing/pricePerRequest wrong_type'],
    ['a free quota as a text', priced({ freeQuota: '100' }), '/pricing/freeQuota wrong_type'],
    ['a free quota of null', priced({ freeQuota: null }), '/pricing/freeQuota wrong_type'],
    ['half a free request', priced({ freeQuota: 0.5 }), '/pricing/freeQuota free_quota_invalid'],
    ['less than no free quota', priced({ freeQuota: -1 }), '/pricing/freeQuota free_quota_invalid'],
    [
      'a free quota beyond exact numbers',
      priced({ freeQuota: 2 ** 53 }),
      '/pricing/freeQuota free_quota_invalid',
    ],
    ['a name of 256 code points', aRegistration({ name: 'a'.repeat(256) }), '/name text_too_long'],
    [
      'a description of 2001 code points',
      aRegistration({ description: 'a'.repeat(2001) }),
      '/description text_too_long',
    ],
    ['an unknown category', aRegistration({ category: 'weather' }), '/category category_unknown'],
    [
      'the name of a category',
      aRegistration({ category: 'Weather & Environment' }),
      '/category category_unknown',
    ],
    [
      'a price in exponents',
      priced({ pricePerRequest: '1e-3' }),
      '/pricing/pricePerRequest price_not_decimal',
    ],
    ['a currency in small letters', priced({ currency: 'usdc' }), '/pricing/currency currency_invalid'],
    ['an unknown network', paidTo({ network: 'basechain' }), '/x402Config/network network_unknown'],
    [
      'a wallet of another family',
      paidTo({ network: 'solana' }),
      '/x402Config/paymentAddress address_malformed',
    ],
    [
      'a mistyped wallet',
      paidTo({ paymentAddress: `${wallet.slice(0, -1)}D` }),
      '/x402Config/paymentAddress address_checksum',
    ],
    [
      'a wallet that nobody holds',
      paidTo({ paymentAddress: '0x000000000000000000000000000000000000dEaD' }),
      '/x402Config/paymentAddress address_burn',
    ],
    ['an unknown field', aRegistration({ status: 'verified' }), '/status unknown_field'],
    ['an id of its own', aRegistration({ id: 'rain-radar-7x3k9m2p' }), '/id unknown_field'],
    ['an unknown field of pricing', priced({ price: '1' }), '/pricing/price unknown_field'],
    ['an unknown field of x402Config', paidTo({ payTo: wallet }), '/x402Config/payTo unknown_field'],
    [
      'a prototype',
      JSON.parse(JSON.stringify(registration).replace('{', '{"__proto__":{"x":1},')),
      '/__proto__ unknown_field',
    ],
  ])('has %s', (_what, input, fault) => {
    expect(faultsOf(input)).toEqual([fault]);
  });

  it.each([
    ...['name', 'description', 'endpoint', 'category', 'pricing', 'x402Config'].map(
      (name) => [aRegistration, name] as const,
    ),
    ...['currency', 'pricePerRequest', 'freeQuota'].map((name) => [priced, name] as const),
    ...['paymentAddress', 'network'].map((name) => [paidTo, name] as const),
  ])('has for %o a value of the wrong type: %s', (make, name) => {
    for (const value of [
      null,
      true,
      -1,
      1e308,
      '',
      [],
      [registration],
      {},
      { $ne: null },
      { toString: 'x' },
    ]) {
      expect(faultsOf(make({ [name]: value })), JSON.stringify(value)).not.toEqual([]);
    }
  });

  it('reports every problem at once, each with its pointer', () => {
    const input = {
      name: ' ',
      description: 'a\u202eb',
      endpoint: 'http://user@localhost/?a#b',
      category: 'weather',
      pricing: { currency: 'usdc', pricePerRequest: '-1', freeQuota: -1, 'a/b': 1 },
      x402Config: { paymentAddress: 'nobody', network: 'base' },
      extra: true,
    };

    expect(faultsOf(input).sort()).toEqual([
      '/category category_unknown',
      '/description text_hidden_character',
      '/endpoint endpoint_has_credentials',
      '/endpoint endpoint_has_fragment',
      '/endpoint endpoint_has_query',
      '/endpoint endpoint_not_https',
      '/endpoint endpoint_not_public',
      '/extra unknown_field',
      '/name text_empty',
      '/pricing/a~1b unknown_field',
      '/pricing/currency currency_invalid',
      '/pricing/freeQuota free_quota_invalid',
      '/pricing/pricePerRequest price_not_decimal',
      '/x402Config/paymentAddress address_malformed',
    ]);
  });

  it('never throws, whatever the input', () => {
    const jsonLike = fc.object({
      key: fc.constantFrom('name', 'endpoint', 'pricing', 'x402Config', 'network', '__proto__', 'x'),
      maxDepth: 3,
    });

    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), jsonLike), (input) => {
        expect(['refused', 'created']).toContain(decideOn(input).kind);
      }),
    );
  });

  it('does not modify its input', () => {
    const input = aRegistration({ name: '  Rain  ', endpoint: 'https://API.example.com/' });
    const before = structuredClone(input);
    decideOn(input);

    expect(input).toEqual(before);
  });
});

describe('an endpoint that is listed', () => {
  const idAt = (endpoint: string): string | undefined =>
    endpoint === 'https://api.example.com/rain' ? 'rain-7x3k9m2p' : undefined;

  it.each(['https://api.example.com/rain', 'https://API.example.com:443/rain/'])(
    'is not listed twice: %s, and the outcome holds what was asked for in canonical form',
    (endpoint) => {
      expect(decideOn(aRegistration({ endpoint }), { idAt })).toEqual({
        kind: 'listed',
        id: 'rain-7x3k9m2p',
        request: registration,
      });
    },
  );

  it('may be listed beside one with a different path', () => {
    expect(decideOn(aRegistration({ endpoint: 'https://api.example.com/rain/v2' }), { idAt }).kind).toBe(
      'created',
    );
  });

  it('is not reported to a registration that breaks the rules', () => {
    expect(decideOn(aRegistration({ name: '' }), { idAt }).kind).toBe('refused');
  });
});

describe('an id that is taken', () => {
  it('by an unreadable file is not given out again', () => {
    const id = serviceId(registration.name, registration.endpoint);

    expect(decideOn(registration, { isRejected: (taken) => taken === id })).toMatchObject({
      kind: 'listed',
      id,
    });
  });
});

describe('an owner', () => {
  it('owns what it registers, with the repository of its workflow', () => {
    const catalog = new DecidedCatalog();
    const register = (path: string, by?: Actor): DeclaredService => {
      const endpoint = `https://api.example.com/${path}`;
      const outcome = catalog.do({ kind: 'register', input: aRegistration({ endpoint }), by });
      if (outcome.kind !== 'created') throw new Error(outcome.kind);
      return outcome.entry.declared;
    };

    expect(register('a', { owner: 'acme' })).toMatchObject({ owner: 'acme' });
    expect(register('b', { owner: 'github:1', repository: '5' })).toMatchObject({
      owner: 'github:1',
      repository: '5',
    });
    expect(register('c')).not.toHaveProperty('owner');
    expect(catalog.snapshot.idsOf('acme')).toHaveLength(1);
  });

  it.each(['owner', 'proof', 'repository', 'transfer', 'maintainers', 'offers', 'deprecated', 'request'])(
    'cannot name %s in a registration',
    (name) => {
      expect(faultsOf(aRegistration({ [name]: 'x' }))).toEqual([`/${name} unknown_field`]);
    },
  );
});

describe('an id', () => {
  const first = serviceId(registration.name, registration.endpoint);
  const second = serviceId(registration.name, registration.endpoint, 2);
  const third = serviceId(registration.name, registration.endpoint, 3);
  const registered = (catalog: DecidedCatalog): string => {
    const outcome = catalog.do({ ...registering(registration), by: { owner: 'acme' } });
    return outcome.kind === 'created' ? outcome.entry.declared.id : outcome.kind;
  };

  it('is not given again while its service is elsewhere', () => {
    const catalog = new DecidedCatalog([aService({ owner: 'acme' })]);
    catalog.do({
      kind: 'update',
      id: first,
      by: { owner: 'acme' },
      patch: { endpoint: 'https://new.example.com' },
    });

    expect(registered(catalog)).toBe(second);
  });

  it('is not given again after its service was removed, however often', () => {
    const catalog = new DecidedCatalog([aService({ owner: 'acme' })]);
    for (const [removed, next] of [
      [first, second],
      [second, third],
    ] as const) {
      catalog.do({ kind: 'remove', id: removed, by: { owner: 'acme' } });
      catalog.wait({ days: 100 });
      expect(registered(catalog)).toBe(next);
    }
    expect([...catalog.snapshot.tombstones()].map(({ id }) => id).sort()).toEqual([first, second].sort());
  });

  it('is not given again where its tombstone cannot be read', () => {
    const catalog = new DecidedCatalog();
    catalog.rejects.set(tombstoneFilePath(first), []);

    expect(registered(catalog)).toBe(second);
  });
});

describe('the endpoint of a removed service', () => {
  const owned = aService({ owner: 'github:1', repository: '5' });
  const { endpoint } = owned;
  const removedBy = (byOperator?: true): DecidedCatalog =>
    new DecidedCatalog([], [tombstoneOf(owned, { byOperator, deletedAt: '2026-02-01T12:00:00.000Z' })]);
  const registerFor = (catalog: DecidedCatalog, by?: Actor): string =>
    catalog.do({ kind: 'register', input: aRegistration({ endpoint }), by }).kind;

  it.each<[string, Actor | undefined]>([
    ['another owner', { owner: 'acme' }],
    ['another repository of its owner', { owner: 'github:1', repository: '6' }],
    ['nobody', undefined],
  ])('is refused to %s for 30 days', (_who, by) => {
    const catalog = removedBy();
    expect(registerFor(catalog, by)).toBe('reserved');
    catalog.wait({ days: 30 });
    expect(registerFor(catalog, by)).toBe('reserved');

    catalog.wait({ ms: 1 });
    expect(registerFor(catalog, by)).toBe('created');
  });

  it.each<Actor>([{ owner: 'github:1' }, { owner: 'github:1', repository: '5' }])(
    'is open to its owner: %j',
    (by) => {
      expect(registerFor(removedBy(), by)).toBe('created');
    },
  );

  it('is refused to its owner too where the operator removed it', () => {
    expect(registerFor(removedBy(true), { owner: 'github:1' })).toBe('reserved');
  });

  it('is open to everybody where nobody owned it', () => {
    const { owner: _owner, repository: _repository, ...unowned } = owned;
    const catalog = new DecidedCatalog([], [tombstoneOf(unowned, { deletedAt: '2026-02-01T12:00:00.000Z' })]);

    expect(registerFor(catalog, { owner: 'acme' })).toBe('created');
  });

  it('is free at once where its service was removed after it moved away', () => {
    const catalog = new DecidedCatalog([owned]);
    const by = { owner: 'github:1' };
    catalog.do({ kind: 'update', id: owned.id, by, patch: { endpoint: 'https://new.example.com' } });
    catalog.do({ kind: 'remove', id: owned.id, by });

    expect(registerFor(catalog, { owner: 'acme' })).toBe('created');
  });
});

describe('a batch', () => {
  const wallet1 = { owner: 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });
  const rowsOf = (catalog: DecidedCatalog, inputs: readonly unknown[], by: Actor): string[] => {
    const outcome = catalog.do({ kind: 'batch', inputs, by });
    return outcome.kind === 'batch' ? outcome.rows.map(({ kind }) => kind) : [outcome.kind];
  };

  it('is decided row by row, each beside those before it', () => {
    const catalog = new DecidedCatalog([aService()]);
    const rows = rowsOf(catalog, [numbered(1), registration, { name: '' }, numbered(1), numbered(2)], {
      owner: 'acme',
    });

    expect(rows).toEqual(['created', 'listed', 'refused', 'listed', 'created']);
    expect(catalog.snapshot.idsOf('acme')).toHaveLength(2);
  });

  it('lists as many as its owner may have that were never verified', () => {
    const catalog = new DecidedCatalog();
    const inputs = Array.from({ length: 25 }, (_, i) => numbered(i));

    const rows = rowsOf(catalog, inputs, wallet1);
    expect(rows.filter((kind) => kind === 'created')).toHaveLength(maxUnverified);
    expect(rows.slice(maxUnverified)).toEqual(Array.from({ length: 5 }, () => 'too_many_unverified'));
    expect(rowsOf(catalog, [numbered(99)], wallet1)).toEqual(['too_many_unverified']);
  });

  it('lists as many as a host may have that were never verified', () => {
    const host = 'api.example.com';
    const catalog = new DecidedCatalog(servicesAt(host, maxUnverifiedAtHost - 2));
    const inputs = Array.from({ length: 3 }, (_, i) =>
      aRegistration({ endpoint: `https://${host}/new${String(i)}` }),
    );

    expect(rowsOf(catalog, [...inputs, numbered(99)], wallet1)).toEqual([
      'created',
      'created',
      'too_many_unverified',
      'created',
    ]);
  });

  it('lists as many as there is room for where it comes from', () => {
    const catalog = new DecidedCatalog();
    const room = { most: 100, left: 2, retryAfterSeconds: 60 };
    const inputs = [numbered(1), { name: '' }, numbered(1), numbered(2), numbered(3), numbered(1)];
    const outcome = catalog.do({ kind: 'batch', inputs, by: wallet1, room });

    expect(outcome).toMatchObject({
      rows: [
        { kind: 'created' },
        { kind: 'refused' },
        { kind: 'listed' },
        { kind: 'created' },
        { kind: 'too_many_today', room: { most: 100, retryAfterSeconds: 60 } },
        { kind: 'listed' },
      ],
    });
  });

  it('does not count what was verified, and owners whom the operator named not at all', () => {
    const catalog = new DecidedCatalog();
    rowsOf(
      catalog,
      Array.from({ length: 20 }, (_, i) => numbered(i)),
      wallet1,
    );
    const [id = ''] = catalog.snapshot.idsOf(wallet1.owner);
    catalog.observe({ id }, { status: 'verified' });

    expect(rowsOf(catalog, [numbered(98), numbered(99)], wallet1)).toEqual([
      'created',
      'too_many_unverified',
    ]);
    const many = Array.from({ length: 50 }, (_, i) => numbered(100 + i));
    expect(rowsOf(catalog, many, { owner: 'acme' })).toEqual(many.map(() => 'created'));
  });

  it('makes what its rows make one by one', () => {
    const input = fc.record({
      name: fc.constantFrom('Rain', 'Snow', ''),
      endpoint: fc.constantFrom(
        'https://a.example.com',
        'https://A.example.com/',
        'https://b.example.com',
        'https://c.example.com',
      ),
    });
    const owners = fc.constantFrom(wallet1, { owner: 'acme' });

    fc.assert(
      fc.property(fc.array(input, { maxLength: 30 }), owners, fc.nat(25), (overrides, by, owned) => {
        const known = Array.from({ length: owned }, (_, i) =>
          aService({ endpoint: `https://known${String(i)}.example.com`, owner: by.owner }),
        );
        const removed = aService({ name: 'Rain', endpoint: 'https://c.example.com', owner: by.owner });
        const catalogs = [0, 1].map(() => new DecidedCatalog(known, [tombstoneOf(removed)]));
        const [together, apart] = catalogs;
        const inputs = overrides.map((each) => aRegistration(each));

        const outcome = together?.do({ kind: 'batch', inputs, by });
        const outcomes = inputs.map((each) => apart?.do({ kind: 'register', input: each, by }));
        expect(outcome).toEqual({ kind: 'batch', rows: outcomes });
        expect([...(together?.snapshot.entries() ?? [])]).toEqual([...(apart?.snapshot.entries() ?? [])]);
      }),
    );
  });
});
