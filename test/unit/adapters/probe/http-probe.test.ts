import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HttpProbe, type HttpProbeSettings, userAgentOf } from '../../../../src/adapters/probe/http-probe.ts';
import { readRobots, type RobotsRules } from '../../../../src/adapters/probe/robots.ts';
import { robotName } from '../../../../src/adapters/probe/robots-cache.ts';
import type { ProbeResult, ProbeTarget } from '../../../../src/domain/probe.ts';
import { openDescriptors } from '../../../support/descriptors.ts';
import { nextTurn } from '../../../support/next-turn.ts';
import { certificates, httpSeller, httpsSeller, rawSeller, type Seller } from '../../../support/seller.ts';
import { soon } from '../../../support/soon.ts';
import { longestStallMs } from '../../../support/stall.ts';

const userAgent = userAgentOf('1.2.3', 'https://catalog.example.com');
/** A deadline that tests are not meant to reach, and one for tests that do reach it. */
const plenty = 10_000;
const short = 300;

const terms = '{"x402Version":1,"accepts":[]}';

function probeOf(settings: Partial<HttpProbeSettings> = {}): HttpProbe {
  return new HttpProbe({
    userAgent,
    allowPrivate: true,
    deadlineMs: plenty,
    ...settings,
    reach: { resolve: () => Promise.resolve(['127.0.0.1']), ...settings.reach },
  });
}

/** The rules of a `robots.txt` for every robot. */
function rulesOf(...lines: readonly string[]): RobotsRules {
  return readRobots(['User-agent: *', ...lines].join('\n'), robotName);
}

/** Probes, and waits until every connection to the seller is closed. */
async function probed(
  seller: Seller,
  { path = '', method, query, body, ...settings }: Partial<HttpProbeSettings> & ProbeAs = {},
): Promise<ProbeResult> {
  const result = await probeOf(settings).probe(seller.url + path, { method, query, body });

  await expect.poll(seller.open, { interval: 5 }).toBe(0);
  return result;
}

interface ProbeAs extends Omit<ProbeTarget, 'endpoint'> {
  readonly path?: string;
}

async function outcomeOf(...given: Parameters<typeof probed>): Promise<object> {
  return (await probed(...given)).outcome;
}

