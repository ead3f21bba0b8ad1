import { describe, expect, it } from 'vitest';
import { keyDirectory } from '../../../src/adapters/signing/http-signature.ts';
import { printCursor } from '../../../src/domain/feed-position.ts';
import { noOutcomes, type Statement } from '../../../src/domain/outcome.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import { DatabaseFailure, StateUnavailable } from '../../../src/domain/unavailable.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { admissionBy, type Limits } from '../../../src/http/admission.ts';
import type { ApiDependencies } from '../../../src/http/dependencies.ts';
import { FairQueue } from '../../../src/http/fair-queue.ts';
import { Shares } from '../../../src/http/shares.ts';
import { HistoryUnavailable } from '../../../src/live/declaration-history.ts';
import type { IntakeAnswer } from '../../../src/live/outcome-intake.ts';
import type { ReplyAnswer } from '../../../src/live/outcome-reply.ts';
import type { WebhookTargets } from '../../../src/live/ports.ts';
import { emptyHistory } from '../../../src/live/service-history.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import { signNote } from '../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { statementView } from '../../../src/views/outcomes.ts';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { aHttpSigner } from '../../fixtures/http-signer.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';
import { anApi, register, request, type TestApi } from '../../fixtures/api.ts';
import { contractFaults } from '../../fixtures/contract.ts';
import { faultsBy, operations } from '../../fixtures/described-api.ts';
import { memoryDatabases } from '../../fixtures/memory-databases.ts';
import { send } from '../../fixtures/owners.ts';
import { aRegistration, registration } from '../../fixtures/registrations.ts';
import { anEntry, catalogVersion, tombstoneOf } from '../../fixtures/services.ts';
import { challengeFor, evmWallet } from '../../fixtures/wallets.ts';

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
const maps = anEntry(
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
);
const { id } = rain.declared;
const other = aRegistration({ endpoint: 'https://other.example.com' });
const hook = { url: 'https://hooks.example.com' };
const probed = { endpoint: 'https://api.example.com' };
const wallet = evmWallet();

const stated: Statement = {
  ...{ kind: 'statement', id: '0m9tq2c7x5e1r8b4k6w3', service: id, host: 'api.example.com', wallet: '0xab' },
  ...{ at: catalogVersion.changedAt, class: 'payer', outcome: 'delivered' },
  settlement: {
    ...{
      network: 'eip155:8453',
      tx: `0x${'ab'.repeat(32)}`,
      index: 1,
      block: 1,
      payer: '0xcd',
      payTo: '0xab',
    },
    ...{ asset: '0xef', amount: '0.1', currency: 'USDC', at: catalogVersion.changedAt },
  },
};
const standing = { statement: stated, uncounted: null, state: 'stands', reply: undefined } as const;
const outcomes: ApiDependencies['outcomes'] = {
  intake: {
    submit: () => Promise.resolve({ kind: 'recorded', statement: stated }),
    reply: () =>
      Promise.resolve({
        kind: 'replied',
        reply: { ...stated, kind: 'reply', statement: stated.id, reply: 'not_ours' },
      }),
  },
  stated: {
    standing: () => Promise.resolve({ statements: [standing], summary: noOutcomes }),
    statement: () => Promise.resolve(statementView(standing)),
    async *byService() {
      yield [id, [stated]];
    },
    origin: () => Promise.resolve({}),
  },
};

/** One request that an operation answers with what was asked for, and how to spoil it. */
interface Ask {
  /** `{webhook}`, `{delivery}` and `{key}` stand for those that were made before. */
  readonly path: string;
  readonly body?: unknown;
  /** The path with a parameter that the operation refuses. */
  readonly wrong?: string;
  /** The path for something that is not there; by default, with another id. */
  readonly unknown?: string;
  /** A body that breaks a rule. */
  readonly invalid?: unknown;
  /** Asked about a service that was removed before. */
  readonly removed?: true;
}

