import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { Build } from '../../../src/domain/build.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { ChangePage } from '../../../src/views/change.ts';
import { CommittedIndex, CommittedPage } from '../../../src/views/committed-changes.ts';
import { categories } from '../../fixtures/services.ts';
import { serviceNamed, writeCatalog, writeCatalogFile, writeService } from '../../support/catalog-on-disk.ts';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { buildTimeoutMs, soon } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

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
const [alpha = serviceNamed('alpha'), beta = alpha] = services;
const dearer = { ...beta, pricing: { currency: 'USDC', pricePerRequest: '0.5' } };
const newcomer = serviceNamed('newcomer');

const Manifest = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  cursor: z.string().nullable(),
  builtAt: z.iso.datetime(),
  licence: z.string().nullable(),
  services: z.int(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

let workplace: Workplace;
let client: string;
let built: Ended;
let server: RunningServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  client = join(workplace.folder, 'dist', 'client');
  await writeCatalog(workplace.catalog, ...services);
  await writeCatalogFile(workplace.catalog, 'services/ab/broken.json', '{');
  await workplace.git('init', '-q');
  await commit('Add services');
  await writeService(workplace.catalog, dearer);
  await commit('Ask more');
  const key = await makeSigningKey(workplace.folder);
  built = await workplace.build({ ...settings, SIGNING_KEY: key, CATALOG_LICENCE: 'CC0-1.0' });
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

async function commit(message: string): Promise<void> {
  await workplace.git('add', '-A');
  await workplace.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', message);
}

const fileOf = (path: string): Promise<Buffer> => readFile(join(client, path));
const textOf = async (path: string): Promise<string> => (await fileOf(path)).toString();
const manifest = async () => Manifest.parse(JSON.parse(await textOf('api/manifest.json')));
const changePage = async () => CommittedPage.parse(JSON.parse(await textOf('api/changes/1.json')));

async function statusOf(path: string): Promise<number> {
  return (await fetch(server.url + path)).status;
}

async function answerOf(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Whether a manifest has the signature of this build, by the command that the documents give, with nothing but OpenSSH. */
async function isSigned(text: string): Promise<boolean> {
  const command =
    'ssh-keygen -Y verify -f .well-known/tollbook-signers -I catalog.example.com -n tollbook -s api/manifest.json.sig';

  return (await runProcess('sh', ['-c', command], { cwd: client, input: text })).code === 0;
}

/** In the order of git, which is that of the paths. */
function byFile(a: string, b: string): number {
  return serviceFilePath(a) < serviceFilePath(b) ? -1 : 1;
}

describe('a build', () => {
  it('prints its stages, and the files it left out', () => {
    expect(built).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/rendering pages: \d+\.\d s/) as string,
      stderr: expect.stringMatching(
        /^left out: services\/ab\/broken\.json: the file is not valid JSON/m,
      ) as string,
    });
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

  it('writes no files of the API about services but each and its status', async () => {
    const names = await readdir(join(client, 'api/services'));

    expect(names.sort()).toEqual(services.flatMap(({ id }) => [id, `${id}.json`]).sort());
  });

  it('also writes compressed scripts, styles and exports', async () => {
    const assets = await readdir(join(client, '_astro'));

    for (const path of [
      ...['api/export.json', 'api/export.ndjson', 'api/export.csv', 'api/outcomes.ndjson'],
      ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `_astro/${name}`),
    ]) {
      const text = await fileOf(path);
      expect(brotliDecompressSync(await fileOf(`${path}.br`)).equals(text), path).toBe(true);
      expect(gunzipSync(await fileOf(`${path}.gz`)).equals(text), path).toBe(true);
    }
  });

  it('writes a database of all services', async () => {
    const database = new Database(await fileOf('api/export.sqlite'));
    const listed = database.prepare('SELECT id FROM services').pluck().all();
    const from = database.prepare("SELECT value FROM meta WHERE name = 'commit'").pluck().get();
    database.close();

    expect([...listed].sort()).toEqual(services.map(({ id }) => id).sort());
    expect(from).toBe((await workplace.git('rev-parse', 'HEAD')).trim());
  });

  it('writes a page and a picture for every service', async () => {
    for (const { id } of services) {
      expect((await fileOf(`services/${id}/index.html`)).length).toBeGreaterThan(100);
      expect((await fileOf(`og/${id}.png`)).subarray(1, 4).toString()).toBe('PNG');
    }
  });

  it('makes no database, which would be taken for that of a server', () => {
    expect(globSync('data/*.db*', { cwd: workplace.folder })).toEqual([]);
  });
});