describe('a probe', () => {
  it('sends GET, names itself, and asks for no compression', async () => {
    const asked: object[] = [];
    const seller = await httpSeller(({ method, url, headers }, response) => {
      asked.push({ method, url, ...headers });
      response.writeHead(402, { 'X-Two': ['a', 'b'], 'Set-Cookie': ['c=1', 'd=2'] }).end(terms);
    });

    const result = await probed(seller, { path: '/v1/%C3%A9' });

    expect(asked).toEqual([
      {
        method: 'GET',
        url: '/v1/%C3%A9',
        host: `seller.example.com:${String(seller.port)}`,
        'user-agent': 'tollbook/1.2.3 (+https://catalog.example.com/docs/probing/)',
        accept: 'application/json, */*;q=0.5',
        'accept-encoding': 'identity',
        connection: 'close',
      },
    ]);
    expect(result).toMatchObject({ method: 'GET', url: `${seller.url}/v1/%C3%A9` });
    expect(result.latencyMs).toBeGreaterThan(0);
    expect(result.outcome).toMatchObject({
      status: 402,
      body: terms,
      isCut: false,
      headers: { 'x-two': 'a, b', 'set-cookie': 'c=1, d=2' },
    });
  });

  it.each([
    ['POST', '{}', 'application/json'],
    ['PUT', '{}', 'application/json'],
    ['PATCH', '{}', 'application/json'],
    ['DELETE', '', undefined],
    ['GET', '', undefined],
  ] as const)('sends only the declared method %s, with the body %j', async (method, body, type) => {
    const asked: object[] = [];
    const seller = await httpSeller((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => asked.push({ text }));
      asked.push({ method: request.method, type: request.headers['content-type'] });
      request.on('end', () => response.writeHead(404).end());
    });

    expect(await probed(seller, { method })).toMatchObject({ method, outcome: { status: 404 } });
    expect(asked).toEqual([{ method, type }, ...(body === '' ? [] : [{ text: body }])]);
  });

  it.each([
    [{ GET: 402, POST: 402 }, 'GET', ['GET']],
    [{ GET: 200, POST: 402 }, 'POST', ['GET', 'POST']],
    [{ GET: 405, POST: 402 }, 'POST', ['GET', 'POST']],
    [{ GET: 403, POST: 402 }, 'POST', ['GET', 'POST']],
    [{ GET: 500, POST: 402 }, 'POST', ['GET', 'POST']],
    [{ GET: 405, POST: 400 }, 'POST', ['GET', 'POST']],
    [{ GET: 404, POST: 200 }, 'POST', ['GET', 'POST']],
    [{ GET: 200, POST: 422 }, 'POST', ['GET', 'POST']],
    [{ GET: 404, POST: 415 }, 'POST', ['GET', 'POST']],
    [{ GET: 400, POST: 200 }, 'GET', ['GET', 'POST']],
    [{ GET: 404, POST: 405 }, 'GET', ['GET', 'POST']],
    [{ GET: 200, POST: 405 }, 'GET', ['GET', 'POST']],
    [{ GET: 403, POST: 200 }, 'GET', ['GET', 'POST']],
    [{ GET: 500, POST: 200 }, 'POST', ['GET', 'POST']],
    [{ GET: 404, POST: 500 }, 'POST', ['GET', 'POST']],
    [{ GET: 200, POST: 500 }, 'GET', ['GET', 'POST']],
    [{ GET: 429, POST: 402 }, 'GET', ['GET']],
  ] as const)(
    'of the answers %j returns the one to %s, after sending %j',
    async (statuses, returned, asked) => {
      const methods: string[] = [];
      const seller = await httpSeller(({ method = '' }, response) => {
        methods.push(method);
        response.writeHead(method === 'POST' ? statuses.POST : statuses.GET).end();
      });

      expect(await probed(seller)).toMatchObject({
        method: returned,
        outcome: { status: statuses[returned] },
      });
      expect(methods).toEqual(asked);
    },
  );

  it.each([
    [400, 'GET'],
    [402, 'POST'],
  ])(
    'returns a challenge to pay that comes with 401, unless POST is answered 402: %i',
    async (status, from) => {
      const seller = await httpSeller(({ method }, response) => {
        if (method === 'POST') response.writeHead(status).end();
        else response.writeHead(401, { 'WWW-Authenticate': 'L402 token="a", invoice="lnbc1"' }).end();
      });

      expect(await probed(seller)).toMatchObject({ method: from });
    },
  );

  it('takes no login for a challenge to pay because of a word that it quotes', async () => {
    const seller = await httpSeller(({ method }, response) => {
      if (method === 'POST') response.writeHead(422).end();
      else response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="orders, payment history"' }).end();
    });

    expect(await probed(seller)).toMatchObject({ method: 'POST' });
  });

  it.each([
    ['GET, PUT', ['GET', 'POST', 'PUT'], 402],
    ['options, patch', ['GET', 'POST', 'PATCH'], 402],
    ['DELETE', ['GET', 'POST'], 405],
  ])('tries a method that the answer 405 allows: %s', async (allow, asked, status) => {
    const methods: (string | undefined)[] = [];
    const seller = await httpSeller(({ method }, response) => {
      methods.push(method);
      if (methods.length < 3) response.writeHead(405, { Allow: allow }).end();
      else response.writeHead(402).end(terms);
    });

    expect(await outcomeOf(seller)).toMatchObject({ status });
    expect(methods).toEqual(asked);
  });

  it('asks with a slash at the end where nothing is found without it', async () => {
    const seller = await httpSeller(({ url }, response) => {
      response.writeHead(url === '/items/' ? 402 : 404).end(terms);
    });

    const result = await probed(seller, { path: '/items' });
    expect(result).toMatchObject({ method: 'GET', url: `${seller.url}/items/`, outcome: { status: 402 } });
    expect(await outcomeOf(seller, { path: '/none' })).toMatchObject({ status: 404 });
  });

  it('tries POST when GET is redirected to another host', async () => {
    const seller = await httpSeller(({ method }, response) => {
      if (method === 'POST') response.writeHead(402).end(terms);
      else response.writeHead(302, { Location: 'https://docs.example.org/' }).end();
    });

    expect(await probed(seller)).toMatchObject({ method: 'POST', outcome: { status: 402 } });
  });

  it('does not try POST when the server asks it to wait', async () => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end();
    });

    expect(await outcomeOf(seller)).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    expect(seller.connections()).toBe(1);
  });
});