const service = (path: string, rest: Partial<Ask> = {}): Ask => ({
  path: `/api/services/${id}${path}`,
  ...rest,
});
const read = (path: string, wrong = path): Ask => ({ path, wrong });

const asks: Readonly<Record<string, Ask>> = {
  listServices: read('/api/services?query=rain&limit=1', '/api/services?limit=0&sortBy=age'),
  getService: service('', { wrong: `/api/services/${id}?fields=prize` }),
  getServiceStatus: service('/status'),
  searchByIntent: read('/api/services/search/intent?q=rain', '/api/services/search/intent'),
  listDiscoveryResources: read('/discovery/resources', '/discovery/resources?limit=0'),
  searchDiscoveryResources: read('/discovery/search?query=rain', '/discovery/search'),
  listMerchantResources: read(
    `/discovery/merchant?payTo=${registration.x402Config.paymentAddress}`,
    '/discovery/merchant',
  ),
  searchArd: { path: '/ard/search', body: { query: { text: 'rain' } } },
  exploreArd: { path: '/ard/explore', body: { resultType: { facets: [{ field: 'tags' }] } } },
  listArdEntries: read('/ard/agents', '/ard/agents?pageSize=0'),
  getArdEntry: read(`/ard/agents/urn%3Aair%3Acatalog.example.com%3Aservice%3A${id}`, '/ard/agents/unknown'),
  getArdManifest: read('/.well-known/ard.json'),
  getAiCatalog: read('/.well-known/ai-catalog.json'),
  countFacets: read('/api/facets?query=rain', '/api/facets?maxPricePerRequest=dear'),
  listChanges: read('/api/changes?limit=5', '/api/changes?since=yesterday'),
  streamChanges: read('/api/changes/stream', '/api/changes/stream?since=yesterday'),
  getCheckpoint: read('/log/checkpoint'),
  getLogKey: read('/log/vkey'),
  getLogTile: { path: '/log/tile/entries/000.p/1', unknown: '/log/tile/0/001' },
  createWebhook: { path: '/api/webhooks', body: hook },
  listWebhooks: { path: '/api/webhooks' },
  getWebhook: { path: '/api/webhooks/{webhook}' },
  deleteWebhook: { path: '/api/webhooks/{webhook}' },
  testWebhook: { path: '/api/webhooks/{webhook}/test' },
  rotateWebhookSecret: { path: '/api/webhooks/{webhook}/secret' },
  enableWebhook: { path: '/api/webhooks/{webhook}/enable' },
  replayDelivery: { path: '/api/webhooks/{webhook}/deliveries/{delivery}/replay' },
  suggest: read('/api/suggest?query=ra', `/api/suggest?query=${'a'.repeat(501)}`),
  listSimilarServices: service('/similar'),
  getServiceHistory: service('/history?limit=5', { wrong: `/api/services/${id}/history?limit=0` }),
  getServiceTrust: service('/trust'),
  getServiceObserved: service('/observed'),
  getServiceChecks: service('/checks?days=7', { wrong: `/api/services/${id}/checks?days=0` }),
  getServiceProof: service('/proof'),
  getServicePayments: service('/payments?days=7', { wrong: `/api/services/${id}/payments?days=366` }),
  getDeclaration: service('/declaration'),
  validateEndpoint: { path: '/api/validate', body: probed },
  listCategories: read('/api/categories'),
  exportCatalog: read('/api/export'),
  exportNdjson: read('/api/export.ndjson'),
  exportCsv: read('/api/export.csv'),
  exportSqlite: read('/api/export.sqlite'),
  getHealth: read('/health'),
  getReadiness: read('/ready'),
  getMetrics: read('/metrics'),
  listAuditLines: read('/api/audit', '/api/audit?since=soon'),
  getApiCatalog: read('/.well-known/api-catalog'),
  getKeyDirectory: read('/.well-known/http-message-signatures-directory'),
  getOpenApi: read('/openapi.json'),
  registerService: { path: '/api/services', body: other },
  registerServices: { path: '/api/services/batch', body: { services: [other, registration, { name: '' }] } },
  changeService: service('', { body: { name: 'Rain' }, invalid: { name: '', owner: 'me' } }),
  deleteService: service(''),
  restoreService: service('/restore', { removed: true }),
  transferService: service('/transfer', { body: { to: 'acme' }, invalid: { to: 'Nobody' } }),
  claimService: service('/claim', { body: { method: 'http' }, invalid: { method: 'magic' } }),
  stateOutcome: service('/outcomes', {
    wrong: `/api/services/${id}/outcomes?replace=perhaps`,
    body: { network: 'base', tx: `0x${'ab'.repeat(32)}`, outcome: 'delivered' },
    invalid: { network: 'base', tx: 'none', outcome: 'perfect' },
  }),
  replyToOutcome: service(`/outcomes/${stated.id}/reply`, {
    body: { reply: 'not_ours' },
    invalid: { reply: 'no' },
  }),
  getServiceOutcomes: service('/outcomes?limit=5', { wrong: `/api/services/${id}/outcomes?limit=0` }),
  exportOutcomes: read('/api/outcomes.ndjson'),
  askChallenge: { path: '/api/challenges', body: { account: wallet.account } },
  makeKey: { path: '/api/keys', body: signature },
  listKeys: { path: '/api/keys' },
  revokeKey: { path: '/api/keys/{key}' },
};

