import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../../src/http/node-server.ts';
import { anApi } from '../../fixtures/api.ts';
import { aServer, type Reply, requestText, send, type TestServer } from '../../fixtures/server.ts';
import { anEntry } from '../../fixtures/services.ts';

const api = anApi({ entries: [anEntry()] });
let own: TestServer;

beforeAll(async () => {
  own = await aServer(api);
});

afterAll(async () => {
  await own.stop();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply | undefined> =>
  send(own.port, requestText('GET', path, headers));

describe('a path', () => {
  it.each([
    '/api',
    '/api/',
    '/api?x=1',
    '/api/services',
    '/api/services/',
    '/api/services?query=x.json',
    '/api/changes',
    '/api/changes/',
    '/api/nothing',
    '/ard',
    '/ard/agents?pageSize=1',
    '/ard/agents/urn%3Aair%3Aexample.com%3Aa',
    '/.well-known/ard.json',
    '/.well-known/ai-catalog.json',
    '/health',
    '/health?x',
    '/health/',
    '/ready',
    '/metrics',
    '/openapi.json',
    '/openapi.json?x',
  ])('is answered by the API: %s', async (path) => {
    expect((await get(path))?.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  });

  it.each([
    ['/api/services.json', '/api/services'],
    ['/api/services.json?limit=1', '/api/services'],
    ['/api/categories.json', '/api/categories'],
    ['/api/export.json', '/api/export'],
  ])(
    'of a file of the API is answered as the API itself, whatever the last build holds: %s',
    async (file, path) => {
      expect((await get(file))?.body).toBe((await get(path))?.body);
    },
  );

  it.each([
    '/',
    '/search?q=api',
    '/apis',
    '/healthy',
    '/readying',
    '/metrics.html',
    '/ardent',
    '/.well-known/ard.json.br',
    '/services/rain-radar-7x3k9m2p/',
    '/api/export.json.br',
    '/api/services/page/2.json',
    '/api/changes/index.json',
    '/api/changes/12.json',
    '/feed.json',
    '/feed.atom',
    '/openapi.jsonx',
  ])('is answered by the site: %s', async (path) => {
    expect((await get(path))?.body).toBe('this is the site');
  });
});

describe('the id of a request', () => {
  it('is the one that the request brings, also for an answer that was sent before', async () => {
    const idFor = async (id: string): Promise<unknown> => {
      const reply = await send(
        own.port,
        requestText('GET', '/api/services', { Connection: 'keep-alive', 'X-Request-Id': id }, ''),
        { half: true },
      );
      return reply?.headers.get('x-request-id');
    };

    expect([await idFor('first'), await idFor('second'), await idFor('<third>')]).toEqual([
      'first',
      'second',
      expect.stringMatching(/^[\w.-]{3,64}$/),
    ]);
  });

  it('is never the trace of a client that is no trusted proxy', async () => {
    const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const reply = await get('/api/services', { Traceparent: trace });

    expect(reply?.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-z]+$/);
  });

  it('is unique', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await get('/api/services'))?.headers.get('x-request-id')),
    );

    expect(new Set(ids).size).toBe(3);
  });
});

describe('an answer over the wire', () => {
  it('to HEAD has the length of the body it does not send', async () => {
    const [head, whole] = await Promise.all([
      send(own.port, requestText('HEAD', '/api/services')),
      get('/api/services'),
    ]);

    expect(head?.body).toBe('');
    expect(head?.headers.get('content-length')).toBe(String(Buffer.byteLength(whole?.body ?? '')));
  });

  it('of 304 has no body', async () => {
    const tag = (await get('/api/services'))?.headers.get('etag') ?? '';
    const reply = await get('/api/services', { 'If-None-Match': tag });

    expect(reply?.status).toBe(304);
    expect(reply?.body).toBe('');
  });

  it('is sent to each request of a connection', async () => {
    const reused = { Connection: 'keep-alive' };
    const bytes = Buffer.concat([
      requestText('GET', '/api/services', reused),
      requestText('GET', '/api/services/unknown', reused),
      requestText('POST', '/api/services', reused, '{}'),
      requestText('GET', '/health'),
    ]);
    const all = (await send(own.port, bytes))?.body ?? '';

    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['404', '401', '200']);
  });

  it('is sent to HTTP/1.0 clients too', async () => {
    const reply = await send(
      own.port,
      Buffer.from('GET /api/services HTTP/1.0\r\nHost: catalog.example.com\r\n\r\n'),
    );

    expect(reply?.status).toBe(200);
  });
});

describe('an address to listen on', () => {
  it.each([
    ['is of another machine', '192.0.2.7', /^192\.0\.2\.7:0 is no address of this machine; set HOST /],
    ['has no host', 'host.invalid', /^host\.invalid:0 has a host name without an address; set HOST /],
  ])('is refused with the setting to change where it %s', async (_case, host, reason) => {
    await expect(listen(createServer(), { host, port: 0 }, pino({ level: 'silent' }))).rejects.toThrow(
      reason,
    );
  });
});
