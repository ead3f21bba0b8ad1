import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import { Clients } from '../../../src/http/clients.ts';
import { RateLimiter } from '../../../src/http/rate-limit.ts';
import { anApi, register, request } from '../../fixtures/api.ts';
import { codeOf, problemOf } from '../../fixtures/bodies.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';

const limit = { requests: 3, perSeconds: 60 };

afterEach(() => {
  vi.useRealTimers();
});

const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });

/** Sends a registration with this key as if it came from this address. */
function registerFrom(
  api: ReturnType<typeof anApi>,
  remoteAddress: string,
  token: string,
  i: number,
): Promise<Response> {
  return from(api, remoteAddress, '/api/services', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(numbered(i)),
  });
}

/** The same for a batch of so many rows. */
function registerAllFrom(
  api: ReturnType<typeof anApi>,
  remoteAddress: string,
  token: string,
  rows: number,
  search = '',
): Promise<Response> {
  return from(api, remoteAddress, `/api/services/batch${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ services: Array.from({ length: rows }, (_, i) => numbered(i)) }),
  });
}

/** Keys of so many owners who made them by themselves. */
function walletKeys(api: ReturnType<typeof anApi>, count: number): string[] {
  const owners = Array.from({ length: count }, (_, i) => `wallet:0x${String(i + 1).padEnd(40, '0')}`);
  return owners.map((owner) => api.keys.make(api.time.now(), undefined, { owner }).token);
}

/** Sends a request as if it came from this address. */
async function from(
  api: ReturnType<typeof anApi>,
  remoteAddress: string,
  path = '/api/services',
  init: RequestInit = {},
): Promise<Response> {
  const client = new Clients().of({ socket: { remoteAddress }, headers: {} });
  return request(api, path, init, { client });
}

describe('the read limit', () => {
  it('reports what is left with every answer', async () => {
    const api = anApi({ parts: { readLimit: limit } });
    const { headers } = await request(api, '/api/services');

    expect(headers.get('ratelimit-policy')).toBe('"read";q=3;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"read";r=2;t=\d+$/);
  });

  it('answers 429 with Retry-After when nothing is left', async () => {
    const api = anApi({ parts: { readLimit: limit } });
    for (let i = 0; i < limit.requests; i += 1) {
      expect((await request(api, '/api/services')).status).toBe(200);
    }
    const response = await request(api, '/api/services');

    expect(response.status).toBe(429);
    expect(await codeOf(response)).toBe('too_many_requests');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(response.headers.get('ratelimit')).toMatch(/^"read";r=0;t=\d+$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"read";q=3;w=60');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('counts all kinds of reads together, including those answered with 304', async () => {
    const api = anApi({ parts: { readLimit: limit }, entries: [anEntry()] });
    const tag = (await request(api, '/api/export')).headers.get('etag') ?? '';
    await request(api, '/api/export', { headers: { 'if-none-match': tag } });
    await request(api, '/api/categories', { method: 'HEAD' });

    expect((await request(api, '/api/services/search/intent?q=rain')).status).toBe(429);
  });

  it('counts refused requests', async () => {
    const api = anApi({ parts: { readLimit: limit } });
    for (const path of ['/api/services?limit=0', '/api/services/unknown', '/api/services/search/intent']) {
      await request(api, path);
    }

    expect((await request(api, '/api/services')).status).toBe(429);
  });

  it('counts unknown paths, but not preflights', async () => {
    const api = anApi({ parts: { readLimit: { requests: 2, perSeconds: 60 } } });
    const ask = async (method: string): Promise<number> =>
      (await request(api, '/api/unknown', { method })).status;

    expect([await ask('OPTIONS'), await ask('GET'), await ask('POST'), await ask('GET')]).toEqual([
      404, 404, 404, 429,
    ]);
    expect((await request(api, '/api/services', { method: 'OPTIONS' })).status).toBe(204);
  });

  it('counts each client separately', async () => {
    const api = anApi({ parts: { readLimit: { requests: 1, perSeconds: 60 } } });
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      statuses.push((await from(api, address)).status);
    }

    expect(statuses).toEqual([200, 200, 429]);
  });

  it('does not exist when none is set', async () => {
    const { headers } = await request(anApi(), '/api/services');

    expect(headers.get('ratelimit')).toBeNull();
    expect(headers.get('ratelimit-policy')).toBeNull();
  });

  it('resets when its window ends', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const api = anApi({ parts: { readLimit: { requests: 1, perSeconds: 1 } } });
    await request(api, '/api/services');
    vi.advanceTimersByTime(999);
    expect((await request(api, '/api/services')).status).toBe(429);
    vi.advanceTimersByTime(1);

    expect((await request(api, '/api/services')).status).toBe(200);
  });
});

describe('a rate limiter', () => {
  it('begins the window of each client with its first request', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limiter = new RateLimiter('read', { requests: 1, perSeconds: 10 });
    limiter.take('a');
    vi.advanceTimersByTime(6_000);
    limiter.take('b');
    vi.advanceTimersByTime(4_000);

    expect(limiter.take('a')).toMatchObject({ allowed: true, retryAfterSeconds: 10 });
    expect(limiter.take('b')).toMatchObject({ allowed: false, retryAfterSeconds: 6 });
  });

  it('counts nothing for a request that it would refuse, where it is asked to', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limiter = new RateLimiter('read', { requests: 2, perSeconds: 10 });
    const left = [1, 2, 3].map(() => limiter.takeIfAllowed('a')?.remaining);
    vi.advanceTimersByTime(10_000);

    expect(left).toEqual([1, 0, undefined]);
    expect(limiter.takeIfAllowed('a')?.remaining).toBe(1);
  });
});

describe('the write limit', () => {
  it('counts per owner, separately from reads', async () => {
    const api = anApi({ parts: { writeLimit: limit, readLimit: { requests: 1, perSeconds: 60 } } });
    await request(api, '/api/services');
    for (let i = 0; i < limit.requests; i += 1) {
      const response = await register(api, numbered(i));
      expect(response.status).toBe(201);
      expect(response.headers.get('ratelimit-policy')).toBe('"write";q=3;w=60');
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"write";r=${String(2 - i)};t=\\d+$`));
    }

    const response = await register(api, numbered(9));
    expect(response.status).toBe(429);
    expect(await codeOf(response)).toBe('too_many_requests');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(api.store.snapshot.size).toBe(3);
  });

  it('is shared by all keys of an owner, and by no other owner', async () => {
    const api = anApi({ parts: { writeLimit: { requests: 1, perSeconds: 60 } } });
    const own = api.keys.make(api.time.now());
    const other = api.keys.make(api.time.now(), undefined, { owner: 'another' });
    await register(api, numbered(1));

    expect((await register({ ...api, token: own.token }, numbered(2))).status).toBe(429);
    expect((await register({ ...api, token: other.token }, numbered(2))).status).toBe(201);
  });

  it('is shared by all repositories of an owner', async () => {
    const api = anApi({ parts: { writeLimit: { requests: 1, perSeconds: 60 } } });
    const [one, other] = ['1', '2'].map((repository) =>
      api.keys.make(api.time.now(), undefined, { owner: 'github:9919', repository }),
    );
    await registerFrom(api, '192.0.2.1', one?.token ?? '', 1);

    expect((await registerFrom(api, '192.0.2.2', other?.token ?? '', 2)).status).toBe(429);
  });

  it('is shared by all owners at one address who make keys by themselves', async () => {
    const api = anApi({ parts: { writeLimit: { requests: 2, perSeconds: 60 } } });
    const [first = '', second = '', third = ''] = walletKeys(api, 3);
    await registerFrom(api, '192.0.2.1', first, 1);
    await registerFrom(api, '192.0.2.1', second, 2);
    const refused = await registerFrom(api, '192.0.2.1', third, 3);

    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toMatch(/^"write";r=0;t=\d+$/);
    expect((await registerFrom(api, '192.0.2.2', third, 3)).status).toBe(201);
    expect((await registerFrom(api, '192.0.2.1', api.token, 4)).status, 'a key of the operator').toBe(201);
  });

  it('reports what is left to the owner or to the address, whichever is less', async () => {
    const api = anApi({ parts: { writeLimit: limit } });
    const [first = '', second = ''] = walletKeys(api, 2);
    await registerFrom(api, '192.0.2.1', first, 1);
    const left = async (address: string, token: string, i: number): Promise<string | null> =>
      (await registerFrom(api, address, token, i)).headers.get('ratelimit');

    expect(await left('192.0.2.1', second, 2)).toMatch(/r=1;/);
    expect(await left('192.0.2.2', first, 3)).toMatch(/r=1;/);
  });

  it('counts a dry run like a registration', async () => {
    const api = anApi({ parts: { writeLimit: { requests: 1, perSeconds: 60 } } });
    await register(api, numbered(1), {}, '?dryRun=true');

    expect((await register(api, numbered(1), {}, '?dryRun=true')).status).toBe(429);
  });

  it('does not count guessed keys, which count as reads', async () => {
    const api = anApi({
      parts: { writeLimit: { requests: 1, perSeconds: 60 }, readLimit: { requests: 2, perSeconds: 60 } },
    });
    const guess = (): Promise<Response> => register({ ...api, token: 'tbk_wrong' }, numbered(1));

    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
    expect((await register(api, numbered(1))).status).toBe(201);
  });
});

