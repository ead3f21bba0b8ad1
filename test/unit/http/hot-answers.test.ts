import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BuiltFiles } from '../../../src/http/built-files.ts';
import { anApi, register, type TestApi } from '../../fixtures/api.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { aServer, type TestServer } from '../../fixtures/server.ts';
import { anEntry } from '../../fixtures/services.ts';

/** A client that keeps its connection. */
class Client {
  readonly #socket: Socket;
  #received = '';
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1');
    this.#socket
      .on('error', () => undefined)
      .on('close', () => {
        this.#wake();
      });
    this.#socket.on('data', (text: string) => {
      this.#received += text;
      this.#wake();
    });
  }

  /** Sends bytes, and gives the next answers, or what came before the server closed the connection. */
  async ask(text: string, answers = 1): Promise<string> {
    this.#socket.write(text, 'latin1');
    const isHead = text.startsWith('HEAD');
    while (countAnswers(this.#received, isHead) < answers && !this.#socket.closed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }

    const received = this.#received;
    this.#received = '';
    return received;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The number of complete answers at the beginning of a text. */
function countAnswers(text: string, isHead: boolean): number {
  let [count, rest] = [0, text];
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return count;
    const head = rest.slice(0, end);
    const isEmpty = isHead || /^HTTP\/1\.1 (?:304|1\d\d)/.test(head);
    const length = isEmpty ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
    if (rest.length < end + 4 + length) return count;
    if (!head.startsWith('HTTP/1.1 1')) count += 1;
    rest = rest.slice(end + 4 + length);
  }
}

const host = 'Host: catalog.example.com\r\n';
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`;

/** An answer without the values that differ from answer to answer, and with the names of headers in one case. */
const steady = (answer: string): string =>
  answer
    .replaceAll(/^[\w-]+(?=: )/gm, (name) => name.toLowerCase())
    .replaceAll(/^(x-request-id|date): .*/gim, '$1')
    .replaceAll(/^(ratelimit: "\w+").*/gim, '$1');

const closing: (() => void)[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollbook-hot-'));
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'docs/index.html'), '<!doctype html><p>'.padEnd(5_000, 'é'));
  await writeFile(join(folder, 'app.js'), 'a script');
  await writeFile(join(folder, 'app.js.br'), 'a script, compressed');
  await writeFile(join(folder, 'mark.png'), Buffer.alloc(3_000, 255));
});

afterEach(() => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

afterAll(() => rm(folder, { recursive: true }));

function client({ port }: TestServer): Client {
  const made = new Client(port);
  closing.push(() => {
    made.close();
  });
  return made;
}

async function serverOf(api: TestApi, options: Parameters<typeof aServer>[1] = {}): Promise<TestServer> {
  const server = await aServer(api, options);
  closing.push(() => void server.stop());
  return server;
}

/** A site of files alone. */
function filesAt(files: BuiltFiles) {
  const handle = vi.fn(((request, response) => {
    void files.send(request.url ?? '', request, response).then((found) => {
      if (!found) response.writeHead(404, { 'Content-Length': 0 }).end();
    });
  }) satisfies NonNullable<NonNullable<Parameters<typeof aServer>[1]>['site']>['handle']);

  return { handle };
}

const entry = anEntry();
const entries = [entry];
const ofService = `/api/services/${entry.declared.id}`;
const readLimit = { requests: 1_000_000, perSeconds: 3600 };

describe('a request that equals an earlier one', () => {
  let api: TestApi;
  let server: TestServer;
  let asked: ReturnType<typeof vi.spyOn>;

  beforeEach(async () => {
    api = anApi({ entries, parts: { readLimit } });
    asked = vi.spyOn(api.api, 'fetch');
    server = await serverOf(api, { site: filesAt(new BuiltFiles(folder)) });
  });

  it.each([
    '/api/services',
    '/api/services?query=rain',
    ofService,
    `${ofService}/status`,
    `${ofService}/declaration`,
    '/api/categories',
    '/api/facets',
  ])('is answered without the API: %s', async (path) => {
    const { ask } = bound(client(server));
    const [first, second] = [await ask(get(path)), await ask(get(path))];

    expect(first).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(steady(second)).toBe(steady(first));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('gets a request id and a count of its own', async () => {
    const { ask } = bound(client(server));
    const first = await ask(get('/api/services'));
    const second = await ask(get('/api/services'));
    const idIn = (answer: string) => /X-Request-Id: (.*)\r\n/i.exec(answer)?.[1];

    expect(idIn(second)).toMatch(/^[\da-f]{8}-[\da-z]+$/);
    expect(idIn(second)).not.toBe(idIn(first));
    expect(second).toMatch(/\r\nRateLimit: "read";r=999998;t=3600\r\n/i);
  });

  it('is told of a change that was acknowledged before', async () => {
    const { ask } = bound(client(server));
    await ask(get('/api/services'));
    await ask(get('/api/services'));
    const { status } = await register(
      api,
      aRegistration({ name: 'Snow Radar', endpoint: 'https://snow.example.com' }),
    );

    expect(status).toBe(201);
    expect(await ask(get('/api/services'))).toContain('Snow Radar');
  });

  it.each(['/api/nothing', '/api/services?limit=0', '/api/services/unknown', '/health', '/api/changes'])(
    'is answered anew where the answer is a refusal or follows from more than the catalog: %s',
    async (path) => {
      const { ask } = bound(client(server));
      await ask(get(path));
      await ask(get(path));

      expect(asked).toHaveBeenCalledTimes(2);
    },
  );
});

/** Methods of a client, to be taken apart. */
function bound(of: Client): Pick<Client, 'ask'> {
  return { ask: (...asked) => of.ask(...asked) };
}

describe('a server that has sent an answer before', () => {
  const paths = [
    ...['/api/services', '/api/services?query=rain&limit=1', ofService, '/api/facets'],
    ...['/api/services.json', '/docs/', '/app.js', '/mark.png', '/nothing', '/api/services?limit=0'],
  ];
  let warm: TestServer;
  let cold: TestServer;

  beforeEach(async () => {
    const site = filesAt(new BuiltFiles(folder));
    warm = await serverOf(anApi({ entries, parts: { readLimit } }), { site });
    cold = await serverOf(anApi({ entries, parts: { readLimit } }), { site, snapshot: () => ({}) });
    const { ask } = bound(client(warm));
    for (const path of paths) await ask(get(path));
  });

  /** What both servers answer to the same bytes, the warm one twice. */
  async function answers(text: string, count = 1): Promise<string[]> {
    const replies = [];
    for (const server of [cold, warm, warm]) {
      const one = client(server);
      replies.push(steady(await one.ask(text, count)));
      one.close();
    }
    return replies;
  }

  it('answers each read as one that has not', async () => {
    const header = fc.constantFrom(
      ...['Accept-Encoding: br\r\n', 'accept-encoding: gzip, br;q=0.5\r\n', 'Accept-Encoding: *;q=0\r\n'],
      ...['If-None-Match: *\r\n', 'If-None-Match: "a", W/"b"\r\n', 'Range: bytes=0-1\r\n'],
      ...['User-Agent: a\r\n', 'Accept: text/markdown\r\n', 'Cache-Control: no-cache\r\n', 'Cookie: a=b\r\n'],
      ...['X-Request-Id: mine\r\n', 'If-Modified-Since: Wed, 01 Jan 2098 00:00:00 GMT\r\n', 'X-Other: 1\r\n'],
      ...['HOST: other.example\r\n', 'Connection: close\r\n', 'Connection: keep-alive\r\n', 'Via: 1.1 x\r\n'],
    );
    const request = fc.record({
      method: fc.constantFrom('GET', 'HEAD'),
      path: fc.constantFrom(...paths),
      headers: fc.array(header, { maxLength: 3 }),
    });

    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, headers }) => {
        const [cold, first, second] = await answers(
          `${method} ${path} HTTP/1.1\r\n${host}${headers.join('')}\r\n`,
        );
        expect(cold).toMatch(/^HTTP\/1.1 \d/);
        expect([first, second]).toEqual([cold, cold]);
      }),
      { numRuns: 150 },
    );
  });

  it.each(['/api/services', '/app.js', '/docs/'])('answers 304 to its tag in each form: %s', async (path) => {
    const tag = /\r\nETag: (.*)\r\n/.exec(await client(cold).ask(get(path)))?.[1] ?? '';
    for (const form of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const [cold, first, second] = await answers(get(path, `If-None-Match: ${form}\r\n`));

      expect(cold).toMatch(/^HTTP\/1.1 304 /);
      expect([first, second]).toEqual([cold, cold]);
    }
  });

  it.each([
    ['an absolute target', `GET http://catalog.example.com/api/services HTTP/1.1\r\n${host}\r\n`],
    ['HTTP/1.0', `GET /api/services HTTP/1.0\r\n${host}\r\n`],
    ['HTTP/1.0 that keeps its connection', `GET /app.js HTTP/1.0\r\n${host}Connection: keep-alive\r\n\r\n`],
    ['no Host', 'GET /api/services HTTP/1.1\r\n\r\n'],
    ['two equal hosts', `GET /api/services HTTP/1.1\r\n${host}${host}\r\n`],
    ['a host that cannot be', 'GET /api/services HTTP/1.1\r\nHost: 99999999999\r\n\r\n'],
    ['odd letter case', 'GET /api/services HTTP/1.1\r\nhOST: catalog.example.com\r\n\r\n'],
    ['an expectation', get('/api/services', 'Expect: 100-continue\r\n')],
    ['an unknown expectation', get('/api/services', 'Expect: nonsense\r\n')],
    ['a body', `${get('/api/services', 'Content-Length: 5\r\n')}hello`],
    ['a chunked body', `${get('/api/services', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`],
    ['a wish to upgrade', get('/api/services', 'Connection: upgrade\r\nUpgrade: h2c\r\n')],
    ['very many headers', get('/api/services', 'X-A: b\r\n'.repeat(500))],
    ['a header that is too long', get('/api/services', `Cookie: ${'a'.repeat(20_000)}\r\n`)],
    ['a target with raw bytes', get('/api/services?query=\u00e9\u0000'.slice(0, -1))],
  ])('answers a request with %s as one that has not', async (_, text) => {
    const [cold, first, second] = await answers(text);

    expect(cold).toMatch(/^HTTP\/1.1 \d/);
    expect([first, second]).toEqual([cold, cold]);
  });

  it('answers pipelined requests in order', async () => {
    const text = [...paths, ...paths].map((path) => get(path)).join('');
    const [cold, first, second] = await answers(text, 2 * paths.length);

    expect([first, second]).toEqual([cold, cold]);
  });

  it('answers a client that closes its side after the request', async () => {
    const socket = connect({ port: warm.port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.end(get('/api/services'));
    await once(socket, 'end');
    socket.destroy();

    expect(countAnswers(received, false)).toBe(1);
  });
});

