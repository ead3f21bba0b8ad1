import { describe, expect, it } from 'vitest';
import { admissionBy, type Limits } from '../../src/http/admission.ts';
import type { ApiDependencies } from '../../src/http/dependencies.ts';
import { FairQueue } from '../../src/http/fair-queue.ts';
import { CannotAsk } from '../../src/domain/probe.ts';
import { CommitFailure } from '../../src/domain/commit.ts';
import { StateUnavailable } from '../../src/domain/state-unavailable.ts';
import { anApi, register, request, type TestApi } from '../fixtures/api.ts';
import { faultsBy, operations } from '../fixtures/described-api.ts';
import { aRegistration, registration } from '../fixtures/registrations.ts';
import { anEntry, catalogVersion } from '../fixtures/services.ts';

const rain = anEntry({ pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 3 } });
const { id } = rain.declared;
const entries = [
  rain,
  anEntry(
    { name: 'Maps', endpoint: 'https://maps.example.com', category: 'maps-geolocation' },
    {
      status: 'verified',
      trustScore: 90,
      uptimeScore: 99.9,
      lastChecked: '2026-01-31T11:00:00.000Z',
      txCount: 2,
      totalRevenue: 0.2,
      chains: ['eip155:480'],
    },
  ),
];
const other = aRegistration({ endpoint: 'https://other.example.com' });
const once = { requests: 1, perSeconds: 60 };
const often = { requests: 1000, perSeconds: 60 };

/** An API with rate limits, like the one in production. */
const counting = (parts: Partial<ApiDependencies & Limits> = {}): TestApi =>
  anApi({ entries, parts: { readLimit: often, writeLimit: often, ...parts } });

const inside = (): never => {
  throw new Error('something inside');
};
/** A catalog store that throws at every access. */
const broken = {
  get snapshot(): never {
    return inside();
  },
  get search(): never {
    return inside();
  },
} as unknown as TestApi['store'];

const get = async (path: string, headers: Record<string, string> = {}, api = counting()): Promise<Response> =>
  request(api, path, { headers });

async function known(path: string): Promise<Response> {
  const api = counting();
  const tag = (await request(api, path)).headers.get('etag') ?? '';
  return get(path, { 'if-none-match': tag }, api);
}

async function deleted(path: string): Promise<Response> {
  const api = counting();
  await api.store.publish({ put: [], removed: [id] }, catalogVersion);
  return get(path, {}, api);
}

async function limited(path: string): Promise<Response> {
  const api = counting({ readLimit: once });
  await get(path, {}, api);
  return get(path, {}, api);
}

/** The queue is always full. */
async function overloaded(path: string): Promise<Response> {
  const admission = {
    ...admissionBy({ readLimit: often, writeLimit: often }),
    queue: new FairQueue({ maxWaiting: 0 }),
  };
  return get(path, {}, counting({ admission }));
}

const failed = (path: string): Promise<Response> => get(path, {}, counting({ store: broken }));
const post = (body: unknown, headers = {}, search = ''): Promise<Response> =>
  register(counting(), body, headers, search);

async function claim(
  answer: Awaited<ReturnType<ApiDependencies['claim']>>,
  body: unknown = { method: 'http' },
  headers: Record<string, string> = {},
  of = id,
): Promise<Response> {
  const api = counting({ claim: () => Promise.resolve(answer) });
  return claimWith(api, body, headers, of);
}

