import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { categories } from '../../fixtures/services.ts';
import { serviceNamed, writeCatalog, writeCatalogFile } from '../../support/catalog-on-disk.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs, soonBuilt } from '../../support/soon.ts';

const Health = z.object({
  status: z.string(),
  catalog: z.object({ builtAt: z.string().nullable() }),
  checks: z.object({ build: z.string() }),
});

const listed = serviceNamed('alpha');

let workplace: Workplace;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, listed);
  key = await workplace.key();
  await workplace.lendBundle();
  server = await startServer({ ...workplace.environment, BUILD_INTERVAL: '1s' }, '--build');
}, buildTimeoutMs);

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

async function health(): Promise<z.infer<typeof Health>> {
  return Health.parse(await (await fetch(`${server.url}/health`)).json());
}

/** The value of `X-Catalog-Version`. */
async function version(): Promise<string> {
  return (await fetch(`${server.url}/api/services?limit=1`)).headers.get('x-catalog-version') ?? '';
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(server.url + path)).status;
}

/** Registers a service. Returns its id. */
async function registered(name: string): Promise<string> {
  const body = { ...aRegistration(name), category: 'ai-inference' };
  return z.object({ id: z.string() }).parse(await (await register(server.url, key, body)).json()).id;
}

describe('a server that builds', { timeout: buildTimeoutMs }, () => {
  it('builds what is missing before it answers', async () => {
    expect(await statusOf(`/services/${listed.id}/`)).toBe(200);
    expect(await statusOf(`/api/services/${listed.id}.json`)).toBe(200);
    expect((await health()).catalog.builtAt).not.toBeNull();
    expect(await version()).not.toContain('+');
  });

  it('shows no site to copy, since its builds lack what it renders itself', () => {
    expect(existsSync(join(workplace.folder, 'dist/client'))).toBe(false);
  });

  it('leaves share pictures out of its builds, and draws them when somebody asks', async () => {
    const path = `og/${listed.id}.png`;
    expect(existsSync(join(workplace.folder, 'dist/current/client', path))).toBe(false);

    const picture = await fetch(`${server.url}/${path}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('serves the page of a new service at once, and its files with the next build', async () => {
    const before = await health();
    const id = await registered('new');
    const commit = (await workplace.git('rev-parse', 'HEAD')).trim();
    expect(await version()).toMatch(new RegExp(`^${commit}(\\+1)?$`));
    const rendered = await (await fetch(`${server.url}/services/${id}/`)).text();
    expect(rendered).toContain('Service new');

    await expect.poll(version, soonBuilt).toBe(commit);
    expect(await (await fetch(`${server.url}/api/services/${id}.json`)).text()).toBe(
      await (await fetch(`${server.url}/api/services/${id}`)).text(),
    );
    expect(await statusOf(`/services/${id}/`)).toBe(200);
    expect(
      await readFile(join(workplace.folder, 'dist/current/client/services', id, 'index.html'), 'utf8'),
    ).toBe(rendered);
    expect((await health()).catalog.builtAt).not.toBe(before.catalog.builtAt);
  });

  it('reports a failed build, keeps serving the previous one, and builds again', async () => {
    await writeCatalogFile(workplace.catalog, categoriesPath, '[');
    const id = await registered('unbuilt');
    await expect
      .poll(async () => (await health()).checks.build, soonBuilt)
      .toBe('the last build failed and the one before it stays; the log says why');
    expect((await health()).status).toBe('degraded');
    expect(server.output()).toContain('categories.json: the file is not valid JSON');
    expect(await statusOf(`/services/${listed.id}/`)).toBe(200);
    expect(await statusOf(`/services/${id}/`)).toBe(200);
    expect(await statusOf(`/api/services/${id}`)).toBe(200);
    expect(await version()).toContain('+');

    await writeCatalogFile(workplace.catalog, categoriesPath, printCategories(categories));
    await expect.poll(async () => (await health()).checks.build, soonBuilt).toBe('ok');
    await expect.poll(version, soonBuilt).not.toContain('+');
    expect(await statusOf(`/api/services/${id}.json`)).toBe(200);
  });

  it('notices that its builds were deleted, and rebuilds', async () => {
    const before = (await health()).catalog.builtAt;
    // A build that is just running may still write into the folder.
    await rm(join(workplace.folder, 'dist'), { recursive: true, maxRetries: 20 });
    await workplace.lendBundle();

    await expect.poll(async () => (await health()).catalog.builtAt, soonBuilt).not.toBe(before);
    expect((await health()).checks.build).toBe('ok');
    expect(server.output()).toContain('the build that was served is gone');
    expect(await statusOf(`/services/${listed.id}/`)).toBe(200);
    expect(await statusOf('/search')).toBe(200);
    expect(await statusOf(`/api/services/${listed.id}.json`)).toBe(200);
  });

  it('builds again at its start when its pages name another address', async () => {
    await server.stop('SIGTERM');
    const settings = {
      ...workplace.environment,
      SITE_URL: 'https://elsewhere.example.com',
      BUILD_INTERVAL: '1h',
    };
    server = await startServer(settings, '--build');

    await expect
      .poll(async () => (await fetch(`${server.url}/categories/`)).text(), soonBuilt)
      .toContain('https://elsewhere.example.com/categories/');
  });
});