/** Signs in with a wallet. */
async function signature(api: TestApi): Promise<object> {
  const { message } = await challengeFor(api, wallet.account);
  return { message, signature: await wallet.sign(message) };
}

type Parts = Partial<ApiDependencies & Limits & { readonly targets: WebhookTargets }>;

const often = { requests: 1000, perSeconds: 60 };
const once = { requests: 1, perSeconds: 60 };
const evidence = 'https://api.example.com/.well-known/tollbook.txt';
const proof = { method: 'http', at: catalogVersion.changedAt, evidence } as const;
const tree = new TileTree();
tree.append(leafHash('an entry'));
const log = {
  ...{ tree, newestOf: () => 0 },
  entries: () => Promise.resolve(['an entry']),
  entry: () => Promise.resolve('an entry'),
};
const signer = aHttpSigner();
const note = signNote(
  printCheckpoint({ origin: 'example.com/log', size: 1, root: tree.root() }),
  noteSigner(),
);
const checkpoints = { verifier: 'a key', fault: undefined, newest: () => Promise.resolve(note) };
/** An API with everything that is optional, and with limits, like the one in production. */
const whole = (parts: Parts = {}): TestApi =>
  anApi({
    entries: [rain, maps],
    parts: {
      ...{
        readLimit: often,
        writeLimit: often,
        databases: memoryDatabases,
        transparency: { log, checkpoints },
        outcomes,
        keyDirectory: () => keyDirectory(signer),
      },
      metrics: { contentType: 'text/plain', text: () => Promise.resolve('up 1\n') },
      metricsNeedKey: true,
      claim: () =>
        Promise.resolve({
          kind: 'decided',
          outcome: { kind: 'changed', entry: anEntry({ owner: 'acme', proof }) },
        }),
      ...parts,
    },
  });

/** An API whose first service was removed. */
function burying(tombstone: Partial<Tombstone> = {}, api = whole()): TestApi {
  const buried = [tombstoneOf(rain.declared, tombstone)];
  void api.store.publish({ put: [], removed: [], buried }, catalogVersion);
  return api;
}

/** Puts one function in the place of all methods and properties that a part of the API has. */
function replaceAll(part: object, replacement: () => unknown): void {
  const prototype: object = Object.getPrototypeOf(part) as object;
  for (const [name, known] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    Object.defineProperty(part, name, known.get ? { get: replacement } : { value: replacement });
  }
}

