import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { Build } from '../../../src/domain/build.ts';
import { categories } from '../../fixtures/services.ts';
import { serviceNamed, writeCatalog, writeCatalogFile, writeService } from '../../support/catalog-on-disk.ts';
import type { Ended } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

/** More than a page of the list, with texts and prices of all sorts. */
const services = [
  serviceNamed('Grüße, 世界 🌦 & <b>', {
    endpoint: 'https://unicode.example.com',
    description: 'Says "hello" \\ <script>.',
    pricing: { currency: 'EURC', pricePerRequest: '007.50', freeQuota: 3 },
    category: 'ai-inference',
  }),
  ...Array.from({ length: 21 }, (_, i) => serviceNamed(`service-${String(i)}`)),
];

/** Builds with the packaged model, which tests go without unless they ask for it. */
const settings = { SITE_URL: 'https://catalog.example.com', EMBEDDING_MODEL: '' };

const Manifest = z.object({ files: z.array(z.object({ path: z.string() })) });

let workplace: Workplace;
let built: Ended;
let server: RunningServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, ...services);
  await writeCatalogFile(workplace.catalog, 'services/ab/broken.json', '{');
  built = await workplace.attempt('build.ts', [], settings);
  server = await startServer({ ...workplace.environment, ...settings });
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

function fileOf(path: string): Promise<Buffer> {
  return readFile(join(workplace.folder, 'dist', 'client', path));
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(server.url + path)).status;
}

/** `X-Catalog-Version`. */
async function version(): Promise<string> {
  return (await fetch(`${server.url}/api/services?limit=1`)).headers.get('x-catalog-version') ?? '';
}

async function answerOf(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('a build', () => {
  it('prints its stages, and the files it left out', () => {
    expect({ code: built.code, left: built.stderr }).toMatchObject({
      code: 0,
      left: expect.stringMatching(
        /^left out: services\/ab\/broken\.json: the file is not valid JSON/m,
      ) as string,
    });
    expect(built.stdout).toMatch(/rendering pages: \d+\.\d s/);
  });

  it('makes the vectors of services once, and says so', async () => {
    expect(built.stdout).toMatch(/reading what 22 services mean: \d+\.\d s/);
    expect(built.stderr).not.toContain('by words only');
    expect(await readdir(join(workplace.folder, 'data/vectors'))).toHaveLength(1);
  });

  it('records the commit it was made from', async () => {
    const build = Build.parse(
      JSON.parse(await readFile(join(workplace.folder, 'dist/current/build.json'), 'utf8')),
    );

    expect(build.services).toBe(services.length);
    expect(build.commit).toBe((await workplace.git('rev-parse', 'HEAD')).trim());
  });

  it.each([
    ['api/services.json', '/api/services'],
    ['api/categories.json', '/api/categories'],
    ['api/export.json', '/api/export'],
    ['api/export.ndjson', '/api/export.ndjson'],
    ['api/export.csv', '/api/export.csv'],
    ['openapi.json', '/openapi.json'],
  ])('writes %s, byte for byte what %s answers', async (file, path) => {
    expect((await fileOf(file)).equals(await answerOf(path))).toBe(true);
  });

  it('writes each service and its status, byte for byte what the API answers', async () => {
    for (const { id } of services) {
      expect((await fileOf(`api/services/${id}.json`)).equals(await answerOf(`/api/services/${id}`))).toBe(
        true,
      );
      expect(
        (await fileOf(`api/services/${id}/status.json`)).equals(await answerOf(`/api/services/${id}/status`)),
      ).toBe(true);
    }
  });

  it('writes no other files about services', async () => {
    const names = await readdir(join(workplace.folder, 'dist/client/api/services'));

    expect(names.sort()).toEqual(services.flatMap(({ id }) => [id, `${id}.json`]).sort());
  });

  it('also writes compressed scripts, styles and exports', async () => {
    const assets = await readdir(join(workplace.folder, 'dist/client/_astro'));
    const plain = await fileOf('api/export.json');

    for (const path of [
      ...['api/export.json', 'api/export.ndjson', 'api/export.csv'],
      ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `_astro/${name}`),
    ]) {
      const text = await fileOf(path);
      expect(brotliDecompressSync(await fileOf(`${path}.br`)).equals(text), path).toBe(true);
      expect(gunzipSync(await fileOf(`${path}.gz`)).equals(text), path).toBe(true);
    }
    expect(
      z.object({ endpoints: z.array(z.unknown()) }).parse(JSON.parse(plain.toString())).endpoints,
    ).toHaveLength(22);
  });

  it('writes a database of all services, and lists it with the other exports', async () => {
    const database = new Database(await fileOf('api/export.sqlite'));
    const listed = database.prepare('SELECT id FROM services').pluck().all();
    const commit = database.prepare("SELECT value FROM meta WHERE name = 'commit'").pluck().get();
    database.close();
    const { files } = Manifest.parse(JSON.parse((await fileOf('api/manifest.json')).toString()));

    expect([...listed].sort()).toEqual(services.map(({ id }) => id).sort());
    expect(commit).toBe((await workplace.git('rev-parse', 'HEAD')).trim());
    expect(files.map(({ path }) => path).filter((path) => path.startsWith('api/export'))).toEqual([
      'api/export.csv',
      'api/export.json',
      'api/export.ndjson',
      'api/export.sqlite',
    ]);
  });

  it('writes a page and a picture for every service', async () => {
    for (const { id } of services) {
      expect((await fileOf(`services/${id}/index.html`)).length).toBeGreaterThan(100);
      expect((await fileOf(`og/${id}.png`)).subarray(1, 4).toString()).toBe('PNG');
    }
  });

  it('is either a copy or for a server', async () => {
    expect(await workplace.attempt('build.ts', ['--copy', '--for-server'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("option '--copy' cannot be used with option '--for-server'") as string,
    });
  });

  it('writes services and the docs as Markdown too, which a server gives to those who prefer it', async () => {
    const [first] = services;
    const accept = { Accept: 'text/markdown, text/html;q=0.8' };
    for (const [page, file] of [
      [`/services/${first?.id ?? ''}/`, `services/${first?.id ?? ''}.md`],
      ['/docs/agents/', 'docs/agents.md'],
      ['/', 'index.md'],
    ] as const) {
      const answer = await fetch(server.url + page, { headers: accept });

      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('vary')).toContain('Accept,');
      expect(await answer.text()).toBe((await fileOf(file)).toString());
      expect((await answerOf(page)).toString()).toMatch(/^<!doctype html>/i);
    }
  });

  it('is served with its files and pages', async () => {
    const [first] = services;

    expect((await answerOf('/api/services.json')).equals(await fileOf('api/services.json'))).toBe(true);
    expect(
      (await answerOf(`/services/${first?.id ?? ''}/`)).equals(
        await fileOf(`services/${first?.id ?? ''}/index.html`),
      ),
    ).toBe(true);
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({
      catalog: { builtAt: expect.any(String) as string },
      checks: { build: 'ok' },
    });
  });
});

