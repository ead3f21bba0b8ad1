import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProblemBody } from '../../../src/views/problem.ts';
import { anApi } from '../../fixtures/api.ts';
import { aRegistration, paidTo, priced, registration } from '../../fixtures/registrations.ts';
import { aServer, chunked, type Reply, requestText, send, type TestServer } from '../../fixtures/server.ts';
import { anEntry } from '../../fixtures/services.ts';

const entry = anEntry({ name: 'Listed', endpoint: 'https://listed.example.com' });
const api = anApi({ entries: [entry] });
const one = `/api/services/${entry.declared.id}`;
let own: TestServer;

beforeAll(async () => {
  own = await aServer(api);
});

afterEach(async () => {
  const next = await send(own.port, requestText('GET', one));

  expect(next?.status, 'a normal request afterwards').toBe(200);
});

afterAll(async () => {
  await own.stop();
});

const auth = { Authorization: `Bearer ${api.token}` };
const json = { ...auth, 'Content-Type': 'application/json' };

/** Expects problem+json whose member `status` is the HTTP status. */
function expectProblem(reply: Reply | undefined, status: number, code?: string): void {
  expect(reply?.status).toBe(status);
  expect(reply?.headers.get('content-type')).toBe('application/problem+json');
  const problem = ProblemBody.parse(JSON.parse(reply?.body ?? ''));

  expect(problem.status).toBe(status);
  if (code !== undefined) {
    expect([problem.code, ...(problem.errors ?? []).map((error) => error.code)]).toContain(code);
  }
}

const post = (
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = json,
  search = '',
): Promise<Reply | undefined> => send(own.port, requestText('POST', `/api/services${search}`, headers, body));

const get = (path: string, headers = {}): Promise<Reply | undefined> =>
  send(own.port, requestText('GET', path, headers));

describe('a hostile registration', () => {
  const raw = JSON.stringify(registration);
  const withKey = (key: string, value = '{"admin":true}'): string =>
    raw.replace('{', `{${JSON.stringify(key)}:${value},`);

  it.each<[string, string | object, string]>([
    ['a prototype', withKey('__proto__'), 'unknown_field'],
    ['a constructor', withKey('constructor', '{"prototype":{"admin":true}}'), 'unknown_field'],
    ['a prototype by name', withKey('prototype'), 'unknown_field'],
    [
      'a prototype in pricing',
      raw.replace('"pricing":{', '"pricing":{"__proto__":{"x":1},'),
      'unknown_field',
    ],
    ['toString', withKey('toString', '"x"'), 'unknown_field'],
    ['an empty key', withKey('', '1'), 'unknown_field'],
    ['a key of hidden characters', withKey('\u202e\u200b', '1'), 'unknown_field'],
    ['a key of 60,000 characters', withKey('k'.repeat(60_000), '1'), 'unknown_field'],
    [
      '5000 unknown keys',
      `{${Array.from({ length: 5000 }, (_, i) => `"k${String(i)}":1`).join()}}`,
      'unknown_field',
    ],
    ['null', 'null', 'wrong_type'],
    ['a number', '1e400', 'wrong_type'],
    ['a list of registrations', `[${raw}]`, 'wrong_type'],
    ['a bidirectional override', aRegistration({ name: 'Rain\u202eradaR' }), 'text_hidden_character'],
    ['a lone surrogate', raw.replace('Rain Radar', '\\ud800'), 'text_hidden_character'],
    ['a name of 60,000 characters', aRegistration({ name: 'a'.repeat(60_000) }), 'text_too_long'],
    ['a name of 30,000 marks', aRegistration({ name: `a${'\u0301'.repeat(25_000)}` }), 'text_too_long'],
    ['a huge free quota', raw.replace('"0.001"', '"0.001","freeQuota":1e400'), 'free_quota_invalid'],
    [
      'a free quota of many digits',
      raw.replace('"0.001"', `"0.001","freeQuota":${'9'.repeat(10_000)}`),
      'free_quota_invalid',
    ],
    ['a price of 50,000 digits', priced({ pricePerRequest: '9'.repeat(50_000) }), 'price_not_decimal'],
    ['a category of every object', aRegistration({ category: 'constructor' }), 'category_unknown'],
    ['a network of every object', paidTo({ network: '__proto__' }), 'network_unknown'],
    [
      'a wallet of 60,000 characters',
      paidTo({ paymentAddress: `0x${'a'.repeat(60_000)}` }),
      'address_malformed',
    ],
    [
      'a Solana wallet of 60,000 characters',
      paidTo({ network: 'solana', paymentAddress: 'z'.repeat(60_000) }),
      'address_malformed',
    ],
  ])('is refused with 422: %s', async (_what, body, code) => {
    expectProblem(await post(typeof body === 'string' ? body : JSON.stringify(body)), 422, code);
  });

  it('does not pollute prototypes', () => {
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });
});