async function claimWith(
  api: TestApi,
  body: unknown = { method: 'http' },
  headers: Record<string, string> = {},
  of = id,
): Promise<Response> {
  return request(api, `/api/services/${of}/claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function validate(body: unknown, headers = {}, api = counting()): Promise<Response> {
  return request(api, '/api/validate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Answers that all reads have. */
const read = (path: string): Record<string, () => Promise<Response>> => ({
  200: () => get(path),
  304: () => known(path),
  429: () => limited(path),
  500: () => failed(path),
});

/** Answers that all queued reads have. */
const readInTurn = (path: string): Record<string, () => Promise<Response>> => ({
  ...read(path),
  503: () => overloaded(path),
});

/** Only the state database knows whether an unknown service was deleted. */
async function withoutState(path: string): Promise<Response> {
  const unavailable = new StateUnavailable('busy', 'the state database is locked');
  const changeLog = { tombstone: () => Promise.reject(unavailable) };
  return get(path, {}, counting({ changeLog }));
}

const evidence = 'https://api.example.com/.well-known/tollbook.txt';
const proof = { method: 'http', at: catalogVersion.changedAt, evidence } as const;
const claimed = {
  kind: 'decided',
  outcome: { kind: 'changed', entry: anEntry({ owner: 'acme', proof }) },
} as const;
const missed = { kind: 'unproven', lookedFor: 'a line', found: 'it answers 404' } as const;

/** For each operation, how to provoke each of its answers. */
const ways: Record<string, Record<string, () => Promise<Response>>> = {
  listServices: {
    ...readInTurn('/api/services?query=rain&limit=1'),
    400: () => get('/api/services?limit=0&sortBy=age'),
  },
  getService: {
    ...read(`/api/services/${id}`),
    404: () => get('/api/services/unknown'),
    503: () => withoutState('/api/services/unknown'),
    410: () => deleted(`/api/services/${id}`),
  },
  getServiceStatus: {
    ...read(`/api/services/${id}/status`),
    404: () => get('/api/services/unknown/status'),
    503: () => withoutState('/api/services/unknown/status'),
    410: () => deleted(`/api/services/${id}/status`),
  },
  searchByIntent: {
    ...readInTurn('/api/services/search/intent?q=rain'),
    400: () => get('/api/services/search/intent'),
  },
  countFacets: {
    ...readInTurn('/api/facets?query=rain'),
    400: () => get('/api/facets?maxPricePerRequest=dear'),
  },
  suggest: {
    ...readInTurn('/api/suggest?query=ra'),
    400: () => get(`/api/suggest?query=${'a'.repeat(501)}`),
  },
  listSimilarServices: {
    ...readInTurn(`/api/services/${id}/similar`),
    404: () => get('/api/services/unknown/similar'),
    503: () => withoutState('/api/services/unknown/similar'),
    410: () => deleted(`/api/services/${id}/similar`),
  },
  getServiceTrust: {
    ...read(`/api/services/${id}/trust`),
    404: () => get('/api/services/unknown/trust'),
    503: () => withoutState('/api/services/unknown/trust'),
    410: () => deleted(`/api/services/${id}/trust`),
  },
  getServiceObserved: {
    ...read(`/api/services/${id}/observed`),
    404: () => get('/api/services/unknown/observed'),
    503: () => withoutState('/api/services/unknown/observed'),
    410: () => deleted(`/api/services/${id}/observed`),
  },
  getServiceChecks: {
    ...read(`/api/services/${id}/checks?days=7`),
    400: () => get(`/api/services/${id}/checks?days=0`),
    404: () => get('/api/services/unknown/checks'),
    503: () => withoutState('/api/services/unknown/checks'),
    410: () => deleted(`/api/services/${id}/checks`),
  },
  getServicePayments: {
    ...read(`/api/services/${id}/payments?days=7`),
    400: () => get(`/api/services/${id}/payments?days=366`),
    404: () => get('/api/services/unknown/payments'),
    503: () => withoutState('/api/services/unknown/payments'),
    410: () => deleted(`/api/services/${id}/payments`),
  },
  validateEndpoint: {
    200: () => validate({ endpoint: 'https://api.example.com' }),
    400: () => validate('{'),
    413: () => validate(' '.repeat(70_000)),
    415: () => validate({}, { 'content-type': 'text/plain' }),
    422: () => validate({ endpoint: 'ftp://example.com' }),
    429: async () => {
      const api = counting();
      for (let i = 0; i < 10; i += 1) await validate({ endpoint: 'https://api.example.com' }, {}, api);
      return validate({ endpoint: 'https://api.example.com' }, {}, api);
    },
    500: () => validate({ endpoint: 'https://api.example.com' }, {}, counting({ validate: inside })),
    503: () =>
      validate(
        { endpoint: 'https://api.example.com' },
        {},
        counting({ validate: () => Promise.reject(new CannotAsk('api.example.com', 'EMFILE')) }),
      ),
  },
  claimService: {
    200: () => claim(claimed),
    400: () => claim(claimed, '{'),
    401: () => claim(claimed, {}, { authorization: 'Bearer wrong' }),
    403: () => claim({ kind: 'forbidden', why: 'by_operator' }),
    404: () => claim({ kind: 'unknown' }, undefined, {}, 'unknown'),
    409: () => claim({ kind: 'decided', outcome: { kind: 'proven', owner: 'acme' } }),
    410: async () => {
      const api = counting({ claim: () => Promise.resolve({ kind: 'unknown' }) });
      await api.store.publish({ put: [], removed: [id] }, catalogVersion);
      return claimWith(api);
    },
    413: () => claim(claimed, ' '.repeat(70_000)),
    415: () => claim(claimed, {}, { 'content-type': 'text/plain' }),
    422: () => claim(missed),
    429: () => claim({ kind: 'too_many', retryAfterSeconds: 60 }),
    500: () => claimWith(counting({ claim: inside })),
    503: () => claim({ kind: 'unavailable' }),
  },
  listCategories: readInTurn('/api/categories'),
  exportCatalog: readInTurn('/api/export'),
  getHealth: {
    200: () => get('/health'),
    503: () =>
      get('/health', {}, counting({ health: () => Promise.reject(new Error('there is no catalog')) })),
  },
  getOpenApi: {
    200: () => get('/openapi.json'),
    304: () => known('/openapi.json'),
    500: () => failed('/openapi.json'),
  },
  registerService: {
    200: () => post(other, {}, '?dryRun=true'),
    201: () => post(other),
    400: () => post('{'),
    401: () => post(other, { authorization: 'Bearer wrong' }),
    409: () => post(registration),
    413: () => post(' '.repeat(70_000)),
    415: () => post(other, { 'content-type': 'text/plain' }),
    422: () => post({ name: '' }),
    429: async () => {
      const api = counting({ writeLimit: once });
      await register(api, other);
      return register(api, other);
    },
    500: () =>
      register(counting({ keys: { find: () => Promise.reject(new Error('something inside')) } }), other),
    503: async () => {
      const api = counting();
      api.repository.failure = new CommitFailure('disk full');
      return register(api, other);
    },
  },
};

/** Answers that cannot be had here: 400 and 408 need a server (test/http/hostile.test.ts), 500 something that nobody foresaw. */
const outOfReach = new Set([
  'registerService 408',
  'validateEndpoint 408',
  'claimService 408',
  'getHealth 400',
  'getOpenApi 400',
  'getHealth 500',
]);

const cases = operations.flatMap(({ operation }) =>
  Object.entries(operation.responses)
    .map(([status, described]) => ({
      name: `${operation.operationId} ${status}`,
      status,
      described,
      ask: ways[operation.operationId]?.[status],
    }))
    .filter(({ name }) => !outOfReach.has(name)),
);

/** Headers of the API itself; those of HTTP and CORS need no description. */
const plain = /^(content-|access-control-|x-content-type-options$|vary$|date$|connection$|cache-control$)/;

describe('a live answer', () => {
  it('exists for every described one', () => {
    expect(cases.filter(({ ask }) => !ask).map(({ name }) => name)).toEqual([]);
  });

  it.each(cases)('matches its description: $name', async ({ status, described, ask }) => {
    const response = await (ask ?? inside)();
    const text = await response.text();
    const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? '';
    const schema = described.content[type]?.schema;

    expect(response.status).toBe(Number(status));
    if (status === '304') expect(text).toBe('');
    else expect(schema ? faultsBy(schema, JSON.parse(text)) : `${type} is not described`).toEqual([]);
  });

  it.each(cases)('sends exactly the described headers: $name', async ({ described, ask }) => {
    const { headers } = await (ask ?? inside)();
    const known = new Map(
      Object.entries(described.headers).map(([header, { schema }]) => [header.toLowerCase(), schema]),
    );

    for (const [header, value] of headers) {
      const schema = known.get(header);
      if (schema) {
        expect(faultsBy(schema, schema['type'] === 'integer' ? Number(value) : value), header).toEqual([]);
      }
    }
    expect([...headers.keys()].filter((header) => !plain.test(header) && !known.has(header))).toEqual([]);
  });

  it.each([
    'ETag',
    'Cache-Control',
    'X-Catalog-Version',
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'Link',
    'X-Total-Count',
  ])('to a list request has %s, as described', async (header) => {
    const { headers } = await get('/api/services');

    expect(headers.get(header)).toBeTruthy();
  });

  it.each([
    [401, 'WWW-Authenticate'],
    [429, 'Retry-After'],
    [503, 'Retry-After'],
  ])('of %d to a registration has %s', async (status, header) => {
    const { headers } = await (ways['registerService']?.[String(status)] ?? inside)();

    expect(headers.get(header)).toBeTruthy();
  });
});

describe('a request that matches the description', () => {
  const body = operations.find(({ operation }) => operation.operationId === 'registerService')?.operation
    .requestBody;
  const schema = body?.content['application/json']?.schema ?? {};

  it('is accepted as a registration', () => {
    expect(faultsBy(schema, registration)).toEqual([]);
  });

  it.each([
    ['a field too many', aRegistration({ status: 'verified' })],
    ['a price as a number', aRegistration({ pricing: { currency: 'USDC', pricePerRequest: 0.1 } })],
    ['a name of null', aRegistration({ name: null })],
    ['no wallet', aRegistration({ x402Config: { network: 'base' } })],
    [
      'half a free request',
      aRegistration({ pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 0.5 } }),
    ],
    ['a currency in small letters', aRegistration({ pricing: { currency: 'usdc', pricePerRequest: '1' } })],
  ])('is not %s', (_what, given) => {
    expect(faultsBy(schema, given)).not.toEqual([]);
  });
});