const inside = (): never => {
  throw new Error('something inside');
};
const absent = (): Promise<never> => Promise.reject(new StateUnavailable('busy', 'the database is locked'));
const noGit = (): Promise<never> => Promise.reject(new HistoryUnavailable('git log failed'));

/** An API in which everything that an operation can ask throws. */
function broken(): [TestApi, () => void] {
  const newest = inside;
  const throwing = { log: { ...log, entries: inside }, checkpoints: { ...checkpoints, newest } };
  Object.defineProperty(throwing.checkpoints, 'verifier', { get: inside });
  const declarations = { page: inside, texts: inside };
  const parts = {
    declarations,
    keyDirectory: inside,
    validate: inside,
    claim: inside,
    isStopping: inside,
    outcomes: {
      intake: { submit: inside, reply: inside },
      stated: { standing: inside, statement: inside, byService: inside, origin: inside },
    },
    metricsNeedKey: false,
  };
  const metrics = { contentType: 'text/plain', text: inside };
  const api = whole({ ...parts, metrics, transparency: throwing });

  return [
    api,
    () => {
      for (const part of [api.store, api.keys, api.challenges, api.feed]) replaceAll(part, inside);
    },
  ];
}

/** An API in which everything that an operation can ask is unavailable, and that has too much to do. */
function unavailable(): [TestApi, () => Promise<void>] {
  const api = whole({
    databases: { open: () => Promise.reject(new DatabaseFailure('the disk is full')) },
    history: Object.assign(
      emptyHistory(() => new Date()),
      { observed: absent, checks: absent, payments: absent },
    ),
    ...{ declarations: { page: noGit, texts: noGit }, isStopping: () => true },
    health: () => Promise.reject(new Error('there is no catalog')),
    validate: () => Promise.reject(new CannotAsk('api.example.com', 'EMFILE')),
    outcomes: {
      intake: { submit: absent, reply: absent },
      stated: {
        standing: absent,
        statement: absent,
        async *byService() {
          yield await absent();
        },
        origin: absent,
      },
    },
    claim: () => Promise.resolve({ kind: 'unavailable' }),
    transparency: {
      log,
      checkpoints: { ...checkpoints, fault: 'it contradicts', newest: () => Promise.resolve(undefined) },
    },
    admission: {
      ...admissionBy({ readLimit: often, writeLimit: often }),
      queue: new FairQueue({ maxWaiting: 0 }),
      questions: new FairQueue({ maxWaiting: 0 }),
      downloads: new Shares(0),
    },
  });

  return [
    api,
    async () => {
      Object.defineProperty(api.feed, 'after', { value: absent });
      for (const part of [api.keys, api.challenges]) replaceAll(part, absent);
    },
  ];
}

type Asked = Ask & { readonly method: string };

interface Changes {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when everything else is ready. */
  readonly spoil?: () => void | Promise<void>;
}

/** Asks as the table says, but for some changes. */
async function ask(
  of: Asked,
  api: TestApi,
  { path = of.path, body, headers, spoil }: Changes = {},
): Promise<Response> {
  const { body: valid } = of;
  const own = typeof valid === 'function' && body === undefined ? (valid as typeof signature)(api) : valid;
  const sent = valid === undefined ? undefined : (body ?? (await own));
  const sender = of.removed ? burying({}, api) : api;
  await spoil?.();

  return send(sender, of.method, path.replaceAll(/\{\w+\}/g, 'unknown'), sent, { headers: headers ?? {} });
}

/** Asks with a key that may do it, about what is there. */
async function askRightly(of: Asked, api = whole()): Promise<Response> {
  const { token } = /^\/(metrics|api\/audit)/.test(of.path) ? keyOfOperator(api) : api;

  return ask(of, { ...api, token }, { path: of.path.includes('{') ? await made(of.path, api) : of.path });
}

function keyOfOperator(api: TestApi): { readonly token: string } {
  return api.keys.make(api.time.now(), undefined, { owner: 'ops', scope: 'operate' });
}

