import { describe, expect, it, vi } from 'vitest';
import { ApiError, createClient, type Registration } from '../../../src/client/client.ts';
import { anApi, fetchFrom, type TestApi } from '../../fixtures/api.ts';
import { wallet } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';
import { bentServer, problem } from '../../support/bent-server.ts';
import { turnsOfTheLoop } from '../../support/turns-of-the-loop.ts';

const now = { 'Retry-After': '0' };

const registration: Registration = {
  name: 'Rain Radar',
  description: 'Precipitation for the next two hours.',
  endpoint: 'https://api.example.com/rain',
  category: 'weather-environment',
  pricing: { currency: 'USDC', pricePerRequest: '0.001' },
  x402Config: { paymentAddress: wallet, network: 'base-sepolia' },
};

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;

  throw new Error('this did not fail with an ApiError', { cause: error });
}

describe('the client of a catalog', () => {
  const entries = Array.from({ length: 250 }, (_, i) => {
    return anEntry({ name: `Rain ${String(i)}`, endpoint: `https://r-${String(i)}.example.com` });
  });
  const large = anApi({ entries });
  const [{ declared }] = entries as [(typeof entries)[0]];
  const clientOf = ({ api }: TestApi, key?: string) =>
    createClient({
      baseUrl: 'https://catalog.example.com',
      key,
      fetch: (asked) => fetchFrom({ api }, asked),
    });

  it('iterates over every service of a search, page by page', async () => {
    const found: string[] = [];
    for await (const { id } of clientOf(large).search({ query: 'rain' })) found.push(id);

    expect(new Set(found)).toEqual(new Set(entries.map((entry) => entry.declared.id)));
    expect(found).toHaveLength(250);
  });

  it('gives one page and the size of the whole list', async () => {
    const { services, total } = await clientOf(large).list({ limit: 3, category: ['nothing'] });
    expect({ services, total }).toEqual({ services: [], total: 0 });

    expect(await clientOf(large).list({ limit: 3 })).toMatchObject({ total: 250 });
  });

  it('finds services by a sentence', async () => {
    const { total, results } = await clientOf(large).find('rain', { limit: 2 });

    expect(total).toBe(250);
    expect(results).toHaveLength(2);
  });

  it('gets a service, its status record, what was observed, and the categories', async () => {
    const client = clientOf(large);

    expect(await client.service(declared.id)).toMatchObject({ id: declared.id, name: declared.name });
    expect(await client.status(declared.id)).toMatchObject({ lastChecked: null });
    expect(await client.observed(declared.id)).toMatchObject({ state: 'unchecked', verdict: null });
    expect((await client.categories()).map(({ id }) => id)).toContain('weather-environment');
  });

  it('registers a service with a key, and says everything that is wrong with another', async () => {
    const api = anApi();
    const client = clientOf(api, api.token);

    expect(await client.register(registration, { dryRun: true })).toMatchObject({ name: 'Rain Radar' });
    expect(api.store.snapshot.size).toBe(0);
    const { id } = await client.register(registration, { idempotencyKey: 'once' });
    expect(await client.register(registration, { idempotencyKey: 'once' })).toMatchObject({ id });

    const again = await failureOf(client.register(registration));
    expect(again).toMatchObject({
      status: 409,
      code: 'endpoint_listed',
      problem: { existing: `/api/services/${id}` },
    });
    const wrong: Registration = { ...registration, name: '', category: 'nothing' };
    const refused = await failureOf(client.register(wrong));
    expect(refused).toMatchObject({ status: 422, code: 'registration_invalid' });
    expect(refused.errors.map(({ pointer }) => pointer)).toEqual(['/name', '/category']);
    expect(refused.message).toContain('/category: ');
  });

  it('lets the server look at an endpoint', async () => {
    const { valid } = await clientOf(anApi()).validate({ endpoint: 'https://api.example.com/rain' });

    expect(typeof valid).toBe('boolean');
  });

  it('gives access to every other operation, with the same types', async () => {
    const { api } = clientOf(large);
    const { data, error } = await api.GET('/api/facets', { params: { query: { query: 'rain' } } });
    expect({ total: data?.total, error }).toEqual({ total: 250, error: undefined });

    const { error: refusal } = await api.GET('/api/services/{id}/trust', { params: { path: { id: 'no' } } });
    expect(refusal).toMatchObject({ code: 'service_unknown' });
  });

  it('refuses without a key', async () => {
    expect(await failureOf(clientOf(anApi()).register(registration))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  });
});

describe('a refusal', () => {
  it('has all that the server says', async () => {
    const errors = [{ pointer: '/name', code: 'text_empty', detail: 'Give it a name.' }];
    const { url } = await bentServer(
      problem(422, 'registration_invalid', { errors, existing: '/api/services/x' }, { 'Retry-After': '70' }),
    );

    const error = await failureOf(createClient({ baseUrl: url }).categories());
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'registration_invalid',
      title: 'A title',
      detail: 'A detail.',
      errors,
      retryAfterSeconds: 70,
      problem: { existing: '/api/services/x' },
    });
    expect(error.message).toBe('A detail. (registration_invalid); /name: Give it a name.');
  });

  it('never gets control characters of the server into its message', async () => {
    const { url } = await bentServer(problem(400, 'x\u001b[31m', { detail: '\u001b]0;pwned\u0007\u202e' }));

    const { message } = await failureOf(createClient({ baseUrl: url }).categories());
    expect(message).toBe('U+001B]0;pwnedU+0007U+202E (xU+001B[31m)');
  });

  it.each([
    ['a page', { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }],
    ['a page that looks fine', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' }],
    ['nothing', { status: 200, body: '' }],
    ['a number', { status: 200, body: '1' }],
    ['a refusal of something else', { status: 400, body: { message: 'no' } }],
    ['a document with odd errors', { status: 404, body: { errors: 'no', code: 1 } }],
  ])('is invalid when %s answers', async (_, step) => {
    const { url } = await bentServer(step);

    const error = await failureOf(createClient({ baseUrl: url }).service('rain'));
    expect(error).toMatchObject({ code: 'answer_invalid' });
    expect(error.message).toContain('check that baseUrl is the address of a Tollbook server');
  });

  it('says that the server is ill when a proxy answers in its place', async () => {
    const { url } = await bentServer({ status: 502, headers: now, body: '<h1>Bad gateway</h1>' });

    expect(await failureOf(createClient({ baseUrl: url }).categories())).toMatchObject({
      status: 502,
      code: 'unavailable',
    });
  });

  it('is invalid when a list is none', async () => {
    const { url } = await bentServer({ status: 200, body: {} });

    expect(await failureOf(createClient({ baseUrl: url }).list())).toMatchObject({ code: 'answer_invalid' });
  });
});

