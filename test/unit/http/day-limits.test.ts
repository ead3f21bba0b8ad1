import { beforeEach, describe, expect, it } from 'vitest';
import { BatchResults } from '../../../src/http/api-schemas.ts';
import { Clients } from '../../../src/http/clients.ts';
import { anApi, request, type TestApi } from '../../fixtures/api.ts';
import { problemOf } from '../../fixtures/bodies.ts';
import { as } from '../../fixtures/owners.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { challengeFor, evmWallet } from '../../fixtures/wallets.ts';

const day = 24 * 3600;
const here = '2001:db8:1:2::3';

let api: TestApi;

beforeEach(() => {
  api = anApi();
});

const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });
const owner = (i: number): TestApi => as(api, `github:${String(i)}`);

const clientAt = (remoteAddress: string): string =>
  new Clients().of({ socket: { remoteAddress }, headers: {} });

interface Sent {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a body with the key of an owner as if it came from an address. */
async function post(
  { token }: TestApi,
  path: string,
  body: unknown,
  { from = here, headers = {} }: Sent = {},
): Promise<Response> {
  const client = clientAt(from);
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  return request(api, path, { method: 'POST', headers: all, body: JSON.stringify(body) }, { client });
}

async function expectTooMany(response: Response, detail: string): Promise<void> {
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe(String(day));
  expect(await problemOf(response)).toMatchObject({
    code: 'too_many_requests',
    detail: `${detail} within 24 hours, as many as it may. It may make another in ${String(day)} seconds. The operator of this catalog gives keys without this limit.`,
  });
}

describe('an address that registered 100 services within a day', () => {
  const register = (by: TestApi, i: number, sent: Sent & { readonly search?: string } = {}) =>
    post(by, `/api/services${sent.search ?? ''}`, numbered(i), sent);

  /** Registers services from there for owners of 20 each. */
  async function registerMany(count: number): Promise<void> {
    for (let i = 0; i < count; i += 20) {
      const services = Array.from({ length: Math.min(20, count - i) }, (_, j) => numbered(i + j));
      expect((await post(owner(1000 + i), '/api/services/batch', { services })).status).toBe(200);
    }
  }

  it('registers no more for whichever owner, until a day is over', async () => {
    await registerMany(100);

    await expectTooMany(await register(owner(1), 200), 'Your address made 100 services');
    expect(api.store.snapshot.size).toBe(100);
    api.time.advance(day * 1000);
    expect((await register(owner(1), 200)).status).toBe(201);
  });

  it('is the whole /64 of an IPv6 address, and nobody else', async () => {
    await registerMany(100);

    expect((await register(owner(1), 200, { from: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await register(owner(1), 200, { from: '2001:db8:1:3::3' })).status).toBe(201);
    expect((await register(owner(1), 201, { from: '192.0.2.7' })).status).toBe(201);
  });

  it('still registers with a key of the operator, which counts for nobody', async () => {
    const services = Array.from({ length: 100 }, (_, i) => numbered(i));
    await post(api, '/api/services/batch', { services });

    expect((await register(owner(1), 200)).status).toBe(201);
    await registerMany(99);
    expect((await register(api, 300)).status).toBe(201);
  });

  it('gets a 429 for each row of a batch that is too many', async () => {
    await registerMany(98);
    const services = [numbered(0), numbered(200), numbered(201), numbered(202)];
    const response = await post(owner(1), '/api/services/batch', { services });
    const { results } = BatchResults.parse(await response.json());

    expect(results).toMatchObject([
      { status: 409 },
      { status: 201 },
      { status: 201 },
      { status: 429, problem: { code: 'too_many_requests' } },
    ]);
  });

  it('gets the first answer to a registration that it repeats', async () => {
    await registerMany(99);
    const by = owner(1);
    const headers = { 'idempotency-key': 'k' };
    const first = await (await register(by, 200, { headers })).text();
    const second = await register(by, 200, { headers });

    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await second.text()).toBe(first);
  });

  it('did not, where they were tried, refused or repeated', async () => {
    const by = owner(1);
    await registerMany(98);
    for (let i = 0; i < 3; i += 1) {
      expect((await register(by, 200, { search: '?dryRun=true' })).status).toBe(200);
      expect((await register(by, 0)).status).toBe(409);
      expect((await register(by, 201, { headers: { 'idempotency-key': 'k' } })).status).toBe(201);
    }

    expect((await register(by, 202)).status).toBe(201);
    expect((await register(by, 203)).status).toBe(429);
  });

  it('is told about the owner first, who may withdraw services', async () => {
    await registerMany(100);

    expect(await problemOf(await register(owner(1000), 200))).toMatchObject({ code: 'too_many_unverified' });
  });
});

describe('an address that made 200 keys within a day', () => {
  /** Makes keys of another owner there. */
  async function makeBefore(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      const begun = {
        act: 'make_key',
        at: api.time.now(),
        owner: 'github:9',
        client: clientAt(here),
      } as const;
      await api.trail.end(await api.trail.begin(begun), { outcome: 'done', subject: String(i) });
    }
  }

  /** Signs in with a new wallet. */
  async function makeKey(from = here): Promise<Response> {
    const wallet = evmWallet();
    const { message } = await challengeFor(api, wallet.account);
    return post(api, '/api/keys', { message, signature: await wallet.sign(message) }, { from });
  }

  it('makes no more for whichever owner, until a day is over', async () => {
    await makeBefore(199);
    expect((await makeKey()).status).toBe(201);

    await expectTooMany(await makeKey(), 'Your address made 200 keys');
    expect(api.trail.lines.at(-1)).toMatchObject({ act: 'make_key', outcome: 'too_many_requests' });
    expect((await makeKey('192.0.2.7')).status, 'another address').toBe(201);
    api.time.advance(day * 1000);
    expect((await makeKey()).status).toBe(201);
  });

  it('did not, where signatures were wrong', async () => {
    await makeBefore(199);
    expect((await post(api, '/api/keys', { message: 'none', signature: '0x' })).status).toBe(422);

    expect((await makeKey()).status).toBe(201);
  });
});

describe('an address that made 40 webhooks within a day', () => {
  const create = (by: TestApi, from = here): Promise<Response> =>
    post(by, '/api/webhooks', { url: 'https://hooks.example.com/' }, { from });

  it('makes no more for whichever owner, until a day is over', async () => {
    for (let i = 0; i < 40; i += 1) expect((await create(owner(i % 2))).status).toBe(201);

    await expectTooMany(await create(owner(2)), 'Your address made 40 webhooks');
    expect((await create(owner(2), '192.0.2.7')).status, 'another address').toBe(201);
    expect((await create(api)).status, 'a key of the operator').toBe(201);
    api.time.advance(day * 1000);
    expect((await create(owner(2))).status).toBe(201);
  });
});