/** The path to a key, or to a webhook with one delivery, that this makes. */
async function made(path: string, api: TestApi): Promise<string> {
  if (path.includes('{key}')) return path.replace('{key}', api.keys.make(api.time.now()).id);

  const answer = await send(api, 'POST', '/api/webhooks', hook);
  const { id: webhook } = NewWebhook.parse(await answer.json());
  await register(api, other);
  // Nothing follows the feed here until it is asked to.
  api.deliveries.tick();
  await api.deliveries.settled();
  const [delivery] = await api.webhooks.deliveries(webhook, 1);
  return path.replace('{webhook}', webhook).replace('{delivery}', delivery?.id ?? '');
}

type Provocation = (of: Asked) => Promise<Response>;

/** A cursor of a database that is lost. */
const lostCursor = printCursor({ epoch: 'dead'.repeat(4), number: 1, at: 1 });

/** How to get each status from any operation that has it; the first way that leads there counts. */
const provocations: Readonly<Record<string, readonly Provocation[]>> = {
  200: [(of) => askRightly(of)],
  201: [(of) => askRightly(of)],
  202: [(of) => askRightly(of)],
  204: [(of) => askRightly(of)],
  304: [
    async (of) => {
      const api = whole();
      const tag = (await request(api, of.path, { method: 'HEAD' })).headers.get('etag') ?? '';
      return ask(of, api, { headers: { 'if-none-match': tag } });
    },
  ],
  400: [
    (of) => ask(of, whole(), { body: '{' }),
    (of) => ask(of, whole(), { path: `${of.path}?dryRun=perhaps` }),
    async (of) => {
      const api = whole();
      return ask(of, { ...api, ...keyOfOperator(api) }, { path: of.wrong ?? of.path });
    },
  ],
  401: [(of) => ask(of, { ...whole(), token: 'wrong' })],
  403: [
    // An owner's key, where it takes one of an operator, and an owner who is blocked.
    (of) => ask(of, whole()),
    (of) => {
      const api = whole();
      for (const subject of ['acme', `wallet:${wallet.address}`]) {
        api.blocks.add({ kind: 'owner', subject, reason: 'Imitates others.', at: new Date() });
      }
      return ask(of, api);
    },
  ],
  404: [
    (of) => ask(of, whole(), { path: of.unknown ?? of.path.replace(id, 'unknown') }),
    (of) =>
      ask(
        of,
        whole({ transparency: undefined, keyDirectory: undefined, metrics: undefined, issuer: undefined }),
        { body: {} },
      ),
  ],
  410: [
    (of) => ask(of, burying()),
    (of) => ask(of, whole(), { path: `${of.path.replace(/\?.*/, '')}?since=${lostCursor}` }),
  ],
  412: [(of) => ask(of, whole(), { headers: { 'if-match': '"old"' } })],
  413: [(of) => ask(of, whole(), { body: ' '.repeat(of.path.endsWith('/batch') ? 4_194_305 : 70_000) })],
  415: [(of) => ask(of, whole(), { headers: { 'content-type': 'text/plain' } })],
  422: [(of) => ask(of, whole(), { body: of.invalid ?? {} })],
  429: [
    async (of) => {
      const api = whole({ readLimit: once, writeLimit: once });
      const body = typeof of.body === 'function' ? {} : undefined;
      // The most that any limit of its own allows is 30.
      for (let i = 0; i < 30; i += 1) {
        const answer = await ask(of, api, { body });
        if (answer.status === 429) return answer;
        await answer.body?.cancel();
      }
      return ask(of, api, { body });
    },
  ],
  500: [
    (of) => {
      const [api, spoil] = broken();
      return ask(of, api, { spoil });
    },
  ],
  503: [
    (of) => {
      const [api, spoil] = unavailable();
      return ask(of, api, { spoil });
    },
    // A server that knows that it is behind others calls no service unknown.
    (of) => {
      const current = () => Promise.resolve(false);
      return ask(of, whole({ current }), { path: of.path.replace(id, 'unknown') });
    },
  ],
};