describe('tries', () => {
  it.each([429, 502, 503, 504])('again after %i', async (status) => {
    const { url, seen } = await bentServer(problem(status, 'unavailable', {}, now), {
      status: 200,
      body: [],
    });

    expect(await createClient({ baseUrl: url }).categories()).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  it.each([400, 404, 500])('only once after %i', async (status) => {
    const { url, seen } = await bentServer(problem(status, 'internal_error', {}, now));

    await failureOf(createClient({ baseUrl: url }).categories());
    expect(seen).toHaveLength(1);
  });

  it('as often as it may, then fails with the last refusal', async () => {
    const { url, seen } = await bentServer(problem(503, 'unavailable', {}, now));

    expect(await failureOf(createClient({ baseUrl: url, retries: 2 }).categories())).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    expect(seen).toHaveLength(3);
  });

  it('a registration again, with the same key and body', async () => {
    const { url, seen } = await bentServer(problem(503, 'commit_failed', {}, now), {
      status: 201,
      body: { id: 'a' },
    });

    await createClient({ baseUrl: url, key: 'tbk_a_b' }).register(registration);
    const [first, second] = seen;
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatchObject({
      body: JSON.stringify(registration),
      headers: { 'idempotency-key': first?.headers['idempotency-key'], authorization: 'Bearer tbk_a_b' },
    });
  });

  it('another write never again', async () => {
    const { url, seen } = await bentServer(problem(503, 'unavailable', {}, now));
    const { api } = createClient({ baseUrl: url });

    const { error } = await api.DELETE('/api/services/{id}', { params: { path: { id: 'a' } } });
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(1);
  });

  it('again when the connection breaks off, before the answer or within it', async () => {
    const { url, seen } = await bentServer(
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' }).write('[');
        setImmediate(() => response.destroy());
      },
      { status: 200, body: [] },
    );

    expect(await createClient({ baseUrl: url }).categories()).toEqual([]);
    expect(seen).toHaveLength(3);
  });

  it('no more where the server asks for a longer wait than a minute, and says how long', async () => {
    const { url, seen } = await bentServer(problem(429, 'too_many_requests', {}, { 'Retry-After': '3600' }));

    expect(await failureOf(createClient({ baseUrl: url }).categories())).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    expect(seen).toHaveLength(1);
  });
});

describe('limits', () => {
  it('names the address when nobody answers', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });

    const error = await failureOf(client.categories());
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:1\/api\/categories cannot be reached/);
  });

  it('gives up on an answer that does not end in time', async () => {
    const { url } = await bentServer((response) => {
      response.writeHead(200).write('[');
    });

    expect(
      await failureOf(createClient({ baseUrl: url, retries: 0, timeoutMs: 50 }).categories()),
    ).toMatchObject({ status: 0, code: 'timeout' });
  });

  it('refuses an answer that is too large, and does not ask for it again', async () => {
    const { url, seen } = await bentServer({ status: 200, body: 'x'.repeat(2000) });

    expect(await failureOf(createClient({ baseUrl: url, maxBytes: 1000 }).categories())).toMatchObject({
      code: 'answer_too_large',
    });
    expect(seen).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i), and names where it leads', async (status) => {
    const other = await bentServer({ status: 200, body: [] });
    const { url, seen } = await bentServer({ status, headers: { Location: `${other.url}/api?a=1` } });

    const error = await failureOf(createClient({ baseUrl: url, key: 'tbk_a_b' }).categories());
    expect(error).toMatchObject({ status, code: 'redirected' });
    expect(error.message).toContain(`redirects to ${other.url}/api; if that is the catalog, set baseUrl`);
    expect([seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it('ends a search with the first page that brings nothing new', async () => {
    const { url, seen } = await bentServer({ status: 200, body: [{ id: 'a' }, { id: 'b' }] });
    const found: string[] = [];
    for await (const { id } of createClient({ baseUrl: url }).search({ limit: 2 })) found.push(id);

    expect(found).toEqual(['a', 'b']);
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/services?limit=2&offset=0',
      '/api/services?limit=2&offset=2',
    ]);
  });
});