describe('a build without a model', () => {
  it('warns that search goes by words, says the cure, and is complete', async () => {
    const { code, stderr } = await workplace.attempt('build.ts', [], {
      ...settings,
      EMBEDDING_MODEL: 'acme/multilingual',
    });

    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^the search will go by words only: .* "npm install .*@huggingface\/transformers"/m,
    );
    expect((await fileOf('api/services.json')).equals(await answerOf('/api/services'))).toBe(true);
  });
});

describe('a build that fails', () => {
  it('keeps the build before it, leaves no files behind, and says why', async () => {
    const dist = join(workplace.folder, 'dist');
    const before = [
      await readlink(join(dist, 'current')),
      await readdir(dist),
      await readdir(join(dist, 'builds')),
    ];
    await writeCatalogFile(workplace.catalog, categoriesPath, '[');

    const { code, stderr } = await workplace.attempt('build.ts', []);
    await writeCatalogFile(workplace.catalog, categoriesPath, printCategories(categories));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^build: categories\.json: the file is not valid JSON: /m);
    expect([
      await readlink(join(dist, 'current')),
      await readdir(dist),
      await readdir(join(dist, 'builds')),
    ]).toEqual(before);
    expect((await answerOf('/api/services.json')).equals(await fileOf('api/services.json'))).toBe(true);
  });

  it('reports a bad setting in one line, and exits with 2', async () => {
    const { code, stderr } = await workplace.attempt('build.ts', [], { SITE_URL: 'catalog.example.com' });

    expect(code).toBe(2);
    expect(stderr).toMatch(/^build: SITE_URL=catalog\.example\.com: write an absolute http\(s\) URL.*\n$/);
  });
});

describe('a build made by hand under a running server', () => {
  it('is served from then on', async () => {
    const service = serviceNamed('newcomer');
    await writeService(workplace.catalog, service);
    await expect.poll(version).toMatch(/\+\d+$/);

    const again = await workplace.attempt('build.ts', [], settings);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).not.toContain('services mean');
    await expect.poll(() => statusOf(`/api/services/${service.id}.json`)).toBe(200);
    expect(await statusOf(`/services/${service.id}/`)).toBe(200);
  });
});

describe('a build that is damaged', () => {
  it('costs the pages, never the API', async () => {
    await server.stop('SIGTERM');
    await rm(join(workplace.folder, 'dist/current/server'));

    server = await startServer({ ...workplace.environment, ...settings });
    expect(await statusOf('/api/services')).toBe(200);
    expect(await statusOf('/')).toBe(503);
    expect(server.output()).toContain('the last build cannot be served; build again');
  });
});
