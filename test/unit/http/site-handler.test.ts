import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPageRenderers } from '../../../src/build/site-code.ts';
import { type Admission, admissionBy } from '../../../src/http/admission.ts';
import { type SiteDependencies, SiteHandler } from '../../../src/http/site-handler.ts';
import { Clients } from '../../../src/http/clients.ts';
import { FairQueue } from '../../../src/http/fair-queue.ts';
import { siteUrl } from '../../fixtures/api.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { anEntry } from '../../fixtures/services.ts';
import { type Answer, ask } from '../../support/ask.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';
import { Workplace } from '../../support/running-server.ts';

/** Stands in for the site's bundle: its pages say which URL was requested. */
const renderer = `
export async function renderPage(request, locals) {
  const { pathname, search } = new URL(request.url);
  if (pathname.endsWith('/feed.atom')) {
    const headers = { 'Content-Type': 'application/atom+xml', 'Last-Modified': new Date(locals.catalog.at).toUTCString() };
    return new Response('feed of ' + pathname + search, { headers });
  }
  if (pathname === '/throws/') throw new Error('something inside');
  if (pathname === '/fails/') return new Response('a stack of something inside', { status: 500 });
  if (pathname === '/nothing/') return undefined;
  return new Response(request.url, { headers: { 'Content-Type': 'text/html' } });
}
`;

const germanRenderer = `
export async function renderPage(request) {
  const { pathname } = new URL(request.url);
  if (pathname === '/nothing/') return undefined;
  return new Response('auf Deutsch: ' + pathname, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
`;

const unlimited = { readLimit: undefined, writeLimit: undefined };

let workplace: Workplace;
let server: Server;
let log: MemoryLog;
let origin: string;

beforeEach(async () => {
  workplace = await Workplace.make();
  log = new MemoryLog();
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await workplace.remove();
});

const files: Readonly<Record<string, string>> = {
  'server/entry.mjs': renderer,
  'server/de/entry.mjs': germanRenderer,
  'client/404.html': 'there is no such page',
  'client/de/404.html': 'die Seite gibt es nicht',
  'client/de/docs/index.html': 'die Dokumentation',
  'client/index.html': 'the front page',
  'client/services/same/index.html': 'the page of a service',
  'client/services/changed/index.html': 'the page of a service',
  'client/search/index.html': 'a search for static hosts',
  'client/feed.atom': 'a feed for static hosts',
  'client/categories/maps/feed.atom': 'a feed for static hosts',
  'client/api/manifest.json': '{}',
  'client/app.js': 'a script',
  'client/app.js.br': 'a script, compressed',
};

interface Parts {
  readonly admission?: Admission;
  readonly prepare?: SiteDependencies['prepare'];
  /** As of when pages are made. */
  readonly at?: Date;
}