/** A seller that notes each request with its body, and answers each with the next of `answers`, then with 402. */
async function noting(...answers: readonly (readonly [status: number, location: string])[]) {
  const asked: string[] = [];
  const seller = await httpSeller((request, response) => {
    const [status, location] = answers[asked.length] ?? [402, undefined];
    const { method = '', url = '', headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      asked.push([method, url, headers['content-type'] ?? '-', body].join(' '));
      response.writeHead(status, location === undefined ? {} : { Location: location }).end();
    });
  });

  return { seller, asked };
}

describe('a declared request', () => {
  it.each([
    ['POST', { text: 'Grüße 🌧' }, '{"text":"Grüße 🌧"}'],
    ['PUT', [], '[]'],
    ['PATCH', null, 'null'],
    ['DELETE', 'x', '"x"'],
  ] as const)('is sent by %s with its body %j', async (method, body, text) => {
    const { seller, asked } = await noting();

    await probed(seller, { method, body });
    expect(asked).toEqual([`${method} / application/json ${text}`]);
  });

  it('has its query, whatever that contains', async () => {
    const { seller, asked } = await noting();
    const query = { q: 'a b&c=d', 'x#y': 'é\r\nHost: evil', '': '\ud800' };

    await probed(seller, { path: '/v1', query });
    expect(asked).toEqual(['GET /v1?q=a+b%26c%3Dd&x%23y=%C3%A9%0D%0AHost%3A+evil&=%EF%BF%BD - ']);
  });

  it('has its query by GET and by POST when no method is declared', async () => {
    const { seller, asked } = await noting([404, '']);

    await probed(seller, { query: { a: '1' } });
    expect(asked).toEqual(['GET /?a=1 - ', 'POST /?a=1 application/json {}']);
  });

  it('never has a body by GET', async () => {
    const { seller, asked } = await noting();

    await probed(seller, { method: 'GET', body: { a: 1 } });
    expect(asked).toEqual(['GET / - ']);
  });

  it.each([
    ['POST', 307, 'POST /b application/json {"a":1}'],
    ['POST', 308, 'POST /b application/json {"a":1}'],
    ['PUT', 302, 'PUT /b application/json {"a":1}'],
    ['POST', 302, 'GET /b - '],
    ['POST', 301, 'GET /b - '],
    ['PUT', 303, 'GET /b - '],
  ] as const)('by %s, redirected with %i, becomes %s', async (method, status, second) => {
    const { seller, asked } = await noting([status, '/b']);

    await probed(seller, { path: '/a', method, query: { q: '1' }, body: { a: 1 } });
    expect(asked).toEqual([`${method} /a?q=1 application/json {"a":1}`, second]);
  });

  it('is not sent to another host', async () => {
    const elsewhere = await noting();
    const { seller } = await noting([307, elsewhere.seller.url]);

    expect(await outcomeOf(seller, { method: 'POST', body: { secret: 1 } })).toMatchObject({
      failure: 'redirect_refused',
    });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('redirects', () => {
  it.each([
    [301, 'GET', 'GET'],
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ] as const)('of status %i turn %s into %s', async (status, method, nextMethod) => {
    const asked: unknown[] = [];
    const seller = await httpSeller((request, response) => {
      asked.push(request.method);
      if (request.url === '/new?a=1') response.writeHead(402).end();
      else response.writeHead(status, { Location: '/new?a=1#top' }).end();
    });

    const result = await probed(seller, { method, path: '/old' });
    expect(result).toMatchObject({ method, outcome: { status: 402 } });
    expect(result.url).toContain('/new?a=1');
    expect(asked).toEqual([method, nextMethod]);
  });

  it('are followed up to three times', async () => {
    const redirects = new Map([
      ['/3', '/2'],
      ['/2', '/1'],
      ['/1', '/0'],
      ['/loop', '/loop'],
      ['/4', '/3'],
    ]);
    const seller = await httpSeller(({ url = '' }, response) => {
      const to = redirects.get(url);
      if (to === undefined) response.writeHead(402).end();
      else response.writeHead(307, { Location: to }).end();
    });

    expect(await outcomeOf(seller, { path: '/3', method: 'GET' })).toMatchObject({ status: 402 });
    expect(seller.connections()).toBe(4);
    for (const path of ['/4', '/loop']) {
      expect(await outcomeOf(seller, { path, method: 'GET' })).toEqual({
        failure: 'too_many_redirects',
        detail: 'the answer is more than 3 redirects away',
      });
    }
    expect(seller.connections()).toBe(12);
  });

  it.each([
    ['https://docs.example.org/a?token=1', 'the redirect to https://docs.example.org/a leaves'],
    ['https://www.example.org/a', '; give the address that it leads to'],
    ['//docs.example.org', 'the redirect to http://docs.example.org/ leaves'],
    [
      'http://169.254.169.254/latest/meta-data',
      'the redirect to http://169.254.169.254/latest/meta-data leaves',
    ],
    ['http://seller.example.com:1/', 'the redirect to http://seller.example.com:1/ leaves'],
    ['ftp://seller.example.com/', 'the redirect to ftp://seller.example.com/ leaves'],
    ['javascript:alert(1)', 'the redirect to javascript://alert(1) leaves'],
    ['http://', 'the redirect to "http://" leads nowhere'],
  ])('to %s are refused', async (target, detail) => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(302, { Location: target }).end();
    });

    expect(await outcomeOf(seller, { method: 'GET' })).toEqual({
      failure: 'redirect_refused',
      detail: expect.stringContaining(detail) as unknown,
    });
    expect(seller.connections()).toBe(1);
  });

  it.each([
    ['that is long', '/' + 'a'.repeat(120_000)],
    ['that grows long when it is escaped', '/' + 'é'.repeat(1_000)],
  ])('to a URL %s are refused before robots.txt is consulted', async (_what, target) => {
    const seller = await rawSeller((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`),
    );
    const robots = rulesOf('Disallow: /aaa', 'Disallow: /é');

    expect((await probeOf().probe(`${seller.url}/a`, { robots, method: 'GET' })).outcome).toEqual({
      failure: 'redirect_refused',
      detail: 'the redirect leads to a URL of more than 2048 characters',
    });
  });

  it('to an invalid URL are refused in a sentence without hidden characters', async () => {
    const seller = await rawSeller((socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: http://\x85\xad[\r\nContent-Length: 0\r\n\r\n', 'latin1'),
    );

    expect(await outcomeOf(seller, { method: 'GET' })).toEqual({
      failure: 'redirect_refused',
      detail: 'the redirect to "http://U+0085U+00AD[" leads nowhere',
    });
  });

  it('with a user name are refused, and those without a Location count as answers', async () => {
    const seller: Seller = await httpSeller(({ url }, response) => {
      const target = `http://user:secret@seller.example.com:${String(seller.port)}/`;
      if (url === '/') response.writeHead(302, { Location: target }).end();
      else response.writeHead(302).end('gone');
    });

    const { outcome } = await probed(seller, { method: 'GET' });
    expect(outcome).toMatchObject({ failure: 'redirect_refused' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(await outcomeOf(seller, { method: 'GET', path: '/x' })).toMatchObject({
      status: 302,
      body: 'gone',
    });
  });

  it('are followed without reading the body', async () => {
    const seller = await httpSeller(({ url }, response) => {
      if (url === '/b') response.writeHead(402).end();
      else response.writeHead(302, { Location: '/b' }).write('and more to co');
    });

    expect(await outcomeOf(seller, { path: '/a' })).toMatchObject({ status: 402 });
  });
});

describe('the body', () => {
  it('is cut off at 256 KiB when it is endless', async () => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(402, { 'Payment-Required': 'abc' });
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });

    const { outcome } = await probed(seller);
    expect(outcome).toMatchObject({ status: 402, isCut: true, headers: { 'payment-required': 'abc' } });
    expect('body' in outcome && outcome.body.length).toBe(256 * 1024);
  });

  it.each(['constructor', '__proto__', 'tostring'])(
    'is read as it is under the unknown encoding %s',
    async (encoding) => {
      const seller = await httpSeller((_request, response) => {
        response.writeHead(402, { 'Content-Encoding': encoding }).end(terms);
      });

      expect(await outcomeOf(seller)).toMatchObject({ status: 402, body: terms });
    },
  );

  it('is cut off when it comes in too many chunks', async () => {
    const pieces = '1\r\nz\r\n'.repeat(200_000);
    const seller = await rawSeller((socket) =>
      socket.end(`HTTP/1.1 402 Pay\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`),
    );

    const { outcome } = await probed(seller, {});
    expect(outcome).toMatchObject({ status: 402, isCut: true });
    expect('body' in outcome && outcome.body.length).toBeLessThan(10_000);
  });

  it.each([256 * 1024 - 1, 256 * 1024])('is complete at %i bytes', async (length) => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(402).end('y'.repeat(length));
    });

    const { outcome } = await probed(seller);
    expect(outcome).toMatchObject({ isCut: false });
    expect('body' in outcome && outcome.body.length).toBe(length);
  });

  it('loses a character that was cut in two', async () => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(402).end(`x${'é'.repeat(200_000)}`);
    });

    const { outcome } = await probed(seller);
    expect('body' in outcome && outcome.body).toBe(`x${'é'.repeat(131_071)}`);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
  ])('is decompressed from %s', async (encoding, compress) => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(402, { 'Content-Encoding': encoding }).end(compress(Buffer.from(terms)));
    });

    expect(await outcomeOf(seller)).toMatchObject({ body: terms, isCut: false });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('is decompressed up to 256 KiB when it is a %s bomb', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(60 * 2 ** 20));
    const before = process.memoryUsage().arrayBuffers;
    const seller = await httpSeller((_request, response) => {
      response.writeHead(402, { 'Content-Encoding': encoding }).end(bomb);
    });

    const { outcome } = await probed(seller);
    expect(outcome).toMatchObject({ status: 402, isCut: true });
    expect('body' in outcome && outcome.body.length).toBe(256 * 1024);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 2 ** 20);
  });

  it('keeps what could be decompressed when the encoding is wrong', async () => {
    const seller = await httpSeller(({ url }, response) => {
      const half = gzipSync(terms).subarray(0, 30);
      response.writeHead(402, { 'Content-Encoding': url === '/odd' ? 'br' : 'gzip' });
      response.end(url === '/half' ? half : 'plain');
    });

    expect(await outcomeOf(seller)).toMatchObject({ status: 402, body: '', isCut: true });
    expect(await outcomeOf(seller, { path: '/half' })).toMatchObject({ status: 402, isCut: true });
    expect(await outcomeOf(seller, { path: '/odd' })).toMatchObject({ body: 'plain', isCut: false });
  });
});

