import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ListParameters } from '../../../src/http/parameters.ts';
import { categories } from '../../fixtures/services.ts';
import { serviceNamed, writeCatalog, writeService } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs } from '../../support/soon.ts';
import { type Answer, ask, type Asked } from '../../support/ask.ts';
import { pathOf, type RunningHost, startHost, type StaticHost } from './static-host.ts';

/** More services than fit on one page, and one text that is not ASCII. */
const services = [
  serviceNamed('unicode', { name: 'Grüße, 世界 🌦 & <b>' }),
  ...Array.from({ length: 21 }, (_, i) => serviceNamed(`service-${String(i)}`)),
];
const ids = services.map(({ id }) => id);
const [id = ''] = ids;

const settings = { SITE_URL: 'https://catalog.example.com' };

/** The headers that clients of the API can rely on, wherever it is served. */
const apiHeaders = [
  'content-type',
  'cache-control',
  'vary',
  'access-control-allow-origin',
  'x-content-type-options',
];

const securityHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

const revalidated = 'public, max-age=0, must-revalidate';

/** Of feeds, which a server always makes from the changes that it knows. */
const feedCaching = 'public, max-age=60';

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
});

/** Compares a web server with its documented configuration to Tollbook's own server, over the same catalog. */
export function describeStaticHost(host: StaticHost): void {
  const isSkipped = pathOf(host.program) === undefined && !host.isRequired;

  describe.skipIf(isSkipped)(
    `${host.program} in front of a build${isSkipped ? ' (skipped: it is not installed)' : ''}`,
    () => {
      let workplace: Workplace;
      let client: string;
      let server: RunningServer | undefined;
      let running: RunningHost | undefined;

      beforeAll(async () => {
        workplace = await Workplace.make();
        await writeCatalog(workplace.catalog, ...services);
        await build();
        client = join(workplace.folder, 'dist', 'client');
        await writeFile(join(client, '.secret'), 'a secret');
        await writeFile(join(client, 'api', '.secret.json'), '"a secret"');

        const folder = join(workplace.folder, host.program);
        await mkdir(folder);
        running = await startHost(host, { root: client, folder });
        server = await startServer({ ...workplace.environment, ...settings });
      }, buildTimeoutMs);

      afterAll(async () => {
        await running?.stop();
        await server?.stop('SIGKILL', true);
        await workplace.remove();
      });

      async function build(): Promise<void> {
        expect(await workplace.build(settings)).toMatchObject({ code: 0 });
      }

      async function hosted(path: string, asked: Asked = {}): Promise<Answer> {
        return ask(running?.url ?? '', path, asked);
      }

      async function served(path: string): Promise<Answer> {
        return ask(server?.url ?? '', path);
      }

      /** The paths of all files of the build that match. */
      async function files(such: RegExp): Promise<string[]> {
        const entries = await readdir(client, { recursive: true });
        return entries.filter((path) => such.test(path)).map((path) => `/${path}`);
      }

      it.each([
        '/api/services',
        '/api/services/',
        '/api/services?utm_source=a&_=1',
        `/api/services/${id}`,
        `/api/services/${id}/`,
        `/api/services/${id}/status`,
        `/api/services/${id}/status/`,
        `/api/services/${id}?_=1`,
        '/api/categories',
        '/api/categories/?_=1',
        '/api/export',
        '/api/export/?_=1',
        '/api/export.ndjson',
        '/api/export.csv?_=1',
        '/openapi.json',
      ])('answers %s byte for byte like the server', async (path) => {
        const [ours, theirs] = [await served(path), await hosted(path)];

        expect(theirs.status).toBe(200);
        expect(theirs.body.equals(ours.body)).toBe(true);
        expect(picked(theirs, apiHeaders)).toEqual(picked(ours, apiHeaders));
        expect(theirs.headers['etag']).toMatch(/^"[^"]+"$/);
      });

      it.each([`/services/${id}.md`, '/docs/agents.md', '/index.md', '/llms.txt'])(
        'answers %s to machines like the server',
        async (path) => {
          const [ours, theirs] = [await served(path), await hosted(path)];

          expect(theirs.status).toBe(200);
          expect(theirs.body.equals(ours.body)).toBe(true);
          const headers = ['content-type', 'access-control-allow-origin'];
          expect(picked(theirs, headers)).toEqual(picked(ours, headers));
          expect(theirs.headers['access-control-allow-origin']).toBe('*');
        },
      );

      it('sends the database with all services, whole and in parts', async () => {
        const [ours, theirs] = [await served('/api/export.sqlite'), await hosted('/api/export.sqlite')];
        const part = await hosted('/api/export.sqlite', { headers: { Range: 'bytes=100-199' } });
        const packed = await hosted('/api/export.sqlite', { headers: { 'Accept-Encoding': 'br, gzip' } });

        expect(picked(theirs, apiHeaders)).toEqual(picked(ours, apiHeaders));
        expect(packed.headers['content-encoding']).toBeUndefined();
        expect(part).toMatchObject({ status: 206, body: theirs.body.subarray(100, 200) });
        for (const { body } of [ours, theirs]) {
          const database = new Database(body);
          const listed = database.prepare('SELECT id FROM services').pluck().all();
          database.close();
          expect([...listed].sort()).toEqual([...ids].sort());
        }
      });

      it('answers requests for every service, with and without .json', async () => {
        for (const each of ids) {
          for (const path of [`/api/services/${each}`, `/api/services/${each}/status`]) {
            const ours = await served(path);
            expect((await hosted(path)).body.equals(ours.body)).toBe(true);
            expect((await hosted(`${path}.json`)).body.equals(ours.body)).toBe(true);
          }
        }
      });

      it.each([
        ...['/api/services', `/api/services/${id}`, '/api/export', '/api/export.csv', '/api/export.sqlite'],
        ...['/', `/services/${id}/`],
      ])('says 304 to who has %s already', async (path) => {
        const { headers } = await hosted(path);
        const { etag = '' } = headers;
        const known = await hosted(path, { headers: { 'If-None-Match': `"other", ${etag}` } });

        expect(known).toMatchObject({ status: 304, headers: { etag } });
        expect(picked(known, ['cache-control', 'vary'])).toEqual(
          picked({ headers }, ['cache-control', 'vary']),
        );
        expect(known.body).toHaveLength(0);
        expect(await hosted(path, { headers: { 'If-None-Match': '"other"' } })).toMatchObject({
          status: 200,
        });
      });

      it('answers HEAD like GET, without the body', async () => {
        const [get, head] = [
          await hosted('/api/services'),
          await hosted('/api/services', { method: 'HEAD' }),
        ];

        expect(head.body).toHaveLength(0);
        expect(picked(head, [...apiHeaders, 'content-length', 'etag'])).toEqual(
          picked(get, [...apiHeaders, 'content-length', 'etag']),
        );
      });

      it.each(['/feed.atom', '/feed.json', `/categories/${categories[0]?.id ?? ''}/feed.json`])(
        'sends the feed %s as what it is, to other sites too',
        async (path) => {
          const [ours, theirs] = [await served(path), await hosted(path)];

          const names = ['content-type', 'access-control-allow-origin', 'x-content-type-options'];
          expect(theirs.status).toBe(200);
          expect(picked(theirs, names)).toEqual(picked(ours, names));
        },
      );

      it('sends the changes of the build as files', async () => {
        const { body, headers } = await hosted('/api/changes/index.json');

        expect(body.equals(await readFile(join(client, 'api/changes/index.json')))).toBe(true);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
      });

      describe('compression', () => {
        it.each([
          ['br, gzip', 'br'],
          ['gzip, deflate, br, zstd', 'br'],
          ['gzip', 'gzip'],
          ['br;q=0, gzip', 'gzip'],
          ['br;q=0.0, gzip;q=1.0', 'gzip'],
        ])(
          'sends who accepts "%s" the exports as the build compressed them, in %s',
          async (accepted, coding) => {
            const [suffix, unpack] = coding === 'br' ? ['br', brotliDecompressSync] : ['gz', gunzipSync];

            for (const [path, file] of [
              ['/api/export', 'api/export.json'],
              ['/api/export.ndjson', 'api/export.ndjson'],
              ['/api/export.csv', 'api/export.csv'],
            ] as const) {
              const answer = await hosted(path, { headers: { 'Accept-Encoding': accepted } });
              const ours = await served(path);

              expect(answer).toMatchObject({
                status: 200,
                headers: { 'content-encoding': coding, vary: 'Accept-Encoding' },
              });
              expect(picked(answer, ['content-type'])).toEqual(picked(ours, ['content-type']));
              expect(answer.body.equals(await readFile(join(client, `${file}.${suffix}`)))).toBe(true);
              expect(unpack(answer.body).equals(ours.body)).toBe(true);
            }
          },
        );

        it('gives each encoding of the export an ETag of its own, which revalidates', async () => {
          const tags = new Set<string>();
          for (const accepted of ['identity', 'gzip', 'br']) {
            const headers = { 'Accept-Encoding': accepted };
            const { etag = '' } = (await hosted('/api/export', { headers })).headers;
            tags.add(etag);
            expect(
              (await hosted('/api/export', { headers: { ...headers, 'If-None-Match': etag } })).status,
            ).toBe(304);
          }

          expect(tags.size).toBe(3);
        });

        it('sends scripts and styles in the form that the build compressed', async () => {
          const paths = await files(/^_astro\/.*\.(js|css)$/);
          expect(paths.length).toBeGreaterThan(3);

          for (const path of paths) {
            const answer = await hosted(path, { headers: { 'Accept-Encoding': 'gzip' } });
            expect(answer.headers, path).toMatchObject({
              'content-encoding': 'gzip',
              'cache-control': 'public, max-age=31536000, immutable',
            });
            expect(answer.body.equals(await readFile(join(client, `${path}.gz`))), path).toBe(true);
          }
        });

        it.each(['/api/services', '/', '/openapi.json'])('gzips %s for who accepts it', async (path) => {
          const [plain, packed] = [
            await hosted(path),
            await hosted(path, { headers: { 'Accept-Encoding': 'gzip' } }),
          ];

          expect(plain.headers['content-encoding']).toBeUndefined();
          expect(packed.headers['content-encoding']).toBe('gzip');
          expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
        });
      });

      describe('refusals of the API', () => {
        it.each([
          '/api/services/nothing-like-it',
          '/api/services/nothing-like-it/',
          '/api/services/nothing-like-it/status',
          '/api/nothing',
          '/api/services/a/b/c',
          '/api',
        ])('answers %s with the same problem as the server', async (path) => {
          const [ours, theirs] = [await served(path), await hosted(path)];
          const [problem, expected] = [problemOf(theirs), problemOf(ours)];

          expect(theirs.status).toBe(404);
          expect({ ...problem, type: new URL(problem.type, settings.SITE_URL).href, detail: '' }).toEqual({
            ...expected,
            detail: '',
          });
          expect(picked(theirs, ['content-type', 'cache-control', 'access-control-allow-origin'])).toEqual(
            picked(ours, ['content-type', 'cache-control', 'access-control-allow-origin']),
          );
          expect((await hosted(problem.type)).status).toBe(200);
        });

        it.each([
          '/api/services?query=rain',
          '/api/services/?x=1&maxPricePerRequest=0.01',
          '/api/services?limit=5',
          '/api/services/search/intent?q=rain',
          '/api/facets',
          '/api/changes',
          '/api/changes?limit=1',
          '/api/changes/stream',
          '/api/suggest?query=ra',
          `/api/services/${id}/similar`,
          `/api/services/${id}/observed`,
          `/api/services/${id}/checks?days=30`,
          `/api/services/${id}/trust`,
        ])('answers %s with 501, because files cannot answer it', async (path) => {
          const answer = await hosted(path);

          expect(answer).toMatchObject({
            status: 501,
            headers: { 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' },
          });
          expect(problemOf(answer)).toMatchObject({ status: 501, code: 'static_host' });
        });

        // What a file has too many of, a client can leave out.
        const known = Object.keys(ListParameters.shape).filter((name) => name !== 'fields');
        const demanding = [...known, 'anything'];

        it.each(demanding)(
          'answers a list by %s with 501, since a file would answer something else',
          async (name) => {
            expect((await hosted(`/api/services?${name}=x`)).status).toBe(501);
          },
        );

        it.each(['/api/services', '/api/validate', '/api/export'])('takes no POST to %s', async (path) => {
          const answer = await hosted(path, { method: 'POST' });

          expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
          expect(problemOf(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
        });

        it('lets scripts of other origins revalidate', async () => {
          expect(await hosted('/api/export', { method: 'OPTIONS' })).toMatchObject({
            status: 204,
            headers: {
              'access-control-allow-origin': '*',
              'access-control-allow-methods': 'GET, HEAD, OPTIONS',
              'access-control-allow-headers': 'If-None-Match',
            },
          });
        });
      });

      describe('the site', () => {
        it('has every page, with and without a trailing slash, like the server', async () => {
          const paths = (await files(/(?:^|\/)index\.html$/)).map((path) =>
            path.replace(/\/index\.html$/, ''),
          );
          expect(paths).toContain(`/services/${id}`);

          for (const path of paths) {
            const [ours, file] = [await served(`${path}/`), await readFile(join(client, path, 'index.html'))];
            if (!isRendered(ours)) expect(file.equals(ours.body), path).toBe(true);
            for (const spelled of path === '' ? ['/'] : [path, `${path}/`]) {
              const theirs = await hosted(spelled);
              expect(theirs.status, spelled).toBe(200);
              expect(theirs.body.equals(file), spelled).toBe(true);
              expect(picked(theirs, securityHeaders), spelled).toEqual(picked(ours, securityHeaders));
              expect(theirs.headers, spelled).toMatchObject({
                'content-type': 'text/html; charset=utf-8',
                'cache-control': revalidated,
              });
            }
          }
        });

        it('serves security.txt like the server', async () => {
          const [ours, theirs] = [
            await served('/.well-known/security.txt'),
            await hosted('/.well-known/security.txt'),
          ];

          expect([ours.status, theirs.status]).toEqual([200, 200]);
          expect(theirs.body.equals(ours.body)).toBe(true);
          expect(mediaType(theirs)).toBe('text/plain');
        });

        it('serves every other file like the server', async () => {
          const paths = await files(/^(?!api\/)(?!.*(?:\.html|\.br|\.gz|\/\.|^\.)).*\.\w+$/);
          expect(paths).toContainEqual(expect.stringMatching(/^\/_astro\/.*\.css$/));

          for (const path of paths) {
            const [ours, theirs] = [await served(path), await hosted(path)];
            expect(theirs.body.equals(await readFile(join(client, path))), path).toBe(true);
            if (!isRendered(ours)) expect(theirs.body.equals(ours.body), path).toBe(true);
            expect(mediaType(theirs), path).toBe(mediaType(ours));
            expect(theirs.headers['cache-control'], path).toBe(
              path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : revalidated,
            );
          }
        });

        it.each(['/nothing', '/services/nothing/', '/services/page/', '/_astro/', '/_astro/nothing.js'])(
          'has the page for what is not there at %s',
          async (path) => {
            const [ours, theirs] = [await served('/nothing'), await hosted(path)];

            expect(theirs.status).toBe(404);
            expect(theirs.body.equals(ours.body)).toBe(true);
            expect(picked(theirs, [...securityHeaders, 'content-type', 'cache-control'])).toEqual(
              picked(ours, [...securityHeaders, 'content-type', 'cache-control']),
            );
          },
        );

        it('refuses POST', async () => {
          expect(await hosted('/', { method: 'POST' })).toMatchObject({
            status: 405,
            headers: { allow: 'GET, HEAD' },
          });
        });
      });

      it.each([
        '/.secret',
        '/%2esecret',
        '/api/.secret',
        '/api/.secret.json',
        '/../build.json',
        '/../../builds/00000001/build.json',
        '/%2e%2e/build.json',
        '/..%2fbuild.json',
        '/api/../../build.json',
        '/api/..%2f..%2fbuild.json',
        '/api/services/..%2f..%2f..%2fbuild',
        '/_astro/..%5c..%5cbuild.json',
      ])('serves no hidden files and nothing outside the build: %s', async (path) => {
        const { status, body } = await hosted(path);

        expect(status === 400 || status === 404, String(status)).toBe(true);
        expect(body.toString()).not.toMatch(/a secret|builtAt/);
      });

      it('serves the next build as soon as it is in place', async () => {
        const newcomer = serviceNamed('newcomer');
        await writeService(workplace.catalog, newcomer);
        await build();

        expect((await hosted(`/api/services/${newcomer.id}`)).status).toBe(200);
        expect((await hosted(`/services/${newcomer.id}/`)).status).toBe(200);
      });
    },
  );
}

/** Picks some headers and normalizes media types. */
function picked(
  { headers }: Pick<Answer, 'headers'>,
  names: readonly string[],
): Record<string, string | undefined> {
  return Object.fromEntries(
    names.map((name) => [name, headers[name]?.replace(/;\s*charset=utf-8$/i, '; charset=utf-8')]),
  );
}

/** Pages that the server renders for each request, while a static host serves the file of the last build. */
function isRendered({ headers }: Answer): boolean {
  return headers['cache-control'] === 'no-cache' || headers['cache-control'] === feedCaching;
}

/** Two media types have older names that some systems still use. */
function mediaType({ headers }: Answer): string | undefined {
  return headers['content-type']?.replace(/;.*/, '').replace(/^application\/(?=javascript|xml)/, 'text/');
}

function problemOf({ body }: Answer): z.infer<typeof Problem> {
  return Problem.parse(JSON.parse(body.toString()));
}