describe('the manifest of a build', () => {
  it('lists every file of the static API, with its size and digest', async () => {
    const { services: count, licence, files } = await manifest();
    const present = globSync('api/**/*.{json,ndjson,csv,sqlite}', { cwd: client });

    expect({ count, licence }).toEqual({ count: 22, licence: 'CC0-1.0' });
    expect(files.map(({ path }) => path)).toEqual(
      present.filter((path) => path !== 'api/manifest.json').sort(),
    );
    for (const { path, bytes, sha256 } of files) {
      const content = await fileOf(path);
      expect(content.length, path).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(sha256);
    }
  });

  it('is signed, and OpenSSH alone can tell', async () => {
    const text = await textOf('api/manifest.json');

    expect(await isSigned(text)).toBe(true);
    expect(await isSigned(text.replace('"services":22', '"services":23'))).toBe(false);
  });
});

describe('a build without a server', () => {
  it('reports the changes that git knows of', async () => {
    const { pages, isComplete } = CommittedIndex.parse(JSON.parse(await textOf('api/changes/index.json')));
    const { changes } = await changePage();

    expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      ...services
        .map(({ id }) => id)
        .sort(byFile)
        .map((id) => `created ${id}`),
      `updated ${beta.id}`,
    ]);
    expect(pages).toMatchObject([{ path: 'api/changes/1.json', changes: 23 }]);
    expect([isComplete, (await manifest()).cursor]).toEqual([true, null]);
  });

  it('has feeds of them, which are valid', async () => {
    expect(faultsOfAtom(await textOf('feed.atom'))).toEqual([]);
    const { items } = readJsonFeed(await textOf('feed.json'));
    expect(items[0]).toMatchObject({ title: `${beta.name}: price 0.001 → 0.5 USDC` });
    expect(items).toHaveLength(23);

    const ofCategory = readJsonFeed(await textOf(`categories/${beta.category}/feed.json`));
    expect(ofCategory.items).toHaveLength(22);
    expect(globSync('services/*/feed.*', { cwd: client })).toEqual([]);
  });
});

describe('a build that a server serves', () => {
  beforeAll(async () => {
    server = await startServer({ ...workplace.environment, SITE_URL: settings.SITE_URL });
  });

  it.each([
    ['api/services.json', '/api/services'],
    ['api/categories.json', '/api/categories'],
    ['api/export.json', '/api/export'],
    ['api/export.ndjson', '/api/export.ndjson'],
    ['api/export.csv', '/api/export.csv'],
    ['api/outcomes.ndjson', '/api/outcomes.ndjson'],
    ['openapi.json', '/openapi.json'],
  ])('has in %s, byte for byte, what %s answers', async (file, path) => {
    expect((await fileOf(file)).equals(await answerOf(path))).toBe(true);
  });

  it('has each service and its status, byte for byte what the API answers', async () => {
    for (const path of services.flatMap(({ id }) => [`api/services/${id}`, `api/services/${id}/status`])) {
      expect((await fileOf(`${path}.json`)).equals(await answerOf(`/${path}`)), path).toBe(true);
    }
  });

  it('has services and the docs as Markdown too, for those who prefer it', async () => {
    const accept = { Accept: 'text/markdown, text/html;q=0.8' };
    for (const [page, file] of [
      [`/services/${alpha.id}/`, `services/${alpha.id}.md`],
      ['/docs/agents/', 'docs/agents.md'],
      ['/', 'index.md'],
    ] as const) {
      const answer = await fetch(server.url + page, { headers: accept });

      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('vary')).toContain('Accept,');
      expect(await answer.text()).toBe(await textOf(file));
      expect((await answerOf(page)).toString()).toMatch(/^<!doctype html>/i);
    }
  });

  it('is served with its files and pages', async () => {
    const page = `/services/${alpha.id}/`;

    expect((await answerOf('/api/services.json')).equals(await fileOf('api/services.json'))).toBe(true);
    expect((await answerOf(page)).equals(await fileOf(`${page.slice(1)}index.html`))).toBe(true);
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({
      catalog: { builtAt: expect.any(String) as string },
      checks: { build: 'ok' },
    });
  });
});