const path = `/api/services/${id}`;
const tombstone = { id, name: 'Rain', endpoint: evidence, deletedAt: catalogVersion.changedAt };
const claimed =
  (answer: Awaited<ReturnType<ApiDependencies['claim']>>): Provocation =>
  (of) =>
    ask(of, whole({ claim: () => Promise.resolve(answer) }));
const decided = (
  outcome: Extract<Parameters<typeof claimed>[0], { kind: 'decided' }>['outcome'],
): Provocation => claimed({ kind: 'decided', outcome });
const submitted =
  (answer: IntakeAnswer): Provocation =>
  (of) =>
    ask(
      of,
      whole({
        outcomes: { ...outcomes, intake: { ...outcomes.intake, submit: () => Promise.resolve(answer) } },
      }),
    );
const replied =
  (answer: ReplyAnswer): Provocation =>
  (of) =>
    ask(
      of,
      whole({
        outcomes: { ...outcomes, intake: { ...outcomes.intake, reply: () => Promise.resolve(answer) } },
      }),
    );
const ofDatabase =
  (range: string): Provocation =>
  (of) =>
    ask(of, whole(), { headers: { range } });

/** Answers for which it takes more than that. */
const special: Readonly<Record<string, Provocation>> = {
  'stateOutcome 202': submitted({ kind: 'waiting', id: stated.id, for: 'finality' }),
  'stateOutcome 409': submitted({ kind: 'exists', id: stated.id }),
  'stateOutcome 501': submitted({ kind: 'not_counted' }),
  'replyToOutcome 404': replied({ kind: 'unknown' }),
  'replyToOutcome 409': replied({ kind: 'exists' }),
  'streamChanges 200': async (of) => {
    const api = whole();
    const response = await ask(of, api);
    api.streams.stop();
    return response;
  },
  'exportSqlite 206': ofDatabase('bytes=0-9'),
  'exportSqlite 416': ofDatabase('bytes=9999999-'),
  'registerService 200': () => send(whole(), 'POST', '/api/services?dryRun=true', other),
  'registerService 409': (of) => ask(of, whole(), { body: registration }),
  'changeService 409': (of) => ask(of, whole(), { body: { endpoint: 'https://maps.example.com' } }),
  'transferService 202': (of) => ask(of, whole(), { body: { to: 'github:9919' } }),
  'restoreService 409': () => send(whole(), 'POST', `${path}/restore`, undefined),
  'restoreService 410': () =>
    send(burying({ deletedAt: '2025-01-01T00:00:00.000Z' }), 'POST', `${path}/restore`, undefined),
  'restoreService 422': () =>
    send(burying({ service: { ...rain.declared, category: 'gone' } }), 'POST', `${path}/restore`, undefined),
  'claimService 404': decided({ kind: 'unknown' }),
  'claimService 409': decided({ kind: 'proven', owner: 'acme' }),
  'claimService 410': decided({ kind: 'gone', tombstone }),
  'claimService 422': claimed({ kind: 'unproven', lookedFor: 'a line', found: 'it answers 404' }),
  'claimService 429': claimed({ kind: 'too_many', retryAfterSeconds: 60 }),
  'replayDelivery 409': (of) => {
    const gone = { post: () => Promise.resolve({ status: 410, retryAt: undefined }) };
    return askRightly(of, whole({ targets: gone }));
  },
};

/** 408 needs a server that waits (test/unit/http/hostile.test.ts); these need a malformed URL, or something that nobody foresaw. */
const outOfReach = ['getHealth 400', 'getReadiness 400', 'getOpenApi 400', 'getHealth 500'];

const cases = operations.flatMap(({ method, path, operation: { operationId, responses } }) =>
  Object.keys(responses)
    .filter((status) => status !== '408' && !outOfReach.includes(`${operationId} ${status}`))
    .map((status) => ({ name: `${operationId} ${status}`, operationId, method, path, status })),
);

