import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { categories } from '../../fixtures/services.ts';
import { serviceNamed, writeCatalog, writeCatalogFile, writeService } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const Health = z.object({
  status: z.string(),
  catalog: z.object({ services: z.int() }),
  checks: z.record(z.string(), z.string()),
});

const [alpha, broken, doomed] = [serviceNamed('alpha'), serviceNamed('broken'), serviceNamed('doomed')];

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha, doomed);
  await writeCatalogFile(
    workplace.catalog,
    serviceFilePath(broken.id),
    printServiceFile({ ...broken, name: '' }),
  );
  await catalog.commitAll('Begin');
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function statusOf({ id }: { readonly id: string }): Promise<number> {
  return (await fetch(`${server.url}/api/services/${id}`)).status;
}

async function missing(services: readonly { readonly id: string }[]): Promise<string[]> {
  const statuses = await Promise.all(services.map(statusOf));
  return services.filter((_, i) => statuses[i] !== 200).map(({ id }) => id);
}

async function nameOf({ id }: { readonly id: string }): Promise<unknown> {
  return z.object({ name: z.string() }).parse(await (await fetch(`${server.url}/api/services/${id}`)).json())
    .name;
}

async function health(): Promise<z.infer<typeof Health>> {
  return Health.parse(await (await fetch(`${server.url}/health`)).json());
}

/** The value of `X-Catalog-Version`. */
async function version(): Promise<string> {
  return (await fetch(`${server.url}/api/services?limit=1`)).headers.get('x-catalog-version') ?? '';
}

describe('a bad service file', () => {
  it('is left out and reported in /health and in the log, until it is fixed', async () => {
    const path = serviceFilePath(broken.id);
    expect(await statusOf(alpha)).toBe(200);
    expect(await statusOf(broken)).toBe(404);
    expect(await health()).toMatchObject({
      status: 'degraded',
      checks: { catalog: `1 left out: ${path}; "npm run catalog -- check" says why` },
    });
    expect(
      server
        .output()
        .split('\n')
        .find((line) => line.includes(path)),
    ).toMatch(/"level":40.*text_empty/);

    await writeService(workplace.catalog, broken);
    await expect.poll(() => statusOf(broken)).toBe(200);
    // Neither does health need a model where none is wanted.
    expect(await health()).toMatchObject({ status: 'ok', checks: { catalog: 'ok', meaning: 'ok' } });
  });
});

describe('a service file', () => {
  it('created by hand lists its service', async () => {
    const service = serviceNamed('by-hand');
    const before = await version();

    await writeService(workplace.catalog, service);
    await expect.poll(() => statusOf(service)).toBe(200);
    expect(await version()).not.toBe(before);
  });

  it('lists its service when a script creates very many at once, each in a new folder', async () => {
    const services = Array.from({ length: 150 }, (_, i) => serviceNamed(`scripted-${String(i)}`));

    for (const service of services) {
      const path = join(workplace.catalog, serviceFilePath(service.id));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, printServiceFile(service));
      await nextTurn();
    }
    await expect.poll(() => missing(services)).toEqual([]);
  });

  it('from a commit lists its service, and the commit becomes the version', async () => {
    const service = serviceNamed('committed');
    await writeService(workplace.catalog, service);
    await catalog.commitAll('Add one');

    await expect.poll(() => statusOf(service)).toBe(200);
    await expect.poll(version).toMatch(new RegExp(`^${await catalog.head()}\\+\\d+$`));
  });

  it('leaves a tombstone when it is removed', async () => {
    await rm(join(workplace.catalog, serviceFilePath(doomed.id)));

    await expect.poll(() => statusOf(doomed)).toBe(410);
    expect(await (await fetch(`${server.url}/api/services/${doomed.id}`)).json()).toMatchObject({
      code: 'service_deleted',
      id: doomed.id,
      name: 'doomed',
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
  });
});

describe('a commit that changes no file', () => {
  it('changes X-Catalog-Version', async () => {
    await writeService(workplace.catalog, serviceNamed('first-a-file'));
    await expect.poll(() => statusOf(serviceNamed('first-a-file'))).toBe(200);

    await catalog.commitAll('then a commit');
    await expect.poll(version).toMatch(new RegExp(`^${await catalog.head()}\\+\\d+$`));
  });
});

describe('categories.json', () => {
  it('is ignored while it is broken, and applies once it is fixed', async () => {
    await writeCatalogFile(workplace.catalog, categoriesPath, '[');
    await expect.poll(() => server.output()).toContain('categories.json: the file is not valid JSON');
    const service = serviceNamed('while-broken');
    await writeService(workplace.catalog, service);
    await expect.poll(() => statusOf(service)).toBe(200);

    const more = [...categories, { id: 'brand-new', name: 'Brand new', description: 'Not seen before.' }];
    await writeCatalogFile(workplace.catalog, categoriesPath, printCategories(more));
    await expect
      .poll(async () => (await fetch(`${server.url}/api/categories`)).text())
      .toContain('"brand-new"');
  });
});

describe('a change while no server runs', () => {
  it('is found at the next start: new and changed files, and tombstones', async () => {
    await server.stop('SIGTERM');
    const service = serviceNamed('made-at-night');
    await writeService(workplace.catalog, service);
    await writeService(workplace.catalog, { ...broken, name: 'Edited at night' });
    await rm(join(workplace.catalog, serviceFilePath(alpha.id)));

    server = await startServer(workplace.environment);
    expect(await statusOf(service)).toBe(200);
    expect(await nameOf(broken)).toBe('Edited at night');
    await expect.poll(() => statusOf(alpha)).toBe(410);
    expect(await statusOf(doomed)).toBe(410);
  });
});
