import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrometheusMetrics } from '../../../src/adapters/prometheus.ts';
import { DatabaseExports } from '../../../src/build/database-exports.ts';
import { admissionBy, type Limits } from '../../../src/http/admission.ts';
import type { ApiDependencies } from '../../../src/http/dependencies.ts';
import { FairQueue } from '../../../src/http/fair-queue.ts';
import { HistoryUnavailable } from '../../../src/live/declaration-history.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { printCursor } from '../../../src/domain/feed-position.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { emptyHistory } from '../../../src/live/service-history.ts';
import type { ChallengeStore, WebhookTargets } from '../../../src/live/ports.ts';
import { StateUnavailable } from '../../../src/domain/state-unavailable.ts';
import { Turns } from '../../../src/live/turns.ts';
import { anApi, register, request, siteUrl, type TestApi } from '../../fixtures/api.ts';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { faultsBy, operations } from '../../fixtures/described-api.ts';
import { aRegistration, registration } from '../../fixtures/registrations.ts';
import {
  as,
  change,
  registerAll,
  restore,
  send,
  type Sending,
  transfer,
  withdraw,
} from '../../fixtures/owners.ts';
import { anEntry, catalogVersion, tombstoneOf } from '../../fixtures/services.ts';
import { challengeFor, evmWallet, post as postTo } from '../../fixtures/wallets.ts';

const rain = anEntry({
  pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 3 },
  owner: 'acme',
  maintainers: ['github:9919'],
  offers: [
    {
      method: 'GET',
      path: '/cities/{city}',
      network: 'base',
      pricing: { currency: 'USDC', pricePerRequest: '1' },
    },
  ],
  deprecated: { message: 'Ends soon.', since: '2026-01-01T00:00:00.000Z' },
  request: { method: 'POST', body: { city: 'Bergen' } },
});
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

type Parts = Partial<ApiDependencies & Limits & { readonly targets: WebhookTargets }>;

/** An API with rate limits, like the one in production. */
const counting = (parts: Parts = {}): TestApi =>
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

/** A key store that fails at every access. */
const brokenKeys = { find: inside, ofActor: inside, revoke: inside };

/** A key store that does not answer. */
const absent = (): Promise<never> =>
  Promise.reject(new StateUnavailable('busy', 'the state database is locked'));
const absentKeys = { find: absent, ofActor: absent, revoke: absent };

/** An API that cannot read what was observed. */
const forgetful = (): TestApi =>
  counting({
    history: Object.assign(
      emptyHistory(() => new Date()),
      { observed: absent, checks: absent, payments: absent },
    ),
  });

const get = async (path: string, headers: Record<string, string> = {}, api = counting()): Promise<Response> =>
  request(api, path, { headers });

async function known(path: string, api = counting()): Promise<Response> {
  const tag = (await request(api, path, { method: 'HEAD' })).headers.get('etag') ?? '';
  return get(path, { 'if-none-match': tag }, api);
}

/** An API whose first service was removed. */
function burying(parts: Parts = {}, tombstone: Partial<Tombstone> = {}): TestApi {
  const api = counting(parts);
  const buried = [tombstoneOf(rain.declared, tombstone)];
  void api.store.publish({ put: [], removed: [], buried }, catalogVersion);
  return api;
}

const deleted = (path: string): Promise<Response> => get(path, {}, burying());

async function limited(path: string): Promise<Response> {
  const api = counting({ readLimit: once });
  await get(path, {}, api);
  return get(path, {}, api);
}

/** The queue is always full. */
const full = (): TestApi => {
  const admission = {
    ...admissionBy({ readLimit: often, writeLimit: often }),
    queue: new FairQueue({ maxWaiting: 0 }),
  };
  return counting({ admission });
};

const overloaded = (path: string): Promise<Response> => get(path, {}, full());

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

/** Answers of reads whose question is a body. */
const asked = (path: string, body: unknown): Record<string, () => Promise<Response>> => ({
  200: () => postTo(counting(), path, body),
  400: () => postTo(counting(), path, {}),
  413: () => postTo(counting(), path, ' '.repeat(70_000)),
  415: () => postTo(counting(), path, {}, { headers: { 'content-type': 'text/plain' } }),
  429: async () => {
    const api = counting({ readLimit: once });
    await postTo(api, path, body);
    return postTo(api, path, body);
  },
  500: () => postTo(counting({ store: broken }), path, body),
  503: () => postTo(full(), path, body),
});