describe('a signal', () => {
  const reason = new Error('enough');

  it.each(['client', 'call'] as const)('of the %s stops a request', async (whose) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { url, seen } = await bentServer(() => controller.abort(reason));
    const client = createClient({ baseUrl: url, ...(whose === 'client' && { signal }) });

    await expect(client.categories(whose === 'call' ? { signal } : {})).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });

  it('stops the wait before the next try', async () => {
    const controller = new AbortController();
    const busy = () => new Response('{}', { status: 503, headers: { 'Retry-After': '50' } });
    const fetch = vi.fn(() => Promise.resolve(busy()));
    const { signal } = controller;
    const asked = createClient({ baseUrl: 'https://catalog.example.com', fetch, signal }).categories();
    await turnsOfTheLoop();
    controller.abort(reason);

    await expect(asked).rejects.toBe(reason);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('that is aborted already lets nothing out', async () => {
    const { url, seen } = await bentServer({ status: 200, body: [] });

    await expect(createClient({ baseUrl: url, signal: AbortSignal.abort(reason) }).categories()).rejects.toBe(
      reason,
    );
    expect(seen).toHaveLength(0);
  });
});

describe('options', () => {
  it.each([
    [{ baseUrl: 'catalog.example.com' }, 'baseUrl "catalog.example.com" is not the address of a server'],
    [{ baseUrl: 'ftp://catalog.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://me:secret@catalog.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://catalog.example.com/?a=1' }, 'baseUrl'],
    [{ baseUrl: 'https://catalog.example.com', key: 'a\nb' }, 'key is not an API key'],
    [{ baseUrl: 'https://catalog.example.com', retries: 11 }, 'retries "11" is out of range'],
    [{ baseUrl: 'https://catalog.example.com', timeoutMs: 0 }, 'timeoutMs "0" is out of range'],
    [{ baseUrl: 'https://catalog.example.com', maxBytes: 0.5 }, 'maxBytes "0.5" is out of range'],
  ])('refuses %j', (options, message) => {
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).toThrow(message);
  });

  it('lets a catalog lie below a path', async () => {
    const { url, seen } = await bentServer({ status: 200, body: [] });
    await createClient({ baseUrl: `${url}/catalog/` }).categories();

    expect(seen.map(({ path }) => path)).toEqual(['/catalog/api/categories']);
  });
});