describe('an endpoint that aims at internal hosts', () => {
  it.each([
    ['https://localhost', 'endpoint_not_public'],
    ['https://127.1', 'endpoint_not_public'],
    ['https://①②⑦.0.0.1', 'endpoint_not_public'],
    ['https://169.254.169.254/latest/meta-data', 'endpoint_not_public'],
    ['https://[::ffff:a9fe:a9fe]', 'endpoint_not_public'],
    ['https://api.example.com@127.0.0.1', 'endpoint_has_credentials'],
    ['https://api.example.com\r\nHost: localhost', 'endpoint_not_url'],
    ['javascript:alert(1)', 'endpoint_not_url'],
    ['gopher://127.0.0.1:6379/_', 'endpoint_not_url'],
    [`https://${'a'.repeat(60_000)}.example.com`, 'endpoint_too_long'],
    [`https://${'a.'.repeat(900)}example.com`, 'endpoint_not_public'],
    [`https://${'['.repeat(1000)}`, 'endpoint_not_url'],
  ])('is refused with 422: %j', async (endpoint, code) => {
    expectProblem(await post(JSON.stringify(aRegistration({ endpoint }))), 422, code);
  });
});

describe('a malformed body', () => {
  const raw = JSON.stringify(registration);
  const bytes = (...values: number[]): Buffer =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(values), Buffer.from('"}')]);

  it.each<[string, string | Buffer]>([
    ['nothing but a space', ' '],
    ['half of one', raw.slice(0, 50)],
    ['two of them', raw + raw],
    ['a key twice', raw.replace('{', '{"name":"Other",')],
    ['a key twice, once escaped', raw.replace('{', '{"n\\u0061me":"Other",')],
    ['lists in lists, 30,000 deep', '['.repeat(30_000)],
    ['Latin-1', bytes(0xe9)],
    ['a broken character', bytes(0xe2, 0x82)],
    ['an overlong slash', bytes(0xc0, 0xaf)],
    ['an encoded surrogate', bytes(0xed, 0xa0, 0x80)],
    ['a byte that never occurs', bytes(0xff)],
    ['beyond the last code point', bytes(0xf4, 0x90, 0x80, 0x80)],
    ['UTF-16', Buffer.from(raw, 'utf16le')],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${raw}`, 'utf16le')],
    ['a null byte', Buffer.from(`${raw}\u0000`)],
    ['random bytes', Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 7919) % 256))],
    ['gzip without saying so', Buffer.from('1f8b08000000000000ff', 'hex')],
  ])('is refused with 400: %s', async (_what, body) => {
    expectProblem(await post(body), 400, 'body_not_json');
  });

  it.each<Record<string, string>>([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'multipart/form-data; boundary=a' },
    { 'Content-Type': 'application/json, text/plain' },
    { 'Content-Type': 'application/json; charset=utf-16le' },
    { 'Content-Type': 'application/merge-patch+json' },
    { 'Content-Type': ';' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'br, gzip' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'x-unknown' },
  ])('is refused with 415: %j', async (headers) => {
    expectProblem(await post(raw, { ...auth, ...headers }), 415, 'media_type_unsupported');
  });

  it('is refused with 415 without a media type', async () => {
    expectProblem(await post(raw, auth), 415, 'media_type_unsupported');
  });
});

describe('a body that is too large', () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 0x20);

  it.each([
    ['one byte too many', requestText('POST', '/api/services', json, Buffer.alloc(64 * 1024 + 1, 0x20))],
    ['10 MB', requestText('POST', '/api/services', json, large)],
    [
      '10 MB announced, nothing sent',
      requestText('POST', '/api/services', { ...json, 'Content-Length': '10485760' }),
    ],
    [
      'an absurd length',
      requestText('POST', '/api/services', { ...json, 'Content-Length': '9007199254740991' }),
    ],
    [
      '10 MB in chunks',
      requestText(
        'POST',
        '/api/services',
        { ...json, 'Transfer-Encoding': 'chunked' },
        chunked(large, 65_536),
      ),
    ],
    [
      '70 KB in chunks of 100 bytes',
      requestText(
        'POST',
        '/api/services',
        { ...json, 'Transfer-Encoding': 'chunked' },
        chunked(large.subarray(0, 70_000), 100),
      ),
    ],
    [
      'an endless chunk',
      Buffer.concat([
        requestText('POST', '/api/services', { ...json, 'Transfer-Encoding': 'chunked' }),
        Buffer.from('ffffffff\r\n'),
        large.subarray(0, 100_000),
      ]),
    ],
  ])('is refused with 413: %s', async (_what, bytes) => {
    expectProblem(await send(own.port, bytes), 413, 'body_too_large');
  });

  it('is not read without a key', async () => {
    expectProblem(
      await send(
        own.port,
        requestText('POST', '/api/services', { 'Content-Type': 'application/json' }, large),
      ),
      401,
      'unauthorized',
    );
  });

  it('of another media type is refused for its media type', async () => {
    expectProblem(
      await send(
        own.port,
        requestText('POST', '/api/services', { ...auth, 'Content-Type': 'text/plain' }, large),
      ),
      415,
    );
  });

  it('may have exactly 64 KiB', async () => {
    const body = JSON.stringify(registration).padEnd(64 * 1024, ' ');

    expect((await post(body, json, '?dryRun=true'))?.status).toBe(200);
    expect(
      (
        await post(
          chunked(Buffer.from(body), 1000),
          { ...json, 'Transfer-Encoding': 'chunked' },
          '?dryRun=true',
        )
      )?.status,
    ).toBe(200);
  });
});

describe('a hostile query', () => {
  it.each([
    ['/api/services?limit=%00', 400],
    ['/api/services?limit=1%0a', 400],
    ['/api/services?limit=١', 400],
    ['/api/services?limit[]=5', 400],
    ['/api/services?offset=9007199254740993', 400],
    ['/api/services?sortBy=__proto__', 400],
    ['/api/services?sortBy=constructor', 400],
    ['/api/services?sortBy=name%20desc;drop', 400],
    ['/api/services?sortOrder=toString', 400],
    ['/api/services?status=constructor', 400],
    ['/api/services?status=verified%00', 400],
    [`/api/services?maxPricePerRequest=${'9'.repeat(5000)}`, 400],
    ['/api/services?minPricePerRequest=%240.01', 400],
    ['/api/services?minPricePerRequest=0.2&maxPricePerRequest=0.1', 400],
    ['/api/facets?minPricePerRequest=0.2&maxPricePerRequest=0.1', 400],
    ['/api/services?minUptime=0', 400],
    ['/api/services?minUptime=101', 400],
    ['/api/services?minUptime=99.5', 400],
    ['/api/services?mainnet=yes', 400],
    ['/api/services?freeQuota=__proto__', 400],
    ['/api/services?currency=%27%20OR%201=1', 400],
    ['/api/services?category=__proto__', 200],
    ['/api/services?category=../../etc', 200],
    ['/api/services?category=constructor,toString,,,', 200],
    ['/api/services?chain=__proto__', 200],
    ['/api/services?chain=constructor', 200],
    [`/api/services?chain=${'a,'.repeat(3000)}`, 200],
    [`/api/services?category=${'%2C'.repeat(3000)}`, 200],
    ['/api/services?query=%00', 200],
    ['/api/services?query=__proto__', 200],
    ['/api/services?query=constructor%20toString%20hasOwnProperty', 200],
    ['/api/services?query=%22%27%3Cscript%3E', 200],
    ['/api/services?query=%E2%80%AEevil', 200],
    ['/api/services?query=(((((((((((((((((((((((', 200],
    ['/api/services?query=.*%2B%3F%5E%24%7B%7D', 200],
    [`/api/services?query=${'a'.repeat(500)}`, 200],
    [`/api/services?query=${'a%20'.repeat(251)}`, 400],
    [`/api/services?query=${'a'.repeat(10_000)}`, 400],
    ['/api/services?query=%ed%a0%80', 400],
    ['/api/services?query=%c0%af', 400],
    ['/api/services?query=%', 200],
    ['/api/services?query=%zz', 200],
    ['/api/services?%zz=%', 400],
    ['/api/services?constructor=2', 400],
    ['/api/services?=&&&=?', 400],
    [`/api/services?${'a=1&'.repeat(3000)}`, 400],
    ['/api/services/search/intent', 400],
    ['/api/services/search/intent?q=', 400],
    ['/api/services/search/intent?q=%20', 400],
    ['/api/services/search/intent?q=%ff', 400],
    [`/api/services/search/intent?q=${'a'.repeat(501)}`, 400],
    ['/api/services/search/intent?q=a&q=b', 400],
    ['/api/services/search/intent?q=__proto__', 200],
    ['/api/services/search/intent?q=%00', 200],
    [`/api/services/search/intent?q=${'under%20$0.01%20'.repeat(30)}`, 200],
  ])('%s is answered with %d', async (path, status) => {
    const reply = await get(path);

    if (status === 400) expectProblem(reply, 400);
    else expect(Array.isArray(JSON.parse(reply?.body ?? '')) || path.includes('intent')).toBe(true);
    expect(reply?.status).toBe(status);
  });
});

describe('a hostile path', () => {
  it.each([
    '/api/services/%',
    '/api/services/%zz',
    '/api/services/%ff',
    '/api/services/%00',
    '/api/services/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/api/services/..%2f..%2fetc',
    '/api/services/../../etc/passwd',
    '/api/services/__proto__',
    '/api/services/constructor',
    '/api/services/__proto__/status',
    '/api/services/%E2%80%AE',
    '/api/services/%E9%9B%A8',
    '/api/services/a%2Fb',
    '/api/services/a/b/c/d',
    '/api/services//',
    '/api//services',
    `/api/services/${'a'.repeat(10_000)}`,
    `/api/services/${'%41'.repeat(4000)}`,
    `/api${'/a'.repeat(4000)}`,
    '/api/services/;a=b',
    '/api/services/*',
    '/api/services/:id',
    '/api/services/{id}',
    '/api/services/rain-radar-7x3k9m2p%0d%0aSet-Cookie:a',
    '/api/.git/config',
    '/api/%2e%2e/services.json%00',
  ])('%s is answered with 404', async (path) => {
    expectProblem(await get(path), 404);
  });

  it.each([
    '/api/services\\..\\x',
    '/api/services/\\\\host',
    '/api/services/|',
    '/api/services/^',
    '/api/services/"',
    '/api/services/<x>',
  ])('%s is answered with 404, or refused as malformed', async (path) => {
    const reply = await get(path);

    expectProblem(reply, reply?.status === 400 ? 400 : 404);
  });
});

describe('hostile headers', () => {
  it.each([
    ['a header of 20 KB', requestText('GET', '/api/services', { 'X-Large': 'a'.repeat(20_000) })],
    ['a path of 20 KB', requestText('GET', `/api/services?query=${'a'.repeat(20_000)}`)],
    [
      '2000 headers',
      requestText(
        'GET',
        '/api/services',
        Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`X-${String(i)}`, 'a'])),
      ),
    ],
    ['a header name of 20 KB', requestText('GET', '/api/services', { ['X'.repeat(20_000)]: 'a' })],
    [
      'a key of 20 KB',
      requestText('POST', '/api/services', { ...json, Authorization: `Bearer ${'a'.repeat(20_000)}` }, '{}'),
    ],
  ])('are refused with 431: %s', async (_what, bytes) => {
    expectProblem(await send(own.port, bytes), 431, 'headers_too_large');
  });

  it.each([
    ['a Host with a space', { Host: 'a b' }],
    ['a Host with a slash', { Host: 'example.com/x' }],
    ['a Host with credentials', { Host: 'user@example.com' }],
    ['half an IPv6 address', { Host: '[::1' }],
    ['a port that is none', { Host: 'example.com:99999' }],
    ['an empty Host', { Host: '' }],
  ])('are refused with 400, or ignored: %s', async (_what, headers) => {
    const reply = await get('/api/services', headers);

    if (reply?.status === 200) expect(Array.isArray(JSON.parse(reply.body))).toBe(true);
    else expectProblem(reply, 400);
  });

  it.each<[string, Record<string, string>]>([
    ['a long list of tags', { 'If-None-Match': '"a",'.repeat(2000) }],
    ['a tag without an end', { 'If-None-Match': `"${'a'.repeat(8000)}` }],
    ['a nonsense encoding', { 'Accept-Encoding': ';;;q=,,,*;q=x' }],
    ['a long list of encodings', { 'Accept-Encoding': 'gzip;q=0.1,'.repeat(1000) }],
    ['a request id that breaks lines', { 'X-Request-Id': 'a b\tc' }],
    ['an upgrade', { Connection: 'close, Upgrade', Upgrade: 'websocket' }],
    ['a range', { Range: 'bytes=0-1,5-' }],
    ['another address', { 'X-Forwarded-For': "'; drop table--" }],
    ['another method', { 'X-HTTP-Method-Override': 'DELETE' }],
    ['bytes beyond ASCII', { 'X-Name': 'caf\u00e9' }],
    ['a key on a read', { Authorization: 'Bearer nonsense' }],
  ])('are ignored by reads: %s', async (_what, headers) => {
    expect((await get('/api/services', headers))?.status).toBe(200);
  });
});

