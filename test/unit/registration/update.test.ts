import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxFileBytes } from '../../../src/domain/catalog-file.ts';
import { readServiceFile, readTombstone } from '../../../src/domain/read-service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { readJson } from '../../../src/domain/strict-json.ts';
import type { Requester } from '../../../src/registration/act.ts';
import type { Outcome } from '../../../src/registration/act.ts';
import { maxUnverifiedAtHost } from '../../../src/registration/listings.ts';
import { DecidedCatalog, faultsIn } from '../../fixtures/decided-catalog.ts';
import { registration } from '../../fixtures/registrations.ts';
import { aService, servicesAt, tombstoneOf } from '../../fixtures/services.ts';

const acme = { owner: 'acme' };
const rain = aService({ owner: 'acme', maintainers: ['github:9919'] });
const snow = aService({ name: 'Snow', endpoint: 'https://snow.example.com', owner: 'acme' });
const foreign = aService({ name: 'Sun', endpoint: 'https://sun.example.com', owner: 'github:1' });

let catalog: DecidedCatalog;

beforeEach(() => {
  catalog = new DecidedCatalog([rain, snow, foreign]);
});

function patched(patch: unknown, by: Requester = acme, id = rain.id): Outcome {
  return catalog.do({ kind: 'update', id, by, patch });
}

/** The service after a patch, which must succeed. */
function after(patch: unknown, by: Requester = acme): DeclaredService {
  expect(patched(patch, by)).toMatchObject({ kind: 'changed' });
  return catalog.service(rain);
}

describe('a patch', () => {
  it('changes what it names, and the time of the change', () => {
    expect(after({ name: 'Rain', pricing: { pricePerRequest: '2' } })).toEqual({
      ...rain,
      name: 'Rain',
      pricing: { currency: 'USDC', pricePerRequest: '2' },
      updatedAt: '2026-02-01T12:00:00.000Z',
    });
  });

  it('removes what it sets to null', () => {
    after({ pricing: { freeQuota: 5 }, offers: [] });

    const is = after({ pricing: { freeQuota: null }, offers: null, maintainers: null });
    expect(is).not.toHaveProperty('maintainers');
    expect(is.offers).toBeUndefined();
    expect(is.pricing).toEqual(rain.pricing);
  });

  it.each([{}, { name: rain.name }, { endpoint: 'HTTPS://API.example.com:443/rain/' }, { request: null }])(
    'that changes nothing leaves the service as it was: %j',
    (patch) => {
      expect(after(patch)).toEqual(rain);
    },
  );

  it('moves the time of the change even if the clock was set back', () => {
    catalog.now = new Date('2020-01-01T00:00:00.000Z');

    expect(after({ name: 'Rain' }).updatedAt).toBe('2026-01-31T12:00:00.001Z');
  });

  it('replaces a list as a whole', () => {
    const offer = { method: 'GET', network: 'base', pricing: { currency: 'USDC', pricePerRequest: '1' } };

    expect(after({ offers: [offer, { ...offer, path: '/v2' }] }).offers).toHaveLength(2);
    expect(after({ offers: [offer] }).offers).toEqual([offer]);
  });

  it('keeps id, owner, repository, an open offer and what the operator decided', () => {
    const others = {
      repository: '5',
      transfer: { to: 'github:2', until: '2026-02-05T00:00:00.000Z' },
      probing: false as const,
    };
    catalog = new DecidedCatalog([{ ...rain, ...others }]);

    expect(after({ name: 'Rain' }, { ...acme, repository: '5' })).toMatchObject({
      ...others,
      id: rain.id,
      owner: 'acme',
    });
  });
});