describe('a build made by hand under a running server', () => {
  let before: z.infer<typeof Manifest>;
  let told: z.infer<typeof ChangePage>;

  beforeAll(async () => {
    before = await manifest();
    await writeService(workplace.catalog, newcomer);
    await commit('Add another');
    await vi.waitFor(async () => {
      told = ChangePage.parse(JSON.parse((await answerOf('/api/changes')).toString()));
      expect(told.changes.at(-1)?.id).toBe(newcomer.id);
    }, soon);
    expect(await workplace.build({ SITE_URL: settings.SITE_URL })).toMatchObject({ code: 0 });
  });

  it('is served from then on', async () => {
    await expect.poll(() => statusOf(`/api/services/${newcomer.id}.json`)).toBe(200);
    expect(await statusOf(`/services/${newcomer.id}/`)).toBe(200);
  });

  it('names the place in the feed of the server after which its changes come', async () => {
    expect((await manifest()).cursor).toBe(told.next);
    const { items } = readJsonFeed(await textOf('feed.json'));
    expect(items.map(({ id }) => id.split('/').at(-1))).toEqual(
      told.changes.map(({ cursor }) => cursor).reverse(),
    );
  });

  it('takes over files with their digests, and has no signature without a key', async () => {
    const { files, services: count, licence } = await manifest();
    // Without a key, proofs have no checkpoint.
    const unchanged = before.files.filter(
      ({ path }) => path.startsWith('api/services/') && !path.endsWith('/proof.json'),
    );

    expect(files).toEqual(expect.arrayContaining(unchanged));
    expect({ count, licence }).toEqual({ count: 23, licence: null });
    await expect(fileOf('api/manifest.json.sig')).rejects.toThrow('ENOENT');
    await expect(fileOf('.well-known/tollbook-signers')).rejects.toThrow('ENOENT');
  });
});

describe('a build that fails', () => {
  it('keeps the build before it, leaves no files behind, and says why', async () => {
    const dist = join(workplace.folder, 'dist');
    const state = async () => [
      await readlink(join(dist, 'current')),
      await readdir(dist),
      await readdir(join(dist, 'builds')),
    ];
    const before = await state();
    await writeCatalogFile(workplace.catalog, categoriesPath, '[');

    const { code, stderr } = await workplace.attempt('build.ts', []);
    await writeCatalogFile(workplace.catalog, categoriesPath, printCategories(categories));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^build: categories\.json: the file is not valid JSON: /m);
    expect(await state()).toEqual(before);
    expect((await answerOf('/api/services.json')).equals(await fileOf('api/services.json'))).toBe(true);
  });
});

describe('a build after the server has stopped, without a model', () => {
  let pageBefore: z.infer<typeof CommittedPage>;
  let again: Ended;

  beforeAll(async () => {
    await server.stop('SIGTERM');
    pageBefore = await changePage();
    await writeService(workplace.catalog, { ...dearer, name: 'Beta' });
    await commit('Rename the second');
    again = await workplace.build({ ...settings, EMBEDDING_MODEL: 'acme/multilingual' });
  });

  it('warns that search goes by words, says the cure, and is complete', async () => {
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(
      /^the search will go by words only: .* "npm install .*@huggingface\/transformers"/m,
    );
    expect((await manifest()).services).toBe(23);
  });

  it('shows from git what the server has not seen yet', async () => {
    const { changes } = await changePage();

    expect(readJsonFeed(await textOf('feed.json')).items[0]).toMatchObject({ title: 'Beta: renamed' });
    expect(changes.slice(0, pageBefore.changes.length)).toEqual(pageBefore.changes);
    expect(changes.slice(pageBefore.changes.length)).toMatchObject([{ kind: 'updated', id: beta.id }]);
    expect((await manifest()).cursor).not.toBeNull();
  });
});

describe('a build that is damaged', () => {
  it('costs the pages, never the API', async () => {
    await rm(join(workplace.folder, 'dist/current/server'));

    server = await startServer({ ...workplace.environment, SITE_URL: settings.SITE_URL });
    expect(await statusOf('/api/services')).toBe(200);
    expect(await statusOf('/')).toBe(503);
    expect(server.output()).toContain('the last build cannot be served; build again');
  });
});