/** Answers of reads that are made while they are sent. */
const readWhileSent = (path: string): Record<string, () => Promise<Response>> => ({
  ...read(path),
  503: () => crowded(path),
});

/** Asks while as many others as the server takes are in the middle of an export. */
async function crowded(path: string): Promise<Response> {
  const many = Array.from({ length: 300 }, (_, i) =>
    anEntry({ description: 'rain '.repeat(300), endpoint: `https://r${i}.example.com` }),
  );
  const api = anApi({ entries: many, parts: { readLimit: often } });
  for (let i = 0; i < 8; i += 1) {
    await (await request(api, '/api/export.ndjson')).body?.getReader().read();
  }
  return request(api, path);
}

let databases: DatabaseExports;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-'));
  const stopping = new AbortController().signal;
  databases = new DatabaseExports({ folder, siteUrl, licence: undefined, turns: new Turns(), stopping });
});

afterAll(() => databases.clear());

const getDatabase = (headers: Record<string, string> = {}): Promise<Response> =>
  get('/api/export.sqlite', headers, counting({ databases }));

const wallet = evmWallet();

/** Sends a right answer to a challenge. */
async function signedIn(api = counting()): Promise<Response> {
  const { message } = await challengeFor(api, wallet.account);
  return postTo(api, '/api/keys', { message, signature: await wallet.sign(message) });
}

/** Sends a request with the test's own key. */
const withKey = (path: string, method = 'GET', api = counting(), token = api.token): Promise<Response> =>
  request(api, path, { method, headers: { authorization: `Bearer ${token}` } });

/** An API whose owners are all blocked. */
const blocking = (): TestApi => {
  const at = new Date();
  const ownerBlock = () =>
    Promise.resolve({ kind: 'owner', subject: 'a-test', reason: 'Imitates others.', at } as const);
  return counting({ blocks: { ownerBlock, hostBlock: () => Promise.resolve(undefined) } });
};

/** An API whose store of challenges has these methods in the place of its own. */
const challenging = (methods: Partial<ChallengeStore>): TestApi => {
  const api = counting();
  Object.assign(api.challenges, methods);
  return api;
};

/** Answers that every request for a challenge or a key can have. */
const selfService = (path: string): Record<string, () => Promise<Response>> => ({
  400: () => postTo(counting(), path, '{'),
  404: () => postTo(counting({ issuer: undefined }), path, {}),
  413: () => postTo(counting(), path, ' '.repeat(70_000)),
  415: () => postTo(counting(), path, {}, { headers: { 'content-type': 'text/plain' } }),
  422: () => postTo(counting(), path, {}),
  429: async () => {
    const api = counting();
    for (let i = 0; i < 10; i += 1) await postTo(api, path, {});
    return postTo(api, path, {});
  },
});

/** Answers that every request by key can have. */
const byKey = (path: string, method = 'GET'): Record<string, () => Promise<Response>> => ({
  401: () => withKey(path, method, counting(), 'wrong'),
  403: () => withKey(path, method, blocking()),
  429: async () => {
    const api = counting({ writeLimit: once });
    await withKey(path, method, api);
    return withKey(path, method, api);
  },
  500: () => withKey(path, method, counting({ keys: brokenKeys })),
  503: () => withKey(path, method, counting({ keys: absentKeys })),
});

/** Answers that every request by an operator's key can have. */
const byOperator = (path: string, parts: Parts = {}): Record<string, () => Promise<Response>> => {
  const ask = (api: TestApi): Promise<Response> => {
    const { token } = api.keys.make(api.time.now(), undefined, { owner: 'ops', scope: 'operate' });
    return withKey(path, 'GET', api, token);
  };

  return {
    200: () => ask(counting(parts)),
    401: () => withKey(path, 'GET', counting(parts), 'wrong'),
    403: () => withKey(path, 'GET', counting(parts)),
    429: async () => {
      const api = counting({ ...parts, writeLimit: once });
      await ask(api);
      return ask(api);
    },
    500: () => withKey(path, 'GET', counting({ ...parts, keys: brokenKeys })),
    503: () => withKey(path, 'GET', counting({ ...parts, keys: absentKeys })),
  };
};