describe('the header', () => {
  const withHeader = (bytes: number): Promise<Seller> =>
    rawSeller((socket) => socket.end(`HTTP/1.1 402 Pay\r\nPayment-Required: ${'a'.repeat(bytes)}\r\n\r\n`));

  it.each([20_000, 127_000])('is read when it has %i bytes', async (bytes) => {
    const { outcome } = await probed(await withHeader(bytes));

    expect('headers' in outcome && outcome.headers['payment-required']?.length).toBe(bytes);
  });

  it('is refused when it has 200 KB', async () => {
    expect(await outcomeOf(await withHeader(200_000))).toEqual({
      failure: 'headers_too_large',
      detail: 'the header of the answer is larger than 128 KB',
    });
  });

  it('may have more than 2000 fields', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `X-${String(i)}: 1\r\n`).join('');
    const { outcome } = await probed(
      await rawSeller((socket) => socket.end(`HTTP/1.1 402 Pay\r\n${many}\r\n`)),
    );

    expect('headers' in outcome && outcome.headers['x-2999']).toBe('1');
  });
});

/** Sends a little at a time, forever. */
function drip(
  socket: { write(text: string): void; on(event: 'close', f: () => void): void },
  head: string,
  drop: string,
): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(drop), 20);
  socket.on('close', () => clearInterval(timer));
}