async function serve({
  admission = admissionBy(unlimited),
  prepare = () => Promise.resolve(),
  at = new Date('2026-01-31T12:00:00Z'),
}: Parts = {}): Promise<void> {
  const folder = join(workplace.folder, 'build');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const catalog = { ...catalogOf([anEntry()]), at };
  const site = new SiteHandler({
    lacks: (id) => id === 'changed',
    loadRenderers: loadPageRenderers,
    locals: () => ({ catalog }),
    prepare,
    admission,
    clients: new Clients(),
    siteUrl,
    log,
  });
  await site.load(folder);

  server = createServer((request, response) => {
    site.handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(origin, path, { headers });

describe('a page', () => {
  it('is served from the build when it has a file', async () => {
    await serve();

    expect((await get('/')).body.toString()).toBe('the front page');
  });

  it('is rendered when it must show the catalog as it is now', async () => {
    await serve();

    expect((await get('/search?query=a')).body.toString()).toBe(`${siteUrl}/search?query=a`);
  });

  it('names its character set, as Astro does not', async () => {
    await serve();
    const { headers } = await get('/search');

    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('is rendered when its service changed since the build', async () => {
    await serve();

    expect((await get('/services/same/')).body.toString()).toBe('the page of a service');
    expect((await get('/services/changed/')).body.toString()).toBe(`${siteUrl}/services/changed/`);
    expect((await get('/services/changed')).body.toString()).toBe(`${siteUrl}/services/changed`);
  });

  it.each(['/feed.json', '/api/manifest.json', '/', '/nothing/'])(
    'answers preflights of browsers: %s',
    async (path) => {
      await serve();
      const { status, headers, body } = await ask(origin, path, { method: 'OPTIONS' });

      expect([status, body.toString()]).toEqual([204, '']);
      expect(headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      });
      expect(headers['access-control-allow-headers']).toContain('If-None-Match');
    },
  );

  it.each(['POST', 'DELETE', 'PROPFIND'])('says which methods it takes instead of %s', async (method) => {
    await serve();
    const { status, headers, body } = await ask(origin, '/', { method });

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(JSON.parse(body.toString())).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('takes no turn while it is prepared', async () => {
    const queue = new FairQueue({ concurrency: 1 });
    const other = Promise.withResolvers<string>();
    const prepare: SiteDependencies['prepare'] = async ({ pathname }, inTurn) => {
      other.resolve(await inTurn(() => pathname));
      await queue.run('another client', () => undefined);
    };
    await serve({ admission: { ...admissionBy(unlimited), queue }, prepare });

    expect((await get('/search?query=a')).status).toBe(200);
    expect(await other.promise).toBe('/search');
  });

  it.each(['a@b', 'a b', '[', 'evil.example.com', '', 'x'.repeat(5000)])(
    'is rendered for the address of the site, whatever Host a client sends: %s',
    async (host) => {
      await serve();
      const { status, body } = await get('/services/new/', { Host: host });

      expect([status, body.toString()]).toEqual([200, `${siteUrl}/services/new/`]);
    },
  );

  it('is not sent again to a client that has it', async () => {
    await serve();
    const { headers } = await get('/search');

    expect((await get('/search', { 'If-None-Match': headers['etag'] ?? '' })).status).toBe(304);
  });

  it.each(['/nothing/', '/%ff', '/%', '//search', '/search//', '/services//x/'])(
    'that does not exist is 404: %s',
    async (path) => {
      await serve();
      const { status, body } = await get(path);

      expect([status, body.toString()]).toEqual([404, 'there is no such page']);
    },
  );

  it('that does not exist below /api is 404 as the API says it', async () => {
    await serve();
    const { status, headers, body } = await get('/api/nothing.json');

    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(JSON.parse(body.toString())).toMatchObject({ status: 404, code: 'path_unknown' });
  });

  it('is rendered in the language that its address names, unless the build has a file', async () => {
    await serve();
    const text = async (path: string) => (await get(path)).body.toString();

    expect(await text('/de/services/new/')).toBe('auf Deutsch: /services/new/');
    expect(await text('/de/')).toBe('auf Deutsch: /');
    expect(await text('/de')).toBe('auf Deutsch: /');
    expect(await text('/de/docs/')).toBe('die Dokumentation');
    expect(await text('/de/nothing/')).toBe('die Seite gibt es nicht');
  });

  it('sends readers of another language there, and tells caches why', async () => {
    await serve();
    const { status, headers } = await get('/services/same/', { 'Accept-Language': 'de' });

    expect([status, headers['location']]).toEqual([302, '/de/services/same/']);
    expect(headers['vary']).toBe('Accept-Language, Cookie');
    expect((await get('/services/same/')).headers['vary']).toContain('Accept-Language, Cookie');
    expect((await get('/app.js')).headers['vary']).not.toContain('Accept-Language');
  });

  it.each(['/throws/', '/fails/'])(
    'that fails says nothing of the inside, and the next one is made: %s',
    async (path) => {
      await serve();
      const { status, body } = await get(path);

      expect(status).toBe(500);
      expect(body.toString()).not.toContain('something inside');
      expect((await get('/search')).status).toBe(200);
    },
  );

  it('that takes the place of a file that could not be sent has no header of that file', async () => {
    await serve();
    server.prependListener('request', (_request, response) => {
      const setHeader = response.setHeader.bind(response);
      vi.spyOn(response, 'setHeader').mockImplementation((name, value) => {
        // After the file was found, and before it is opened.
        if (name === 'ETag') rmSync(join(workplace.folder, 'build/client/app.js.br'));
        return setHeader(name, value);
      });
    });
    const { status, headers, body } = await get('/app.js', { 'Accept-Encoding': 'br' });

    expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('Something went wrong');
    for (const name of ['content-encoding', 'etag', 'last-modified', 'accept-ranges']) {
      expect(headers[name], name).toBeUndefined();
    }
  });

  it('that throws is logged', async () => {
    await serve();
    await get('/throws/');

    expect(log.lines.map(({ message }) => message)).toEqual(['a page request failed']);
  });
});

describe('a feed', () => {
  const textOf = async (path: string): Promise<string> => (await get(path)).body.toString();

  it.each([
    '/feed.atom',
    '/categories/maps/feed.atom',
    '/services/same/feed.atom',
    '/search/feed.atom?query=a',
  ])('is made although the build may have a file: %s', async (path) => {
    await serve();

    expect(await textOf(path)).toBe(`feed of ${path}`);
  });

  it('may be read by other sites, in one language at each address', async () => {
    await serve();
    const { headers } = await get('/feed.atom', { 'Accept-Language': 'de' });

    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['vary'] ?? '').not.toContain('Accept-Language');
    expect(await textOf('/de/feed.atom')).toBe('auf Deutsch: /feed.atom');
  });

  it('is not sent again to a reader that has it, by its tag or else by its time', async () => {
    await serve();
    const { headers } = await get('/feed.atom');
    const [tag = '', modified = ''] = [headers['etag'], headers['last-modified']];
    const status = async (given: Record<string, string>) => (await get('/feed.atom', given)).status;

    expect(await status({ 'If-None-Match': tag })).toBe(304);
    expect(await status({ 'If-Modified-Since': modified })).toBe(304);
    expect(await status({ 'If-Modified-Since': 'Sat, 31 Jan 2026 11:59:59 GMT' })).toBe(200);
    expect(await status({ 'If-Modified-Since': 'never' })).toBe(200);
    expect(await status({ 'If-None-Match': '"another"', 'If-Modified-Since': modified })).toBe(200);
  });

  it('has no time while it may change again within the same second', async () => {
    await serve({ at: new Date(Date.now() + 60_000) });
    const { headers } = await get('/feed.atom');

    expect(headers['last-modified']).toBeUndefined();
    expect(headers['etag']).toMatch(/^".+"$/);
  });
});

describe('the read limit', () => {
  it.each(['/search', '/status/', '/badge/x.svg', '/services/new/', '/api/manifest.json'])(
    'counts rendered pages and static API files: %s',
    async (path) => {
      await serve({ admission: admissionBy({ ...unlimited, readLimit: { requests: 2, perSeconds: 60 } }) });
      const answers = [await get(path), await get(path), await get(path)];

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers[2]?.headers['retry-after']).toMatch(/^\d+$/);
      expect(answers[2]?.headers['ratelimit']).toContain('r=0');
    },
  );

  it('is shared by pages and the API, and does not count files', async () => {
    const admission = admissionBy({ ...unlimited, readLimit: { requests: 1, perSeconds: 60 } });
    await serve({ admission });
    admission.read?.take('127.0.0.1');

    expect((await get('/search')).status).toBe(429);
    expect((await get('/')).status).toBe(200);
  });
});

describe('a server that cannot render pages', () => {
  it('answers 503 when too many pages are waiting', async () => {
    await serve({ admission: { ...admissionBy(unlimited), queue: new FairQueue({ maxWaiting: 0 }) } });
    const { status, headers } = await get('/search');

    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect((await get('/')).status).toBe(200);
  });

  it('answers 503 when its build is gone', async () => {
    await serve();
    await rm(join(workplace.folder, 'build'), { recursive: true });

    for (const path of ['/', '/search', '/services/new/']) {
      const { status, headers } = await get(path);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    }
  });
});