describe('the rows of a batch', () => {
  const five = { requests: 5, perSeconds: 60 };
  const left = ({ headers }: Response): string | undefined =>
    /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];

  it('count as a write each, for the owner and for the address', async () => {
    const api = anApi({ parts: { writeLimit: five } });
    const [one = '', other = ''] = walletKeys(api, 2);
    const response = await registerAllFrom(api, '192.0.2.1', one, 3);

    expect(response.status).toBe(200);
    expect(left(response)).toBe('2');
    expect(left(await registerFrom(api, '192.0.2.1', other, 8)), 'another owner at this address').toBe('1');
    expect(left(await registerFrom(api, '192.0.2.2', one, 9)), 'this owner elsewhere').toBe('1');
  });

  it('are refused together where fewer are left, by how many, and elsewhere accepted', async () => {
    const api = anApi({ parts: { writeLimit: five } });
    const [one = '', other = '', third = ''] = walletKeys(api, 3);
    await registerAllFrom(api, '192.0.2.1', one, 3);
    const response = await registerAllFrom(api, '192.0.2.1', other, 3);

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await problemOf(response)).toMatchObject({
      code: 'too_many_requests',
      detail:
        'The batch counts as 3 writes, and the limit has 1 left. Nothing was registered. Wait for as long as Retry-After says, and send at most 5 rows at once.',
    });
    expect(api.store.snapshot.size).toBe(3);
    expect((await registerFrom(api, '192.0.2.1', other, 9)).status, 'what is left').toBe(201);
    expect((await registerAllFrom(api, '192.0.2.2', third, 3)).status, 'another address').toBe(200);
  });

  it('are given back where the commit fails, so that the batch can be sent again', async () => {
    const api = anApi({ parts: { writeLimit: five } });
    const [one = ''] = walletKeys(api, 1);
    api.repository.failure = new CommitFailure('the disk is full');
    expect((await registerAllFrom(api, '192.0.2.1', one, 4)).status).toBe(503);

    api.repository.failure = undefined;
    expect((await registerAllFrom(api, '192.0.2.1', one, 4)).status).toBe(200);
  });

  it('may be as many as the limit, and no more', async () => {
    const api = anApi({ parts: { writeLimit: five } });
    const [one = '', other = ''] = walletKeys(api, 2);

    expect((await registerAllFrom(api, '192.0.2.1', one, 5)).status).toBe(200);
    const response = await registerAllFrom(api, '192.0.2.2', other, 6);
    expect(response.status).toBe(429);
    expect((await problemOf(response)).detail).toContain('send at most 5 rows at once');
  });

  it.each([
    ['that is empty', 0, '', 422],
    ['that is tried', 4, '?dryRun=true', 200],
    ['that is refused for its size', 501, '', 422],
  ])('of a batch %s count as one write', async (_what, rows, search, status) => {
    const api = anApi({ parts: { writeLimit: five } });
    const [one = ''] = walletKeys(api, 1);
    const response = await registerAllFrom(api, '192.0.2.1', one, rows, search);

    expect(response.status).toBe(status);
    expect(left(response)).toBe('4');
  });

  it('count as one write with a key of the operator', async () => {
    const api = anApi({ parts: { writeLimit: five } });
    const response = await registerAllFrom(api, '192.0.2.1', api.token, 500);

    expect(response.status).toBe(200);
    expect(left(response)).toBe('4');
  });
});