/** The first answer with the status that a provocation leads to. */
async function provoked(operationId: string, status: string): Promise<Response> {
  const described = operations.find(({ operation }) => operation.operationId === operationId);
  const asked = asks[operationId];
  if (!described || !asked) throw new Error(`nobody knows how to ask ${operationId}`);

  const of = { ...asked, method: described.method.toUpperCase() };
  const got: number[] = [];
  for (const provoke of [special[`${operationId} ${status}`] ?? [], provocations[status] ?? []].flat()) {
    const response = await provoke(of);
    if (response.status === Number(status)) return response;
    await response.body?.cancel();
    got.push(response.status);
  }
  throw new Error(`${operationId} does not answer ${status}, but ${got.join(' and ')}`);
}

describe('every described answer', () => {
  it.each(cases)('exists as it is described: $name', async ({ operationId, method, path, status }) => {
    const response = await provoked(operationId, status);
    const body = await response.text();

    expect(contractFaults({ method, path, response, body })).toEqual([]);
  });

  it.each([
    ['listServices', '200', ['ETag', 'Cache-Control', 'X-Catalog-Version', 'X-Request-Id', 'Link']],
    ['listServices', '200', ['RateLimit', 'RateLimit-Policy', 'X-Total-Count']],
    ['registerService', '401', ['WWW-Authenticate']],
    ['registerService', '429', ['Retry-After']],
    ['registerService', '503', ['Retry-After']],
  ])('of %s %s has its headers: %j', async (operationId, status, names) => {
    const { headers } = await provoked(operationId, status);

    expect(names.filter((name) => !headers.get(name))).toEqual([]);
  });
});

describe('the comparison of an answer with the description', () => {
  const json = { 'content-type': 'application/json' };

  it.each<[string, string, ResponseInit & { body?: string }]>([
    ['418 is not described', 'GET /api/categories', { status: 418 }],
    [
      'the header x-secret is not described',
      'GET /api/categories',
      { headers: { ...json, 'x-secret': '1' } },
    ],
    ['the header x-total-count: ', 'GET /api/services', { headers: { ...json, 'x-total-count': 'many' } }],
    ['text/plain is not described', 'GET /api/categories?x=1', { headers: { 'content-type': 'text/plain' } }],
    ['the value must be array', 'GET /api/categories', { headers: json, body: '{}' }],
    ['the body is not empty', 'GET /api/categories', { status: 304, body: 'something' }],
  ])('finds that %s', (fault, asked, { body, ...init }) => {
    const [method = '', path = ''] = asked.split(' ');
    const response = new Response(null, init);

    expect(contractFaults({ method, path, response, body }).join()).toContain(fault);
  });

  it.each(['GET /', 'POST /mcp', 'HEAD /api/categories', 'OPTIONS /api/services', 'DELETE /api/categories'])(
    'leaves %s alone',
    (asked) => {
      const [method = '', path = ''] = asked.split(' ');

      expect(
        contractFaults({ method, path, response: new Response(null, { status: 418 }), body: '' }),
      ).toEqual([]);
    },
  );
});

describe('a request that matches the description', () => {
  const body = operations.find(({ operation }) => operation.operationId === 'registerService')?.operation
    .requestBody;
  const schema = body?.content['application/json']?.schema ?? {};

  it('is accepted as a registration', () => {
    expect(faultsBy(schema, registration)).toEqual([]);
  });

  it.each([
    ['a field too many', { status: 'verified' }],
    ['a price as a number', { pricing: { currency: 'USDC', pricePerRequest: 0.1 } }],
    ['a name of null', { name: null }],
    ['no wallet', { x402Config: { network: 'base' } }],
    ['half a free request', { pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 0.5 } }],
    ['a currency in small letters', { pricing: { currency: 'usdc', pricePerRequest: '1' } }],
  ])('is not %s', (_what, given) => {
    expect(faultsBy(schema, aRegistration(given))).not.toEqual([]);
  });
});
