import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { printCursor } from '../../../src/domain/feed-position.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { SignInChallengeView } from '../../../src/views/keys.ts';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { observeServices } from '../../whole/e2e/observed.ts';
import { operations } from '../../fixtures/described-api.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { tombstoneOf } from '../../fixtures/services.ts';
import { evmWallet, type Wallet } from '../../fixtures/wallets.ts';
import { serviceNamed, writeCatalog, writeTombstone } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { status, type WebhookTarget, webhookTarget } from '../../support/webhook-target.ts';
import { soon } from '../../support/soon.ts';

const readLimit = 400;
const [seen, unseen, doomed] = [serviceNamed('seen'), serviceNamed('unseen'), serviceNamed('doomed')];
const edited = serviceNamed('edited', { owner: 'editor' });
const kept = serviceNamed('kept', { owner: 'withdrawer' });
const withdrawn = serviceNamed('withdrawn', { owner: 'withdrawer' });
const given = serviceNamed('given', { owner: 'giver' });
const lost = serviceNamed('lost', { owner: 'restorer' });
const uncategorized = serviceNamed('uncategorized', { owner: 'restorer', category: 'gone' });
const expired = serviceNamed('expired', { owner: 'restorer' });
const fresh = aRegistration({ name: 'Fresh', endpoint: 'https://fresh.example.com' });

const owners = [
  ...['lister', 'revoker', 'revoked', 'blocked', 'stranger'],
  ...['editor', 'withdrawer', 'restorer', 'giver', 'batcher', 'told'],
  ...[
    'teller',
    'hook-lister',
    'hook-reader',
    'hook-remover',
    'hook-tester',
    'rotator',
    'enabler',
    'replayer',
  ],
];
const [wallet, blocked] = [evmWallet(), evmWallet()];
const CreatedKey = z.object({ id: z.string(), key: z.string() });

let workplace: Workplace;
let server: RunningServer;
/** Keys of further owners, by owner. */
const keys = new Map<string, { readonly id: string; readonly key: string }>();
let proxy: { readonly url: string; stop(): Promise<unknown> };
let key: string;
let claimersKey: string;
/** Webhooks of the owner `told`: one that is on, one that its target switched off, and one to delete. */
let hooks: Readonly<Partial<Record<'on' | 'off' | 'doomed', string>>> = {};
/** Of the webhook that is on. */
let delivery = '';
let target: WebhookTarget;
let goneTarget: WebhookTarget;

/**
 * Prism between a client and the server: it answers 500 in the place of any answer that is not as the document says. It forwards wrong
 * requests too, since their refusals are to be judged.
 */