const evidence = 'https://api.example.com/.well-known/tollbook.txt';
const proof = { method: 'http', at: catalogVersion.changedAt, evidence } as const;
const claimed = {
  kind: 'decided',
  outcome: { kind: 'changed', entry: anEntry({ owner: 'acme', proof }) },
} as const;
const tombstone = { id, name: 'Rain', endpoint: evidence, deletedAt: catalogVersion.changedAt };
const missed = { kind: 'unproven', lookedFor: 'a line', found: 'it answers 404' } as const;
/** Answers that every change of one service can have. */
const byOwner = (
  path: string,
  method: string,
  body?: unknown,
  make = counting,
): Record<string, () => Promise<Response>> => {
  const ask = (api: TestApi, sending: Sending = {}): Promise<Response> =>
    send(api, method, path, body, sending);

  return {
    400: () => ask(make(), { search: '?dryRun=perhaps' }),
    401: () => ask({ ...make(), token: 'wrong' }),
    403: () => ask(as(make(), 'somebody-else')),
    404: () => send(make(), method, path.replace(id, 'unknown'), body),
    412: () => ask(make(), { headers: { 'if-match': '"old"' } }),
    429: async () => {
      const api = make({ writeLimit: once });
      await ask(api, { search: '?dryRun=true' });
      return ask(api);
    },
    500: () => ask(make({ keys: brokenKeys })),
    503: () => {
      const api = make();
      api.repository.failure = new CommitFailure('disk full');
      return ask(api);
    },
  };
};

/** Answers that every such change with a body can have. */
const byOwnerWith = (
  path: string,
  method: string,
  body: unknown,
  invalid: unknown,
): Record<string, () => Promise<Response>> => ({
  ...byOwner(path, method, body),
  410: () => send(burying(), method, path, body),
  413: () => send(counting(), method, path, ' '.repeat(70_000)),
  415: () => send(counting(), method, path, body, { headers: { 'content-type': 'text/plain' } }),
  422: () => send(counting(), method, path, invalid),
});

/** Asks about a webhook that was made with one delivery, by its path and a method. */
async function aboutWebhook(
  method: string,
  path: (webhook: string, delivery: string) => string,
  api = counting(),
): Promise<Response> {
  const made = await send(api, 'POST', '/api/webhooks', { url: 'https://hooks.example.com' });
  const { id: webhook } = NewWebhook.parse(await made.json());
  await register(api, other);
  // Nothing follows the feed here until it is asked to.
  api.deliveries.tick();
  await api.deliveries.settled();
  const [delivery] = await api.webhooks.deliveries(webhook, 1);
  return send(api, method, path(webhook, delivery?.id ?? ''), undefined);
}

/** Answers that every request about one webhook can have. */
const byWebhook = (
  method: string,
  path: (webhook: string, delivery: string) => string,
): Record<string, () => Promise<Response>> => ({
  ...byKey(path('unknown', 'unknown'), method),
  404: () => withKey(path('unknown', 'unknown'), method),
});

/** Only git knows how a service changed. */
async function withoutGit(path: string): Promise<Response> {
  const unavailable = (): Promise<never> => Promise.reject(new HistoryUnavailable('git log failed'));
  return get(path, {}, counting({ declarations: { page: unavailable, texts: unavailable } }));
}

/** A cursor of a database that is lost. */
const lostCursor = printCursor({ epoch: 'dead'.repeat(4), number: 1, at: 1 });

/** A feed whose methods a test replaces. */
const aFeed = {
  position: { epoch: 'feed'.repeat(4), number: 0, at: 0 },
  cursor: inside,
  after: inside,
  changed: inside,
};

const aTree = new TileTree();
aTree.append(leafHash('an entry'));
const aLog = { tree: aTree, entries: () => Promise.resolve(['an entry']) };
const brokenCheckpoints = {
  fault: undefined,
  newest: inside,
  get verifier(): never {
    return inside();
  },
};