describe('a new endpoint', () => {
  it('keeps the id, and frees the former one for others', () => {
    expect(after({ endpoint: 'https://new.example.com/' })).toMatchObject({
      id: rain.id,
      endpoint: 'https://new.example.com',
    });
    const input = { ...registration, name: 'Rain Radar' };
    const outcome = catalog.do({ kind: 'register', input, by: { owner: 'github:2' } });

    expect(outcome).toMatchObject({ kind: 'created' });
    expect(outcome.kind === 'created' && outcome.entry.declared.id).not.toBe(rain.id);
  });

  it.each([acme, 'operator' as const])('may not be that of another service', (by) => {
    expect(patched({ endpoint: foreign.endpoint }, by)).toEqual({ kind: 'listed', id: foreign.id });
  });

  it('may not be reserved for the owner of a removed service', () => {
    const grave = tombstoneOf(foreign, { deletedAt: catalog.now.toISOString() });
    catalog = new DecidedCatalog([rain], [grave]);

    expect(patched({ endpoint: foreign.endpoint })).toEqual({ kind: 'reserved', tombstone: grave });
    expect(patched({ name: 'Rain' })).toMatchObject({ kind: 'changed' });
    catalog.wait({ days: 31 });
    expect(patched({ endpoint: foreign.endpoint })).toMatchObject({ kind: 'changed' });
  });

  it('may not be at a host with too many services that were never verified', () => {
    const host = 'api.full.example';
    const by = { owner: 'github:1' };
    catalog = new DecidedCatalog([rain, foreign, ...servicesAt(host, maxUnverifiedAtHost)]);
    const moved = (requester: Requester, id: string, endpoint: string): Outcome =>
      patched({ endpoint }, requester, id);

    expect(moved(by, foreign.id, `https://${host}/sun`)).toEqual({ kind: 'too_many_unverified', host });
    expect(moved(by, foreign.id, 'https://moon.example.com').kind).toBe('changed');
    expect(moved(acme, rain.id, `https://${host}/rain`).kind).toBe('changed');
    expect(moved('operator', foreign.id, `https://${host}/sun`).kind).toBe('changed');
    const [there] = catalog.snapshot.idsOf('github:100');
    expect(moved({ owner: 'github:100' }, there ?? '', `https://${host}/other`).kind, 'at the host').toBe(
      'changed',
    );
  });

  it('can be that of another service once this has moved away', () => {
    const by = { owner: 'github:1' };
    const move = (id: string, endpoint: string, who: Requester): Outcome => patched({ endpoint }, who, id);
    expect(move(foreign.id, 'https://elsewhere.example.com', by)).toMatchObject({ kind: 'changed' });
    expect(move(rain.id, foreign.endpoint, acme)).toMatchObject({ kind: 'changed' });
    expect(move(foreign.id, rain.endpoint, by)).toMatchObject({ kind: 'changed' });

    expect(catalog.snapshot.idAt(rain.endpoint)).toBe(foreign.id);
    expect(catalog.snapshot.idAt(foreign.endpoint)).toBe(rain.id);
  });
});

describe('deprecated', () => {
  it('has its time from the server, which later patches keep', () => {
    expect(after({ deprecated: { message: 'Ends soon.' } }).deprecated).toEqual({
      message: 'Ends soon.',
      since: '2026-02-01T12:00:00.000Z',
    });
    catalog.wait({ days: 1 });
    expect(after({ deprecated: { message: 'Ends now.', replacement: snow.id } }).deprecated).toEqual({
      message: 'Ends now.',
      replacement: snow.id,
      since: '2026-02-01T12:00:00.000Z',
    });
    expect(after({ name: 'Rain' }).deprecated?.since).toBe('2026-02-01T12:00:00.000Z');
  });

  it('ends with null, and has a new time after that', () => {
    after({ deprecated: { message: 'Ends soon.' } });
    expect(after({ deprecated: null })).not.toHaveProperty('deprecated.message');
    catalog.wait({ days: 1 });

    expect(after({ deprecated: { message: 'Ends after all.' } }).deprecated?.since).toBe(
      '2026-02-02T12:00:00.000Z',
    );
  });

  it('may be sent back as it was read, but with no other time', () => {
    const { deprecated } = after({ deprecated: { message: 'Ends soon.' } });
    catalog.wait({ days: 1 });

    expect(after({ deprecated }).deprecated).toEqual(deprecated);
    expect(faultsIn(patched({ deprecated: { since: '2020-01-01T00:00:00.000Z' } }))).toEqual([
      '/deprecated/since unknown_field',
    ]);
  });

  it.each([
    ['itself', rain.id],
    ['a service of somebody else', foreign.id],
    ['a service that is not listed', 'nobody-00000000'],
  ])('names no replacement that is %s', (_what, replacement) => {
    expect(faultsIn(patched({ name: '', deprecated: { message: 'Ends.', replacement } }))).toEqual([
      '/name text_empty',
      '/deprecated/replacement replacement_unknown',
    ]);
  });

  it('keeps a replacement that was withdrawn since, which holds up no other change', () => {
    after({ deprecated: { message: 'Ends soon.', replacement: snow.id } });
    catalog.do({ kind: 'remove', id: snow.id, by: acme });

    expect(after({ name: 'Rain' }).deprecated?.replacement).toBe(snow.id);
  });

  it('needs a message', () => {
    expect(faultsIn(patched({ deprecated: {} }))).toEqual(['/deprecated/message required']);
  });
});