async function startProxy(upstream: string): Promise<typeof proxy> {
  const file = join(workplace.folder, 'openapi.json');
  await writeFile(file, await (await fetch(`${upstream}/openapi.json`)).text());
  const prism = join(import.meta.dirname, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [prism, 'proxy', file, upstream, '--errors', '--validate-request=false', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');

  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /(?<=listening on )http:\S+/.exec(line) ?? [];
    if (url === undefined) continue;

    child.stdout.resume();
    return {
      url,
      stop() {
        child.kill();
        return ended;
      },
    };
  }
  throw new Error('Prism ended before it listened');
}

type Ask = (base: string) => Promise<Response>;

const get =
  (path: string, headers: Record<string, string> = {}): Ask =>
  (base) =>
    fetch(base + path, { headers });

/** Asks again with the ETag of the answer before, some more times where a check ended between both and changed the answer. */
const known =
  (path: string): Ask =>
  async (base) => {
    let response = await get(path)(base);
    for (let times = 0; times < 5 && response.status !== 304; times += 1) {
      await response.body?.cancel();
      response = await get(path, { 'If-None-Match': response.headers.get('etag') ?? '' })(base);
    }
    return response;
  };

const post =
  (path: string, body: unknown, headers: Record<string, string> = {}): Ask =>
  (base) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

const register =
  (body: unknown, search = '', headers: Record<string, string> = {}): Ask =>
  (base) =>
    post(`/api/services${search}`, body, { Authorization: `Bearer ${key}`, ...headers })(base);

const claim =
  (body: unknown, id = seen.id, headers: Record<string, string> = {}): Ask =>
  (base) =>
    post(`/api/services/${id}/claim`, body, { Authorization: `Bearer ${claimersKey}`, ...headers })(base);

/** Sends a request with the key of one of the owners; `{own}` in its path stands for the id of that key, `{on}` and the like for webhooks. */
const as =
  (owner: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Ask =>
  (base) => {
    const { id = '', key: own = '' } = keys.get(owner) ?? {};
    const type = body === undefined ? undefined : { 'Content-Type': 'application/json' };
    const named = Object.entries({ own: id, delivery, ...hooks });
    const known = named.reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
    return fetch(base + known, {
      method,
      headers: { Authorization: `Bearer ${own}`, ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

const signIn =
  ({ account, sign }: Wallet): Ask =>
  async (base) => {
    const challenge = await post('/api/challenges', { account })(base);
    const { message } = SignInChallengeView.parse(await challenge.json());
    return post('/api/keys', { message, signature: await sign(message) })(base);
  };

/** Makes requests to the server itself until the limit is used up, then asks. */
const after =
  (requests: number, use: Ask, ask: Ask): Ask =>
  async (base) => {
    await Promise.all(Array.from({ length: requests }, async () => (await use(server.url)).text()));
    return ask(base);
  };

/** Asks while git is in the middle of a merge, when nothing can be committed. */
const duringMerge =
  (ask: Ask): Ask =>
  async (base) => {
    const mark = join(workplace.catalog, '.git', 'MERGE_HEAD');
    await writeFile(mark, '');
    return ask(base).finally(() => rm(mark));
  };

const read = (path: string): Record<string, Ask> => ({ 200: get(path), 304: known(path) });
const readOf = (part: string): Record<string, Ask> => ({
  ...read(`/api/services/${seen.id}${part}`),
  '200, never checked': get(`/api/services/${unseen.id}${part}`),
  404: get(`/api/services/unknown${part}`),
  410: get(`/api/services/${doomed.id}${part}`),
});
/** Prism reads bodies as JSON itself, and never answers where it cannot: these are JSON, and refused all the same. */
const tooDeep = `${'['.repeat(40)}${']'.repeat(40)}`;
const tooLong = { name: 'a'.repeat(70_000) };
const nobodyListens = { endpoint: 'http://127.0.0.1:9/' };

const deep: unknown = JSON.parse(tooDeep);
const old = { 'If-Match': '"old"' };
const [ofEdited, ofGiven] = [`/api/services/${edited.id}`, `/api/services/${given.id}/transfer`];
const restoring = ({ id }: { readonly id: string }): string => `/api/services/${id}/restore`;

/** Answers that every change of one service can have: `owner` has it, and sends nothing else. */
const ofChange = (
  owner: string,
  method: string,
  path: string,
  { id }: { readonly id: string },
  body?: unknown,
): Record<string, Ask> => ({
  400: as(owner, method, `${path}?dryRun=perhaps`, body),
  401: as('stranger', method, path, body, { Authorization: 'Bearer wrong' }),
  403: as('stranger', method, path, body),
  '403, blocked': as('blocked', method, path, body),
  404: as(owner, method, path.replace(id, 'unknown'), body),
  412: as(owner, method, path, body, old),
  429: after(20, as(owner, method, path, body, old), as(owner, method, path, body)),
});

/** Answers that every such change with a body can have. */
const ofChangeWith = (
  owner: string,
  method: string,
  path: string,
  { id }: { readonly id: string },
  body: unknown,
): Record<string, Ask> => ({
  ...ofChange(owner, method, path, { id }, body),
  '400, body': as(owner, method, path, deep),
  410: as(owner, method, path.replace(id, doomed.id), body),
  413: as(owner, method, path, tooLong),
  415: as(owner, method, path, body, { 'Content-Type': 'text/plain' }),
});

/** Answers that every request about a webhook can have; `other` has none. */
const ofWebhook = (other: string, method: string, path: string): Record<string, Ask> => {
  const unknown = as(other, method, path.replace(/\{\w+\}/g, 'unknown'));

  return {
    401: as('stranger', method, path, undefined, { Authorization: 'Bearer wrong' }),
    403: as('blocked', method, path),
    404: unknown,
    429: after(20, unknown, unknown),
  };
};

/** Answers that every read whose question is a body can have. */
const askedOf = (path: string, body: unknown): Record<string, Ask> => ({
  200: post(path, body),
  400: post(path, {}),
  '400, body': post(path, deep),
  413: post(path, tooLong),
  415: post(path, body, { 'Content-Type': 'text/plain' }),
});

/** The path of an entry of ARD. The server has no domain name, so its identifiers have one that nobody can own. */
const ardPath = (id: string): string => `/ard/agents/urn%3Aair%3A127-0-0-1.invalid%3Aservice%3A${id}`;

/** A cursor of another catalog. */
const foreign = printCursor({ epoch: '0'.repeat(16), number: 1, at: 1 });

/** A request for each answer that a client can bring about, by operation. */
const tour: Readonly<Record<string, Readonly<Record<string, Ask>>>> = {
  listServices: { ...read('/api/services?query=seen&limit=1'), 400: get('/api/services?limit=0&sortBy=age') },
  getService: { ...readOf(''), 400: get(`/api/services/${seen.id}?fields=prize`) },
  getServiceStatus: readOf('/status'),
  listSimilarServices: readOf('/similar'),
  searchByIntent: {
    ...read(
      `/api/services/search/intent?q=${encodeURIComponent('cheapest verified rain on base sepolia under $0.01, free quota')}`,
    ),
    400: get('/api/services/search/intent'),
  },
  countFacets: { ...read('/api/facets'), 400: get('/api/facets?maxPricePerRequest=dear') },
  suggest: { ...read('/api/suggest?query=we'), 400: get(`/api/suggest?query=${'a'.repeat(501)}`) },
  listDiscoveryResources: {
    ...read('/discovery/resources'),
    400: get('/discovery/resources?limit=0'),
  },
  searchDiscoveryResources: {
    ...read('/discovery/search?query=seen'),
    400: get('/discovery/search'),
  },
  listMerchantResources: {
    ...read(`/discovery/merchant?payTo=${seen.x402Config.paymentAddress}`),
    400: get('/discovery/merchant'),
  },
  searchArd: askedOf('/ard/search', { query: { text: 'seen' }, federation: 'referrals' }),
  exploreArd: askedOf('/ard/explore', { resultType: { facets: [{ field: 'pay:network' }] } }),
  listArdEntries: {
    ...read('/ard/agents?orderBy=updatedAt&pageSize=2'),
    400: get('/ard/agents?pageSize=0'),
  },
  getArdEntry: {
    ...read(ardPath(seen.id)),
    '200, never checked': get(ardPath(unseen.id)),
    400: get('/ard/agents/unknown'),
    404: get(ardPath(doomed.id)),
  },
  getArdManifest: read('/.well-known/ard.json'),
  getAiCatalog: read('/.well-known/ai-catalog.json'),
  listCategories: read('/api/categories'),
  exportCatalog: read('/api/export'),
  exportNdjson: read('/api/export.ndjson'),
  exportCsv: read('/api/export.csv'),
  exportSqlite: {
    ...read('/api/export.sqlite'),
    206: get('/api/export.sqlite', { Range: 'bytes=0-99' }),
    416: get('/api/export.sqlite', { Range: 'bytes=999999999-' }),
  },
  getServiceHistory: {
    ...read(`/api/services/${seen.id}/history`),
    '200, deleted': get(`/api/services/${doomed.id}/history`),
    400: get(`/api/services/${seen.id}/history?limit=0`),
    404: get('/api/services/unknown/history'),
  },
  getServiceTrust: readOf('/trust'),
  getServiceObserved: readOf('/observed'),
  getServiceChecks: { ...readOf('/checks'), 400: get(`/api/services/${seen.id}/checks?days=0`) },
  getServicePayments: { ...readOf('/payments'), 400: get(`/api/services/${seen.id}/payments?days=366`) },
  registerService: {
    200: register(fresh, '?dryRun=true'),
    201: register(fresh, '', { 'Idempotency-Key': 'first' }),
    '201, again': register(fresh, '', { 'Idempotency-Key': 'first' }),
    400: register(tooDeep),
    '400, parameter': register(fresh, '?dryRun=perhaps'),
    401: post('/api/services', fresh),
    403: as('blocked', 'POST', '/api/services'),
    409: register(fresh),
    413: register(tooLong),
    415: register(fresh, '', { 'Content-Type': 'text/plain' }),
    422: register({ name: '' }),
    '422, key used before': register(aRegistration(), '', { 'Idempotency-Key': 'first' }),
    503: duringMerge(register(aRegistration())),
    429: after(20, register({}, '?dryRun=true'), register(fresh)),
  },
  claimService: {
    400: claim(tooDeep),
    401: post(`/api/services/${seen.id}/claim`, { method: 'http' }),
    404: claim({ method: 'http' }, 'unknown'),
    413: claim(tooLong),
    415: claim({}, seen.id, { 'Content-Type': 'text/plain' }),
    422: claim({ method: 'email' }),
    '422, unproven': claim({ method: 'wallet' }),
    429: after(20, claim({}), claim({ method: 'http' })),
  },
  registerServices: {
    200: as('lister', 'POST', '/api/services/batch', { services: [aRegistration(), fresh, {}] }),
    400: as('lister', 'POST', '/api/services/batch', deep),
    401: post('/api/services/batch', {}),
    403: as('blocked', 'POST', '/api/services/batch', {}),
    415: as('lister', 'POST', '/api/services/batch', {}, { 'Content-Type': 'text/plain' }),
    422: as('lister', 'POST', '/api/services/batch', { services: [] }),
    429: after(
      20,
      as('batcher', 'POST', '/api/services/batch', {}),
      as('batcher', 'POST', '/api/services/batch', {}),
    ),
  },
  getDeclaration: readOf('/declaration'),
  changeService: {
    200: as('editor', 'PATCH', ofEdited, {
      deprecated: { message: 'Ends soon.' },
      maintainers: ['github:9919'],
      request: { method: 'POST', body: { city: 'Bergen' } },
    }),
    '200, as a merge patch': as(
      'editor',
      'PATCH',
      ofEdited,
      { name: 'Edited' },
      { 'Content-Type': 'application/merge-patch+json' },
    ),
    409: as('editor', 'PATCH', ofEdited, { endpoint: seen.endpoint }),
    422: as('editor', 'PATCH', ofEdited, { name: '', owner: 'me' }),
    ...ofChangeWith('editor', 'PATCH', ofEdited, edited, { name: 'Again' }),
  },
  deleteService: {
    ...ofChange('withdrawer', 'DELETE', `/api/services/${kept.id}`, kept),
    204: as('withdrawer', 'DELETE', `/api/services/${withdrawn.id}`),
    410: as('withdrawer', 'DELETE', `/api/services/${doomed.id}`),
  },
  restoreService: {
    ...ofChange('restorer', 'POST', restoring(uncategorized), uncategorized),
    200: as('restorer', 'POST', restoring(lost)),
    409: as('restorer', 'POST', restoring(seen)),
    410: as('restorer', 'POST', restoring(expired)),
    422: as('restorer', 'POST', restoring(uncategorized)),
  },
  transferService: {
    202: as('giver', 'POST', ofGiven, { to: 'github:9919' }),
    200: as('giver', 'POST', ofGiven, { to: 'giver' }),
    422: as('giver', 'POST', ofGiven, { to: 'Nobody' }),
    ...ofChangeWith('giver', 'POST', ofGiven, given, { to: 'github:9919' }),
  },
  validateEndpoint: {
    200: post('/api/validate', nobodyListens),
    400: post('/api/validate', tooDeep),
    413: post('/api/validate', tooLong),
    415: post('/api/validate', {}, { 'Content-Type': 'text/plain' }),
    422: post('/api/validate', { endpoint: 'ftp://example.com' }),
    429: after(10, post('/api/validate', tooDeep), post('/api/validate', nobodyListens)),
  },
  // These sign in, so they come before the limit for challenges is used up.
  makeKey: {
    201: signIn(wallet),
    400: post('/api/keys', tooDeep),
    403: signIn(blocked),
    413: post('/api/keys', tooLong),
    415: post('/api/keys', {}, { 'Content-Type': 'text/plain' }),
    422: post('/api/keys', { message: '', signature: '' }),
    '422, body': post('/api/keys', {}),
    '422, token': post('/api/keys', { oidcToken: '' }),
    429: after(10, post('/api/keys', {}), post('/api/keys', {})),
  },
  askChallenge: {
    201: post('/api/challenges', { account: wallet.account }),
    400: post('/api/challenges', tooDeep),
    413: post('/api/challenges', tooLong),
    415: post('/api/challenges', {}, { 'Content-Type': 'text/plain' }),
    422: post('/api/challenges', { account: 'stellar:pubnet:G' }),
    429: after(10, post('/api/challenges', {}), post('/api/challenges', {})),
  },
  listKeys: {
    200: as('lister', 'GET', '/api/keys'),
    401: get('/api/keys'),
    403: as('blocked', 'GET', '/api/keys'),
    429: after(20, as('lister', 'GET', '/api/keys'), as('lister', 'GET', '/api/keys')),
  },
  revokeKey: {
    204: as('revoked', 'DELETE', '/api/keys/{own}'),
    401: as('revoked', 'DELETE', '/api/keys/{own}'),
    403: as('blocked', 'DELETE', '/api/keys/{own}'),
    404: as('revoker', 'DELETE', '/api/keys/unknown'),
    429: after(
      20,
      as('revoker', 'DELETE', '/api/keys/unknown'),
      as('revoker', 'DELETE', '/api/keys/unknown'),
    ),
  },
  createWebhook: {
    201: as('told', 'POST', '/api/webhooks', { url: 'https://hooks.example.com/', kinds: ['removed'] }),
    400: as('teller', 'POST', '/api/webhooks', deep),
    401: post('/api/webhooks', {}),
    403: as('blocked', 'POST', '/api/webhooks', {}),
    413: as('teller', 'POST', '/api/webhooks', tooLong),
    415: as('teller', 'POST', '/api/webhooks', {}, { 'Content-Type': 'text/plain' }),
    422: as('teller', 'POST', '/api/webhooks', { url: 'ftp://example.com', kinds: [] }),
    '422, query': as('teller', 'POST', '/api/webhooks', { url: 'https://hooks.example.com/', query: 'a=b' }),
    429: after(20, as('teller', 'POST', '/api/webhooks', {}), as('teller', 'POST', '/api/webhooks', {})),
  },
  listWebhooks: {
    200: as('told', 'GET', '/api/webhooks'),
    401: get('/api/webhooks'),
    403: as('blocked', 'GET', '/api/webhooks'),
    429: after(20, as('hook-lister', 'GET', '/api/webhooks'), as('hook-lister', 'GET', '/api/webhooks')),
  },
  getWebhook: {
    ...ofWebhook('hook-reader', 'GET', '/api/webhooks/{on}'),
    200: as('told', 'GET', '/api/webhooks/{on}'),
    '200, off': as('told', 'GET', '/api/webhooks/{off}'),
  },
  deleteWebhook: {
    ...ofWebhook('hook-remover', 'DELETE', '/api/webhooks/{doomed}'),
    204: as('told', 'DELETE', '/api/webhooks/{doomed}'),
  },
  testWebhook: {
    ...ofWebhook('hook-tester', 'POST', '/api/webhooks/{on}/test'),
    200: as('told', 'POST', '/api/webhooks/{on}/test'),
    '200, refused': as('told', 'POST', '/api/webhooks/{off}/test'),
  },
  rotateWebhookSecret: {
    ...ofWebhook('rotator', 'POST', '/api/webhooks/{on}/secret'),
    200: as('told', 'POST', '/api/webhooks/{on}/secret'),
  },
  replayDelivery: {
    ...ofWebhook('replayer', 'POST', '/api/webhooks/{on}/deliveries/{delivery}/replay'),
    202: as('told', 'POST', '/api/webhooks/{on}/deliveries/{delivery}/replay'),
    '404, delivery': as('told', 'POST', '/api/webhooks/{on}/deliveries/unknown/replay'),
    409: as('told', 'POST', '/api/webhooks/{off}/deliveries/unknown/replay'),
  },
  enableWebhook: {
    ...ofWebhook('enabler', 'POST', '/api/webhooks/{off}/enable'),
    200: as('told', 'POST', '/api/webhooks/{off}/enable'),
  },
  listChanges: {
    200: get('/api/changes'),
    400: get('/api/changes?limit=0'),
    410: get(`/api/changes?since=${foreign}`),
  },
  streamChanges: {
    400: get('/api/changes/stream?since=now'),
    410: get(`/api/changes/stream?since=${foreign}`),
  },
  getCheckpoint: { 200: get('/log/checkpoint') },
  getLogKey: { 200: get('/log/vkey') },
  getLogTile: { 200: get('/log/tile/0/000.p%2F1'), 404: get('/log/tile/0/999') },
  getHealth: { 200: get('/health') },
  getReadiness: { 200: get('/ready') },
  getMetrics: { 200: get('/metrics') },
  listAuditLines: {
    200: as('auditor', 'GET', '/api/audit'),
    400: as('auditor', 'GET', '/api/audit?since=soon'),
    401: get('/api/audit'),
    403: as('stranger', 'GET', '/api/audit'),
    429: after(20, as('auditor', 'GET', '/api/audit'), as('auditor', 'GET', '/api/audit')),
  },
  getApiCatalog: read('/.well-known/api-catalog'),
  getOpenApi: read('/openapi.json'),
};

/** Reads that share one limit, which is used up once for all of them. */
const limited = operations.filter(
  ({ method, path, operation: { operationId, responses, security } }) =>
    (method === 'get' || path.startsWith('/ard/')) &&
    security.length === 0 &&
    '429' in responses &&
    operationId !== 'getMetrics' &&
    operationId in tour,
);

const cases = Object.entries(tour).flatMap(([operationId, asks]) =>
  Object.entries(asks)
    .sort(([a], [b]) => Number(a === '429') - Number(b === '429'))
    .map(([what, ask]) => ({ operationId, what, ask })),
);

/** What Prism says in the place of an answer that is not as the document says. */
async function expectValid(response: Response, status: number): Promise<void> {
  const complaint = response.status === status ? '' : await response.text();

  expect({ status: response.status, complaint }).toEqual({ status, complaint: '' });
}

/** Makes the webhooks of the tour. The first change is delivered to two of them. */
async function makeWebhooks(): Promise<void> {
  target = await webhookTarget();
  goneTarget = await webhookTarget();
  goneTarget.answer(status(410));
  const made = async (url: string, kinds: readonly string[]): Promise<string> => {
    const response = await as('told', 'POST', '/api/webhooks', { url, kinds })(server.url);
    return NewWebhook.parse(await response.json()).id;
  };
  hooks = {
    on: await made(target.url, ['created']),
    off: await made(goneTarget.url, ['created']),
    doomed: await made(target.url, ['removed']),
  };
  await register(aRegistration({ name: 'Told', endpoint: 'https://told.example.com' }))(server.url);
  await vi.waitUntil(() => target.received.length > 0 && goneTarget.received.length > 0, soon);
  delivery = target.received[0]?.id ?? '';
}

/** Promises of a running server's answers, held against its OpenAPI document by Prism. */
export function proxyTests(): void {
  beforeAll(async () => {
    workplace = await Workplace.make();
    const catalog = await GitFolder.init(workplace.catalog);
    await writeCatalog(workplace.catalog, seen, unseen, doomed, edited, kept, withdrawn, given);
    const now = new Date().toISOString();
    for (const service of [lost, uncategorized]) {
      await writeTombstone(workplace.catalog, tombstoneOf(service, { deletedAt: now }));
    }
    await writeTombstone(workplace.catalog, tombstoneOf(expired));
    await catalog.commitAll('Begin');
    await observeServices(join(workplace.folder, 'data'), [seen]);
    key = await workplace.key();
    for (const owner of owners) {
      const text = await workplace.script('keys.ts', 'create', '--owner', owner, '--json');
      keys.set(owner, CreatedKey.parse(JSON.parse(text)));
    }
    const operate = ['create', '--owner', 'auditor', '--scope', 'operate', '--json'];
    const auditor = await workplace.script('keys.ts', ...operate);
    keys.set('auditor', CreatedKey.parse(JSON.parse(auditor)));
    for (const owner of ['blocked', `wallet:${blocked.address}`]) {
      await workplace.script('keys.ts', 'block', owner, '--reason', 'Imitates others.');
    }
    claimersKey = await workplace.key('claimer');
    server = await startServer({
      ...workplace.environment,
      ALLOW_INSECURE_ENDPOINTS: '1',
      PROBE_ALLOW_PRIVATE: '1',
      RATE_LIMIT_READ: `${String(readLimit)}/min`,
      RATE_LIMIT_WRITE: '20/min',
      METRICS: '1',
      SIGNING_KEY: await makeSigningKey(workplace.folder),
    });
    await rm(join(workplace.catalog, serviceFilePath(doomed.id)));
    const isGone = async (): Promise<boolean> =>
      (await fetch(`${server.url}/api/services/${doomed.id}`)).status === 410;
    await vi.waitUntil(isGone, soon);
    await makeWebhooks();
    proxy = await startProxy(server.url);
  });

  afterAll(async () => {
    await proxy.stop();
    await server.stop('SIGKILL', true);
    await target.close();
    await goneTarget.close();
    await workplace.remove();
  });

  it.each(cases)('is as the OpenAPI document says: $operationId $what', async ({ what, ask }) => {
    await expectValid(await ask(proxy.url), Number.parseInt(what, 10));
  });

  it('is as the document says once the limit for reading is used up', async () => {
    await after(readLimit, get('/api/categories'), get('/api/categories'))(server.url);

    for (const { path, method } of limited) {
      const ask = method === 'get' ? get(path.replace('{id}', seen.id)) : post(path, {});
      await expectValid(await ask(proxy.url), 429);
    }
  });
}