describe('malformed HTTP', () => {
  const start = 'GET /api/services HTTP/1.1\r\nHost: catalog.example.com\r\n';

  it.each([
    ['a word', 'hello\r\n\r\n'],
    ['no version', 'GET /api/services\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9', 'GET /api/services HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['an unknown method', 'FROBNICATE /api/services HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a method in small letters', 'get /api/services HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a null byte in the path', 'GET /api/\u0000services HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space in the path', 'GET /api/services ? HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', `${start}nonsense\r\n\r\n`],
    ['a header name with a space', `${start}X Name: a\r\n\r\n`],
    ['a null byte in a header', `${start}X-Name: a\u0000b\r\n\r\n`],
    ['a folded header', `${start}X-Name: a\r\n b\r\n\r\n`],
    ['a bare carriage return', `${start}X-Name: a\rb\r\n\r\n`],
    ['two Hosts', 'GET /api/services HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /api/services HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a negative length', 'POST /api/services HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['a length that is no number', 'POST /api/services HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n'],
    [
      'two lengths',
      'POST /api/services HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length and chunks',
      'POST /api/services HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'chunks in another coding',
      'POST /api/services HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a TLS hello', Buffer.from('16030100a5010000a10303', 'hex')],
    ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919 + 13) % 256))],
  ])('is refused with 400: %s', async (_what, text) => {
    expectProblem(await send(own.port, Buffer.from(text)), 400, 'request_malformed');
  });

  it('is refused with 400: a chunk with an invalid size', async () => {
    const bytes = requestText(
      'POST',
      '/api/services',
      { ...json, 'Transfer-Encoding': 'chunked' },
      'zz\r\n{}\r\n0\r\n\r\n',
    );

    expectProblem(await send(own.port, bytes), 400, 'request_malformed');
  });

  it('is refused with 417, or ignored: an unknown expectation', async () => {
    const reply = await get('/api/services', { Expect: 'a miracle' });

    if (reply?.status !== 200) expectProblem(reply, 417);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'LINK'])(
    'is another method, answered with 405: %s',
    async (method) => {
      const reply = await send(own.port, requestText(method, '/api/services'));

      expectProblem(reply, 405, 'method_not_allowed');
      expect(reply?.headers.get('allow')).toContain('GET');
    },
  );
});