describe('a maintainer', () => {
  const maintainer = { owner: 'github:9919' };

  it('may change what a service declares', () => {
    expect(after({ name: 'Rain', endpoint: `${rain.endpoint}/v2` }, maintainer)).toMatchObject({
      owner: 'acme',
      name: 'Rain',
    });
  });

  it('is named by the service until somebody else changes it', () => {
    expect(after({ name: 'Rain' }, maintainer).updatedBy).toBe('github:9919');
    expect(after({ name: 'Rain' }).updatedBy).toBe('github:9919');
    expect(after({ name: 'Radar' }).updatedBy).toBeUndefined();

    after({ name: 'Rain' }, maintainer);
    expect(after({ name: 'Radar' }, 'operator').updatedBy).toBeUndefined();
  });

  it.each(['https://new.example.com', `https://${new URL(rain.endpoint).host}:8443/rain`])(
    'may not move the endpoint to %s, where it could prove that the service is its own',
    (endpoint) => {
      expect(patched({ endpoint }, maintainer)).toEqual({
        kind: 'forbidden',
        why: 'maintainer',
        owner: 'acme',
      });
      expect(after({ endpoint })).toMatchObject({ endpoint });
    },
  );

  it.each([{ maintainers: null }, { maintainers: ['github:9919'] }, { maintainers: [] }])(
    'may not say who else may: %j',
    (patch) => {
      expect(patched(patch, maintainer)).toEqual({ kind: 'forbidden', why: 'maintainer', owner: 'acme' });
    },
  );

  it('may no more once the owner says so', () => {
    after({ maintainers: [] });

    expect(patched({ name: 'Rain' }, maintainer)).toMatchObject({ kind: 'forbidden', why: 'not_owner' });
  });
});

describe('a refused patch', () => {
  it.each<[unknown, string]>([
    [null, ' wrong_type'],
    [[], ' wrong_type'],
    ['name', ' wrong_type'],
    [7, ' wrong_type'],
    [{ name: null }, '/name required'],
    [{ pricing: null }, '/pricing required'],
    [{ pricing: [] }, '/pricing wrong_type'],
    [{ x402Config: { network: null } }, '/x402Config/network required'],
    [{ x402Config: { network: 'solana' } }, '/x402Config/paymentAddress address_malformed'],
    [{ category: 'gone' }, '/category category_unknown'],
    [{ maintainers: ['Nobody!'] }, '/maintainers/0 owner_invalid'],
    [{ maintainers: Array.from({ length: 21 }, () => 'acme') }, '/maintainers too_many_maintainers'],
    [{ offers: {} }, '/offers wrong_type'],
    [{ request: { body: {} } }, '/request/method request_body_needs_method'],
    ...[
      ...['id', 'owner', 'repository', 'proof', 'transfer', 'probing', 'createdAt', 'updatedAt'],
      ...['status', 'constructor', 'a/b'],
    ].flatMap((name): [unknown, string][] => {
      const pointer = `/${name.replace('/', '~1')} unknown_field`;
      return [
        [{ [name]: 'x' }, pointer],
        [{ [name]: null }, pointer],
      ];
    }),
    [JSON.parse('{"__proto__": {"owner": "x"}}'), '/__proto__ unknown_field'],
    [JSON.parse('{"__proto__": null}'), '/__proto__ unknown_field'],
    [JSON.parse('{"pricing": {"__proto__": {"a": 1}}}'), '/pricing/__proto__ unknown_field'],
  ])('says why: %j', (patch, fault) => {
    expect(faultsIn(patched(patch))).toEqual([fault]);
    expect(catalog.service(rain)).toEqual(rain);
  });

  it.each([['a'.repeat(5000)], [Array.from({ length: 600 }, () => 0)]])(
    'is one whose example of a request is large, also once it is printed (%#)',
    (body) => {
      expect(faultsIn(patched({ request: { method: 'POST', body } }))).toEqual([
        '/request request_too_large',
      ]);
    },
  );

  it('names every problem at once', () => {
    const patch = { name: '', owner: 'me', id: null, cost: 1, x402Config: { network: 'x' } };

    expect(faultsIn(patched(patch)).sort()).toEqual([
      '/cost unknown_field',
      '/id unknown_field',
      '/name text_empty',
      '/owner unknown_field',
      '/x402Config/network network_unknown',
    ]);
  });

  it('names no more problems than a person reads', () => {
    const patch = Object.fromEntries(Array.from({ length: 7000 }, (_, i) => [`x${String(i)}`, null]));

    expect(faultsIn(patched(patch)).length).toBeLessThan(110);
  });

  it('never throws, whatever is sent, and always leaves a file that reads back', () => {
    const names = ['name', 'pricing', 'offers', 'request', 'deprecated', 'maintainers', '__proto__', 'x'];
    const jsonLike = fc.object({
      key: fc.constantFrom(...names, 'method', 'body', 'message'),
      values: [
        fc.constantFrom<unknown>(null, 'POST', 'acme', '', {}, []),
        fc.string(),
        fc.double(),
        fc.boolean(),
      ],
      maxDepth: 4,
    });

    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), jsonLike), (patch) => {
        const json = readJson(JSON.stringify(patch));
        patched('value' in json ? json.value : undefined);
        const is = catalog.service(rain);
        expect(
          readServiceFile(serviceFilePath(is.id), printServiceFile(is), catalog.policy, catalog.snapshot),
        ).toHaveProperty('value');
      }),
    );
  });
});