/** An API that keeps the log of who is paid. */
const logging = (
  methods: { newest?: () => Promise<string | undefined>; fault?: string } = {},
  entries: () => Promise<string[]> = aLog.entries,
): TestApi => {
  const checkpoints = {
    verifier: 'a key',
    fault: undefined,
    newest: () => Promise.resolve('a note'),
    ...methods,
  };
  return counting({ transparency: { log: { ...aLog, entries }, checkpoints } });
};

/** For each operation, how to provoke each of its answers. */
const ways: Record<string, Record<string, () => Promise<Response>>> = {
  listServices: {
    ...readInTurn('/api/services?query=rain&limit=1'),
    400: () => get('/api/services?limit=0&sortBy=age'),
  },
  getService: {
    ...read(`/api/services/${id}`),
    400: () => get(`/api/services/${id}?fields=prize`),
    404: () => get('/api/services/unknown'),
    410: () => deleted(`/api/services/${id}`),
  },
  getServiceStatus: {
    ...read(`/api/services/${id}/status`),
    404: () => get('/api/services/unknown/status'),
    410: () => deleted(`/api/services/${id}/status`),
  },
  searchByIntent: {
    ...readInTurn('/api/services/search/intent?q=rain'),
    400: () => get('/api/services/search/intent'),
  },
  listDiscoveryResources: {
    ...readInTurn('/discovery/resources'),
    400: () => get('/discovery/resources?limit=0'),
  },
  searchDiscoveryResources: {
    ...readInTurn('/discovery/search?query=rain'),
    400: () => get('/discovery/search'),
  },
  listMerchantResources: {
    ...readInTurn(`/discovery/merchant?payTo=${registration.x402Config.paymentAddress}`),
    400: () => get('/discovery/merchant'),
  },
  searchArd: asked('/ard/search', { query: { text: 'rain' } }),
  exploreArd: asked('/ard/explore', { resultType: { facets: [{ field: 'tags' }] } }),
  listArdEntries: {
    ...readInTurn('/ard/agents'),
    400: () => get('/ard/agents?pageSize=0'),
  },
  getArdEntry: {
    ...readInTurn(`/ard/agents/urn%3Aair%3Acatalog.example.com%3Aservice%3A${id}`),
    400: () => get('/ard/agents/unknown'),
    404: () => get('/ard/agents/urn%3Aair%3Acatalog.example.com%3Aservice%3Aunknown'),
  },
  getArdManifest: read('/.well-known/ard.json'),
  getAiCatalog: read('/.well-known/ai-catalog.json'),
  countFacets: {
    ...readInTurn('/api/facets?query=rain'),
    400: () => get('/api/facets?maxPricePerRequest=dear'),
  },
  listChanges: {
    200: () => get('/api/changes?limit=5'),
    400: () => get('/api/changes?since=yesterday'),
    410: () => get(`/api/changes?since=${lostCursor}`),
    429: () => limited('/api/changes'),
    500: () => failed('/api/changes'),
    503: () => overloaded('/api/changes'),
  },
  streamChanges: {
    200: async () => {
      const api = counting();
      const response = await get('/api/changes/stream', {}, api);
      api.streams.stop();
      return response;
    },
    400: () => get('/api/changes/stream?since=yesterday'),
    410: () => get(`/api/changes/stream?since=${lostCursor}`),
    429: () => limited('/api/changes/stream'),
    500: () => get('/api/changes/stream', {}, counting({ feed: { ...aFeed, after: inside } })),
    503: () => get('/api/changes/stream', {}, counting({ feed: { ...aFeed, after: absent } })),
  },
  getCheckpoint: {
    200: () => get('/log/checkpoint', {}, logging()),
    404: () => get('/log/checkpoint'),
    429: () => limited('/log/checkpoint'),
    500: () => get('/log/checkpoint', {}, logging({ newest: inside })),
    503: () => get('/log/checkpoint', {}, logging({ newest: () => Promise.resolve(undefined) })),
  },
  getLogKey: {
    200: () => get('/log/vkey', {}, logging()),
    404: () => get('/log/vkey'),
    429: () => limited('/log/vkey'),
    500: () =>
      get('/log/vkey', {}, counting({ transparency: { log: aLog, checkpoints: brokenCheckpoints } })),
  },
  getLogTile: {
    200: () => get('/log/tile/0/000.p/1', {}, logging()),
    404: () => get('/log/tile/0/001', {}, logging()),
    429: () => limited('/log/tile/0/000'),
    500: () => get('/log/tile/entries/000.p/1', {}, logging({}, inside)),
    503: () => get('/log/tile/0/000.p/1', {}, logging({ fault: 'it contradicts' })),
  },
  createWebhook: {
    ...byKey('/api/webhooks', 'POST'),
    201: () => send(counting(), 'POST', '/api/webhooks', { url: 'https://hooks.example.com' }),
    400: () => send(counting(), 'POST', '/api/webhooks', '{'),
    413: () => send(counting(), 'POST', '/api/webhooks', ' '.repeat(70_000)),
    415: () => send(counting(), 'POST', '/api/webhooks', {}, { headers: { 'content-type': 'text/plain' } }),
    422: () => send(counting(), 'POST', '/api/webhooks', { url: 'http://localhost', query: 'chain=base&q=' }),
    429: async () => {
      const api = counting();
      const make = () => send(api, 'POST', '/api/webhooks', { url: 'https://hooks.example.com' });
      for (let i = 0; i < 20; i += 1) await make();
      return make();
    },
  },
  listWebhooks: { ...byKey('/api/webhooks'), 200: () => aboutWebhook('GET', () => '/api/webhooks') },
  getWebhook: {
    ...byWebhook('GET', (id) => `/api/webhooks/${id}`),
    200: () => aboutWebhook('GET', (id) => `/api/webhooks/${id}`),
  },
  deleteWebhook: {
    ...byWebhook('DELETE', (id) => `/api/webhooks/${id}`),
    204: () => aboutWebhook('DELETE', (id) => `/api/webhooks/${id}`),
  },
  testWebhook: {
    ...byWebhook('POST', (id) => `/api/webhooks/${id}/test`),
    200: () => aboutWebhook('POST', (id) => `/api/webhooks/${id}/test`),
  },
  rotateWebhookSecret: {
    ...byWebhook('POST', (id) => `/api/webhooks/${id}/secret`),
    200: () => aboutWebhook('POST', (id) => `/api/webhooks/${id}/secret`),
  },
  enableWebhook: {
    ...byWebhook('POST', (id) => `/api/webhooks/${id}/enable`),
    200: () => aboutWebhook('POST', (id) => `/api/webhooks/${id}/enable`),
  },
  replayDelivery: {
    ...byWebhook('POST', (id, delivery) => `/api/webhooks/${id}/deliveries/${delivery}/replay`),
    202: () => aboutWebhook('POST', (id, delivery) => `/api/webhooks/${id}/deliveries/${delivery}/replay`),
    409: () => {
      const gone = { post: () => Promise.resolve({ status: 410, retryAt: undefined }) };
      const path = (id: string, delivery: string): string =>
        `/api/webhooks/${id}/deliveries/${delivery}/replay`;
      return aboutWebhook('POST', path, counting({ targets: gone }));
    },
  },
  suggest: {
    ...readInTurn('/api/suggest?query=ra'),
    400: () => get(`/api/suggest?query=${'a'.repeat(501)}`),
  },
  listSimilarServices: {
    ...readInTurn(`/api/services/${id}/similar`),
    404: () => get('/api/services/unknown/similar'),
    410: () => deleted(`/api/services/${id}/similar`),
  },
  getServiceHistory: {
    ...read(`/api/services/${id}/history?limit=5`),
    503: () => withoutGit(`/api/services/${id}/history`),
    400: () => get(`/api/services/${id}/history?limit=0`),
    404: () => get('/api/services/unknown/history'),
  },
  getServiceTrust: {
    ...read(`/api/services/${id}/trust`),
    404: () => get('/api/services/unknown/trust'),
    410: () => deleted(`/api/services/${id}/trust`),
  },
  getServiceObserved: {
    ...read(`/api/services/${id}/observed`),
    404: () => get('/api/services/unknown/observed'),
    410: () => deleted(`/api/services/${id}/observed`),
    503: () => get(`/api/services/${id}/observed`, {}, forgetful()),
  },
  getServiceChecks: {
    ...read(`/api/services/${id}/checks?days=7`),
    400: () => get(`/api/services/${id}/checks?days=0`),
    404: () => get('/api/services/unknown/checks'),
    410: () => deleted(`/api/services/${id}/checks`),
    503: () => get(`/api/services/${id}/checks`, {}, forgetful()),
  },
  getServicePayments: {
    ...read(`/api/services/${id}/payments?days=7`),
    400: () => get(`/api/services/${id}/payments?days=366`),
    404: () => get('/api/services/unknown/payments'),
    410: () => deleted(`/api/services/${id}/payments`),
    503: () => get(`/api/services/${id}/payments`, {}, forgetful()),
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
    403: () => claim({ kind: 'decided', outcome: { kind: 'forbidden', why: 'by_operator' } }),
    404: () => claim({ kind: 'decided', outcome: { kind: 'unknown' } }, undefined, {}, 'unknown'),
    409: () => claim({ kind: 'decided', outcome: { kind: 'proven', owner: 'acme' } }),
    410: () => claim({ kind: 'decided', outcome: { kind: 'gone', tombstone } }),
    413: () => claim(claimed, ' '.repeat(70_000)),
    415: () => claim(claimed, {}, { 'content-type': 'text/plain' }),
    422: () => claim(missed),
    429: () => claim({ kind: 'too_many', retryAfterSeconds: 60 }),
    500: () => claimWith(counting({ claim: inside })),
    503: () => claim({ kind: 'unavailable' }),
  },
  listCategories: readInTurn('/api/categories'),
  exportCatalog: readWhileSent('/api/export'),
  exportNdjson: readWhileSent('/api/export.ndjson'),
  exportCsv: readWhileSent('/api/export.csv'),
  exportSqlite: {
    ...read('/api/export.sqlite'),
    200: () => getDatabase(),
    206: () => getDatabase({ range: 'bytes=0-9' }),
    304: () => known('/api/export.sqlite', counting({ databases })),
    416: () => getDatabase({ range: 'bytes=9999999-' }),
    503: () => get('/api/export.sqlite'),
  },
  getHealth: {
    200: () => get('/health'),
    503: () =>
      get('/health', {}, counting({ health: () => Promise.reject(new Error('there is no catalog')) })),
  },
  getReadiness: {
    200: () => get('/ready'),
    500: () => get('/ready', {}, counting({ isStopping: inside })),
    503: () => get('/ready', {}, counting({ isStopping: () => true })),
  },
  listAuditLines: {
    ...byOperator('/api/audit'),
    400: () => {
      const api = counting();
      const { token } = api.keys.make(api.time.now(), undefined, { owner: 'ops', scope: 'operate' });
      return withKey('/api/audit?since=soon', 'GET', api, token);
    },
  },
  getMetrics: {
    ...byOperator('/metrics', { metrics: new PrometheusMetrics(), metricsNeedKey: true }),
    404: () => get('/metrics'),
    500: () => get('/metrics', {}, counting({ metrics: { contentType: 'text/plain', text: inside } })),
  },
  getApiCatalog: read('/.well-known/api-catalog'),
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
    403: () => register(blocking(), other),
    409: () => post(registration),
    413: () => post(' '.repeat(70_000)),
    415: () => post(other, { 'content-type': 'text/plain' }),
    422: () => post({ name: '' }),
    429: async () => {
      const api = counting({ writeLimit: once });
      await register(api, other);
      return register(api, other);
    },
    500: () => register(counting({ keys: brokenKeys }), other),
    503: async () => {
      const api = counting();
      api.repository.failure = new CommitFailure('disk full');
      return register(api, other);
    },
  },
  registerServices: {
    200: () => registerAll(counting(), [other, registration, { name: '' }]),
    400: () => send(counting(), 'POST', '/api/services/batch', '{'),
    401: () => registerAll({ ...counting(), token: 'wrong' }, [other]),
    403: () => registerAll(blocking(), [other]),
    413: () => send(counting(), 'POST', '/api/services/batch', ' '.repeat(4 * 1024 * 1024 + 1)),
    415: () => registerAll(counting(), [other], { headers: { 'content-type': 'text/plain' } }),
    422: () => registerAll(counting(), []),
    429: async () => {
      const api = counting({ writeLimit: once });
      await registerAll(api, [other]);
      return registerAll(api, [other]);
    },
    500: () => registerAll(counting({ keys: brokenKeys }), [other]),
    503: () => {
      const api = counting();
      api.repository.failure = new CommitFailure('disk full');
      return registerAll(api, [other]);
    },
  },
  getDeclaration: {
    ...read(`/api/services/${id}/declaration`),
    404: () => get('/api/services/unknown/declaration'),
    410: () => deleted(`/api/services/${id}/declaration`),
  },
  changeService: {
    ...byOwnerWith(`/api/services/${id}`, 'PATCH', { name: 'Rain' }, { name: '', owner: 'me' }),
    200: () => change(counting(), id, { name: 'Rain' }),
    409: () => change(counting(), id, { endpoint: 'https://maps.example.com' }),
  },
  deleteService: {
    ...byOwner(`/api/services/${id}`, 'DELETE'),
    204: () => withdraw(counting(), id),
    410: () => withdraw(burying(), id),
  },
  restoreService: {
    ...byOwner(`/api/services/${id}/restore`, 'POST', undefined, burying),
    200: () => restore(burying(), id),
    409: () => restore(counting(), id),
    410: () => restore(burying({}, { deletedAt: '2025-01-01T00:00:00.000Z' }), id),
    422: () => restore(burying({}, { service: { ...rain.declared, category: 'gone' } }), id),
  },
  transferService: {
    ...byOwnerWith(`/api/services/${id}/transfer`, 'POST', { to: 'github:9919' }, { to: 'Nobody' }),
    200: () => transfer(counting(), id, { to: 'acme' }),
    202: () => transfer(counting(), id, { to: 'github:9919' }),
  },
  askChallenge: {
    ...selfService('/api/challenges'),
    201: () => postTo(counting(), '/api/challenges', { account: wallet.account }),
    500: () => postTo(challenging({ open: inside }), '/api/challenges', { account: wallet.account }),
    503: () => postTo(challenging({ open: absent }), '/api/challenges', { account: wallet.account }),
  },
  makeKey: {
    ...selfService('/api/keys'),
    201: () => signedIn(),
    403: () => {
      const api = counting();
      const subject = `wallet:${wallet.address}`;
      api.blocks.add({ kind: 'owner', subject, reason: 'Imitates others.', at: new Date() });
      return signedIn(api);
    },
    500: () => signedIn(challenging({ take: inside })),
    503: () => signedIn(challenging({ take: absent })),
  },
  listKeys: { ...byKey('/api/keys'), 200: () => withKey('/api/keys') },
  revokeKey: {
    ...byKey('/api/keys/unknown', 'DELETE'),
    204: () => {
      const api = counting();
      return withKey(`/api/keys/${api.keys.make(api.time.now()).id}`, 'DELETE', api);
    },
    404: () => withKey('/api/keys/unknown', 'DELETE'),
  },
};

/** Answers that cannot be had here: 400 and 408 need a server (test/unit/http/hostile.test.ts), 500 something that nobody foresaw. */
const outOfReach = new Set([
  'registerService 408',
  'registerServices 408',
  'changeService 408',
  'createWebhook 408',
  'transferService 408',
  'askChallenge 408',
  'makeKey 408',
  'validateEndpoint 408',
  'claimService 408',
  'getHealth 400',
  'getReadiness 400',
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
    const read = (): unknown => (/^application\/(?:\w+\+)?json$/.test(type) ? JSON.parse(text) : text);

    expect(response.status).toBe(Number(status));
    if (status === '304' || status === '204') expect(text).toBe('');
    else expect(schema ? faultsBy(schema, read()) : `${type} is not described`).toEqual([]);
  });

  it.each(cases)('sends exactly the described headers: $name', async ({ described, ask }) => {
    const { headers, body } = await (ask ?? inside)();
    await body?.cancel();
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