describe('a client that disconnects', () => {
  const started = requestText('POST', '/api/services', { ...json, 'Content-Length': '500' });

  it.each<[string, Buffer]>([
    ['after half a request line', Buffer.from('GET /api/serv')],
    ['after half its headers', Buffer.from('GET /api/services HTTP/1.1\r\nHost: a\r\nX-')],
    ['before its body', started],
    [
      'in the middle of its body',
      Buffer.concat([started, Buffer.from(JSON.stringify(registration).slice(0, 100))]),
    ],
    [
      'in the middle of a chunk',
      Buffer.concat([
        requestText('POST', '/api/services', { ...json, 'Transfer-Encoding': 'chunked' }),
        Buffer.from('fff\r\n{"name"'),
      ]),
    ],
  ])('leaves nothing behind: %s', async (_what, bytes) => {
    const before = api.store.snapshot;
    const reply = await send(own.port, bytes, { half: true });

    if (reply) expectProblem(reply, 400, 'request_malformed');
    expect(api.store.snapshot).toBe(before);
  });

  it('before the answer leaves nothing behind', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => send(own.port, requestText('GET', '/api/export'), { half: true })),
    );

    expect(api.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('does not get a tunnel', async () => {
    const reply = await send(
      own.port,
      Buffer.from('CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'),
    );

    expect(reply === undefined || reply.status >= 400).toBe(true);
  });
});