const chunked = 'HTTP/1.1 402 Pay\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a server', () => {
  const answerWith = (text: string) => () => rawSeller((socket) => socket.end(text));

  it.each<[string, () => Promise<Seller>, string, string]>([
    [
      'that is silent',
      () => rawSeller(() => undefined),
      'timed_out',
      'time ran out: the header of the answer did not come to its end',
    ],
    [
      'that drips its header',
      () => rawSeller((socket) => drip(socket, 'HTTP/1.1 402 Pay\r\nX: ', 'x')),
      'timed_out',
      'time ran out: the header of the answer did not come to its end',
    ],
    [
      'that drips its body',
      () => rawSeller((socket) => drip(socket, 'HTTP/1.1 402 Pay\r\n\r\n', 'x')),
      'timed_out',
      'time ran out: the body of the answer did not come to its end',
    ],
    [
      'that repeats 100 Continue forever',
      () => rawSeller((socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')),
      'not_http',
      'the server sent only interim answers (1xx), and no final one',
    ],
    [
      'that floods interim answers',
      () => rawSeller((socket) => pour(socket, '', 'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n')),
      'not_http',
      'the server sent only interim answers (1xx), and no final one',
    ],
    [
      'that floods empty lines',
      () => rawSeller((socket) => pour(socket, '', '\r\n')),
      'headers_too_large',
      'the header of the answer is larger than 128 KB',
    ],
    [
      'that sends an endless status line',
      () => rawSeller((socket) => pour(socket, 'HTTP/1.1 402 ', 'a')),
      'headers_too_large',
      'the header of the answer is larger than 128 KB',
    ],
    [
      'that sends endless chunk extensions',
      () => rawSeller((socket) => pour(socket, `${chunked}1;`, 'a=b;')),
      'not_http',
      'the answer is not HTTP/1.1 (CHUNK_EXTENSIONS_OVERFLOW)',
    ],
    [
      'that floods trailers',
      () => rawSeller((socket) => pour(socket, `${chunked}0\r\n`, 'a: b\r\n')),
      'headers_too_large',
      'the header of the answer is larger than 128 KB',
    ],
    [
      'that resets the connection',
      () => rawSeller((socket) => socket.resetAndDestroy()),
      'connection_reset',
      'the server closed the connection before it answered (ECONNRESET)',
    ],
    [
      'that hangs up without answering',
      answerWith(''),
      'connection_reset',
      'the server closed the connection before it answered (ECONNRESET)',
    ],
    [
      'that hangs up in the middle of its header',
      answerWith('HTTP/1.1 402 Pay\r\nX-A: b'),
      'connection_reset',
      'the server closed the connection before it answered (ECONNRESET)',
    ],
    [
      'that hangs up in the middle of its body',
      answerWith('HTTP/1.1 402 Pay\r\nContent-Length: 100\r\n\r\nabc'),
      'connection_reset',
      'the server closed the connection in the middle of its answer (ECONNRESET)',
    ],
    [
      'that hangs up in the middle of a chunk',
      answerWith('HTTP/1.1 402 Pay\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc'),
      'connection_reset',
      'the server closed the connection in the middle of its answer (ECONNRESET)',
    ],
    [
      'that speaks HTTP/0.9',
      answerWith('<html>hello</html>'),
      'not_http',
      'the answer is not HTTP/1.1 (INVALID_CONSTANT)',
    ],
    [
      'that speaks SSH',
      answerWith('SSH-2.0-OpenSSH_9.9\r\n'),
      'not_http',
      'the answer is not HTTP/1.1 (INVALID_CONSTANT)',
    ],
    [
      'that sends a malformed header',
      answerWith('HTTP/1.1 402 Pay\r\nno colon here\r\n\r\n'),
      'not_http',
      'the answer is not HTTP/1.1 (INVALID_HEADER_TOKEN)',
    ],
    [
      'that declares two lengths',
      answerWith('HTTP/1.1 402 Pay\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'not_http',
      'the answer is not HTTP/1.1 (UNEXPECTED_CONTENT_LENGTH)',
    ],
    [
      'that sends malformed chunks',
      answerWith('HTTP/1.1 402 Pay\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
      'not_http',
      'the answer is not HTTP/1.1 (INVALID_CHUNK_SIZE)',
    ],
    [
      'that upgrades the protocol unasked',
      answerWith('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      'not_http',
      'the answer is not HTTP/1.1 (UNASKED_UPGRADE)',
    ],
  ])('%s is reported as such', async (_what, make, failure, detail) => {
    const deadlineMs = failure === 'timed_out' ? short : plenty;

    expect(await outcomeOf(await make(), { method: 'GET', deadlineMs })).toEqual({ failure, detail });
  });

  it('may send a few interim answers', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(8);
    const seller = await rawSeller((socket) => socket.end(`${interim}HTTP/1.1 402 Pay\r\n\r\n`));

    expect(await outcomeOf(seller)).toMatchObject({ status: 402 });
  });

  it.each<[string, string, string]>([
    ['chunks of one byte', chunked, '1\r\nz\r\n'],
    ['chunks with long extensions', chunked, `1;${'a'.repeat(60)}\r\nz\r\n`],
    ['an endless body', 'HTTP/1.1 402 Pay\r\n\r\n', 'z'],
  ])('that floods %s is cut off, and its status counts', async (_what, head, piece) => {
    const seller = await rawSeller((socket) => pour(socket, head, piece));

    expect(await outcomeOf(seller)).toMatchObject({ status: 402, isCut: true });
  });

  it.each<[string, string]>([
    ['interim answers', 'HTTP/1.1 100 \r\n\r\n'.repeat(100_000)],
    ['header lines', `HTTP/1.1 402 Pay\r\n${'a:\r\n'.repeat(30_000)}\r\n`],
    [
      'header lines of different names',
      `HTTP/1.1 402 Pay\r\n${Array.from({ length: 20_000 }, (_, i) => `${i.toString(36)}:\r\n`).join('')}\r\n`,
    ],
    ['cookies', `HTTP/1.1 402 Pay\r\n${'Set-Cookie: a=b\r\n'.repeat(7_000)}\r\n`],
    ['chunks', chunked + '1\r\nz\r\n'.repeat(300_000)],
  ])('that sends very many %s does not block the event loop', async (_what, answer) => {
    const seller = await rawSeller((socket) => socket.end(answer));

    expect(await longestStallMs(250, () => probed(seller, { method: 'GET' }))).toBeLessThan(250);
  });

  /** Sends forever, as fast as the other side reads. */
  function pour(socket: Socket, head: string, piece: string): void {
    const pieces = piece.repeat(Math.ceil(65_536 / piece.length));
    const go = (): void => {
      while (!socket.destroyed && socket.write(pieces));
    };
    socket.on('drain', go);
    socket.write(head);
    go();
  }

  it.each([401, 403, 429, 500, 502, 503, 200, 204, 304, 300, 418, 599])(
    'that answers %i counts as having answered',
    async (status) => {
      const seller = await httpSeller((_request, response) => response.writeHead(status).end());

      expect(await outcomeOf(seller)).toMatchObject({ status });
    },
  );

  it('that does not listen is reported as such', async () => {
    const probe = probeOf({ reach: { resolve: () => Promise.resolve(['127.0.0.1', '127.0.0.2']) } });

    expect((await probe.probe('http://seller.example.com:1')).outcome).toEqual({
      failure: 'connection_refused',
      detail: 'the server could not be connected to (ECONNREFUSED)',
    });
  });

  it('has one deadline for both methods and all redirects', async () => {
    const seller = await httpSeller((request, response) => {
      // eslint-disable-next-line no-restricted-syntax -- Four answers take longer than the deadline, and one does not.
      setTimeout(() => response.writeHead(307, { Location: request.url }).end(), 120);
    });

    const started = performance.now();
    expect(await outcomeOf(seller, { deadlineMs: 400 })).toMatchObject({ failure: 'timed_out' });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('TLS', () => {
  const pay = (_request: unknown, response: { writeHead(status: number): { end(): void } }): void =>
    response.writeHead(402).end();

  it('verifies the certificate against the name, not the address', async () => {
    const seller = await httpsSeller(pay, certificates.valid);

    expect(await outcomeOf(seller, { ca: certificates.valid })).toMatchObject({
      status: 402,
    });
  });

  it.each<[string, () => Promise<Seller>, string]>([
    [
      'with a self-signed certificate',
      () => httpsSeller(pay, certificates.valid),
      'the certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      'on a port of plain HTTP',
      () => rawSeller((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'https'),
      'the server does not speak TLS on this port',
    ],
    [
      'that the server hangs up on',
      () => rawSeller((socket) => socket.destroy(), 'https'),
      'the server closed the connection during the TLS handshake (ECONNRESET)',
    ],
  ])('%s fails', async (_what, make, detail) => {
    expect(await outcomeOf(await make())).toEqual({
      failure: 'tls_failed',
      detail: expect.stringContaining(detail) as unknown,
    });
  });

  it('with a certificate that expired, or is for another name, fails', async () => {
    const expired = await httpsSeller(pay, certificates.expired);
    const other = await httpsSeller(pay, certificates.valid);
    const url = other.url.replace('seller', 'other');

    expect(await outcomeOf(expired, { ca: certificates.expired })).toEqual({
      failure: 'tls_failed',
      detail: 'the certificate has expired (CERT_HAS_EXPIRED)',
    });
    expect((await probeOf({ ca: certificates.valid }).probe(url)).outcome).toEqual({
      failure: 'tls_failed',
      detail: 'the certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
  });

  it('times out when the handshake never ends', async () => {
    expect(await outcomeOf(await rawSeller(() => undefined, 'https'), { deadlineMs: short })).toEqual({
      failure: 'timed_out',
      detail: 'time ran out: the TLS handshake did not end',
    });
  });
});

describe('a host name', () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));

  it.each([
    ['ENOTFOUND', 'the name seller.example.com has no address'],
    ['ENODATA', 'the name seller.example.com has no address'],
    ['ESERVFAIL', 'the name seller.example.com could not be resolved (ESERVFAIL)'],
    ['ETIMEOUT', 'no name server answered for seller.example.com'],
  ])('is unknown when its lookup fails with %s', async (code, detail) => {
    const probe = probeOf({ reach: { resolve: failing(code) } });

    expect((await probe.probe('http://seller.example.com')).outcome).toEqual({
      failure: 'name_unknown',
      detail,
    });
  });

  it('is unknown without addresses, and times out when it is not resolved', async () => {
    const empty = probeOf({ reach: { resolve: () => Promise.resolve([]) } });
    const slow = probeOf({ reach: { resolve: () => new Promise(() => undefined) }, deadlineMs: 50 });

    expect((await empty.probe('http://seller.example.com')).outcome).toMatchObject({
      failure: 'name_unknown',
    });
    expect((await slow.probe('http://seller.example.com')).outcome).toMatchObject({ failure: 'timed_out' });
  });
});

describe('a probe releases its sockets, timers and lookups', () => {
  /** How many sockets, timers and lookups are in use, and how many file descriptors. */
  const inUse = (): readonly number[] => {
    const kinds = process.getActiveResourcesInfo();
    const counts = [/Timeout/, /TCPSocket|TLS/, /DNS|GetAddr/].map(
      (kind) => kinds.filter((each) => kind.test(each)).length,
    );
    return [...counts, openDescriptors()];
  };

  /** Looks turn by turn whether no more is in use than before: Vitest has timers of its own, which a poll would add to, and which may end. */
  const released = async (before: readonly number[]): Promise<void> => {
    const end = performance.now() + soon.timeout;
    const more = (): number[] => inUse().map((count, at) => Math.max(0, count - (before[at] ?? 0)));
    while (more().some((count) => count > 0) && performance.now() < end) await nextTurn();

    expect(more()).toEqual([0, 0, 0, 0]);
  };

  it('after probing many sellers, good and bad', async () => {
    const good = await httpSeller((_request, response) => response.writeHead(402).end());
    const silent = await rawSeller(() => undefined);
    const cut = await rawSeller((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'));
    const before = inUse();

    await Promise.all(
      [good, silent, cut].flatMap((seller) =>
        Array.from({ length: 20 }, () => probed(seller, { deadlineMs: short })),
      ),
    );
    await released(before);
  });

  it.each<[string, string, string]>([
    ['its TLS handshake', 'https', '\x16\x03\x03\x40\x00\x02'],
    ['its status line', 'http', 'HTTP/1.1 402 '],
    ['its header', 'http', 'HTTP/1.1 402 Pay\r\nX: '],
    ['a chunk', 'http', `${chunked}ffff\r\n`],
    ['the size of a chunk', 'http', `${chunked}0`],
    ['its trailers', 'http', `${chunked}0\r\nX: `],
    ['a compressed body', 'http', 'HTTP/1.1 402 Pay\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b'],
  ])('after timing out on a seller that drips %s', async (_what, scheme, head) => {
    const seller = await rawSeller((socket) => drip(socket, head, '0'), scheme);
    const before = inUse();

    expect(await outcomeOf(seller, { deadlineMs: short })).toMatchObject({ failure: 'timed_out' });
    await released(before);
  });

  it('after timing out on a name that is never resolved', async () => {
    const before = inUse();
    const probe = probeOf({ reach: { resolve: () => new Promise(() => undefined) }, deadlineMs: 50 });

    expect((await probe.probe('http://seller.example.com')).outcome).toMatchObject({ failure: 'timed_out' });
    await released(before);
  });
});

describe('the caller of a probe', () => {
  it('may cancel it at any time', async () => {
    const seller = await rawSeller(() => undefined);
    const stop = new AbortController();
    const asked = probeOf({ deadlineMs: 10_000 }).probe(seller.url, { signal: stop.signal });

    await expect.poll(seller.open).toBe(1);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(seller.open, { interval: 5 }).toBe(0);
  });

  it('may forbid URLs, including the targets of redirects', async () => {
    const seller = await httpSeller((_request, response) => {
      response.writeHead(302, { Location: '/private' }).end();
    });
    const robots = rulesOf('Disallow: /private');
    const probe = probeOf();

    expect((await probe.probe(`${seller.url}/private`, { robots })).outcome).toEqual({
      failure: 'opted_out',
      detail: 'Its robots.txt keeps checks away from /private.',
    });
    expect(seller.connections()).toBe(0);
    expect((await probe.probe(`${seller.url}/a`, { robots })).outcome).toMatchObject({
      failure: 'opted_out',
    });
    expect(seller.connections()).toBe(1);
  });
});