describe('a client that used up its limit', () => {
  it('is refused, whether or not its answer is known', async () => {
    const api = anApi({ entries, parts: { readLimit: { requests: 2, perSeconds: 60 } } });
    const { ask } = bound(client(await serverOf(api)));
    const [first, second, third] = [
      await ask(get('/api/services')),
      await ask(get('/api/services')),
      await ask(get('/api/services')),
    ];

    expect([first, second, third].map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '429']);
    expect(second).toContain('r=0;');
    expect(third).toMatch(/\r\nRetry-After: \d+\r\n/i);
  });
});

describe('a file', () => {
  it('of another build is sent as soon as that is served', async () => {
    let build = {};
    const site = filesAt(new BuiltFiles(folder));
    const { ask } = bound(client(await serverOf(anApi(), { site, build: () => build })));
    await ask(get('/app.js'));
    await ask(get('/app.js'));
    expect(site.handle).toHaveBeenCalledTimes(1);
    build = {};
    await ask(get('/app.js'));

    expect(site.handle).toHaveBeenCalledTimes(2);
  });

  it('is looked for on disk again after a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const site = filesAt(new BuiltFiles(folder));
    const { ask } = bound(client(await serverOf(anApi(), { site })));
    await ask(get('/app.js'));
    vi.advanceTimersByTime(999);
    await ask(get('/app.js'));
    expect(site.handle).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await ask(get('/app.js'));

    expect(site.handle).toHaveBeenCalledTimes(2);
  });
});

describe('the log', () => {
  it('has each request to the API, however it was answered', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { level: 'debug' },
      { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const { ask } = bound(client(await serverOf(anApi({ entries }), { log })));
    const path = '/api/services.json?limit=1';
    const ids = [await ask(get(path)), await ask(get(path))].map(
      (answer) => /X-Request-Id: (.*)\r\n/i.exec(answer)?.[1],
    );

    expect(lines).toMatchObject(
      ids.map((requestId) => ({
        requestId,
        method: 'GET',
        path: '/api/services',
        status: 200,
        msg: 'request',
      })),
    );
  });
});