describe('a client that is slow', () => {
  const timeouts = { requestTimeout: 300, headersTimeout: 300 };
  let slow: TestServer;

  beforeAll(async () => {
    slow = await aServer(api);
    expect([slow.server.requestTimeout, slow.server.headersTimeout]).toEqual([10_000, 10_000]);
    Object.assign(slow.server, timeouts);
  });

  afterAll(async () => {
    await slow.stop();
  });

  it.each<[string, Buffer]>([
    ['its headers', Buffer.from('POST /api/services HTTP/1.1\r\nHost: a\r\n')],
    ['its body', requestText('POST', '/api/services', { ...json, 'Content-Length': '500' }, '{"name":')],
    [
      'its next chunk',
      Buffer.concat([
        requestText('POST', '/api/services', { ...json, 'Transfer-Encoding': 'chunked' }),
        Buffer.from('8\r\n{"name":\r\n'),
      ]),
    ],
  ])('with %s is answered with 408, without delaying others', async (_what, bytes) => {
    const [reply, other] = await Promise.all([
      send(slow.port, bytes),
      send(slow.port, requestText('GET', one)),
    ]);

    expectProblem(reply, 408, 'request_timeout');
    expect(other?.status).toBe(200);
  });
});

describe('after all of that', () => {
  it('the server has logged no error and written nothing', () => {
    expect(api.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(api.repository.commits).toEqual([]);
  });
});

describe('a Host that no URL can hold', () => {
  it.each(['9'.repeat(400), '0x', '1.2.3.4.5', '256.256.256.256'])(
    'is refused without harm: %s',
    async (host) => {
      for (const path of ['/api/services?limit=1', '/api/facets', '/api/suggest?query=a', '/health']) {
        const reply = await get(path, { Host: host });
        expect([200, 400]).toContain(reply?.status);
      }
      expect((await post('{}', { ...json, Host: host }, '?dryRun=true'))?.status).not.toBe(500);
    },
  );
});