describe('the largest service that the rules allow', () => {
  const wide = '\u{20000}';
  const lines = (count: number): unknown => Array.from({ length: count }, () => 0);
  const nested = (depth: number, inner: unknown): unknown =>
    depth === 0 ? inner : [nested(depth - 1, inner)];
  const offer = {
    method: 'DELETE',
    path: `/${'%C3'.repeat(84)}`,
    network: `aaaaaaaa:${'a'.repeat(32)}`,
    pricing: {
      currency: 'ABCDEFGHIJKL',
      pricePerRequest: `${'9'.repeat(12)}.${'9'.repeat(18)}`,
      freeQuota: Number.MAX_SAFE_INTEGER,
    },
    // JSON escapes each quote.
    paymentAddress: '"'.repeat(128),
  };
  const large = {
    endpoint: `https://api.example.com/${'a'.repeat(2024)}`,
    docsUrl: `https://docs.example.com/${'"'.repeat(2023)}`,
    tags: Array.from({ length: 5 }, () => 'a'.repeat(32)),
    name: wide.repeat(255),
    description: wide.repeat(2000),
    maintainers: Array.from({ length: 20 }, () => `oidc:${'a'.repeat(253)}:65535:${'a'.repeat(64)}`),
    offers: Array.from({ length: 30 }, () => offer),
    deprecated: { message: wide.repeat(500) },
  };

  /** Bodies of requests that are large, or become so once they are printed. */
  const bodies = [
    '一'.repeat(3900),
    lines(500),
    lines(1900),
    nested(20, lines(1000)),
    nested(25, lines(30)),
    nested(27, 0),
    Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${String(i)}`, { a: [] }])),
  ];

  it.each(bodies.map((body, i) => ({ i, body })))(
    'fits into its file and into its tombstone (request $i)',
    ({ body }) => {
      patched(large);
      patched({ request: { method: 'POST', body } });
      const service = catalog.service(rain);
      expect(service.offers).toHaveLength(30);
      const reason = wide.repeat(500);
      const [file, grave] = [printServiceFile(service), printTombstone(tombstoneOf(service, { reason }))];

      for (const text of [file, grave]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxFileBytes);
      expect(readServiceFile(serviceFilePath(rain.id), file, catalog.policy, catalog.snapshot)).toEqual({
        value: service,
      });
      expect(readTombstone(tombstoneFilePath(rain.id), grave)).toEqual({
        value: expect.objectContaining({ service }) as unknown,
      });
    },
  );
});
