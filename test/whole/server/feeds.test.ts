import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const alpha = serviceNamed('alpha');
const Registered = z.object({ id: z.string() });

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha);
  await catalog.commitAll('Begin');
  await workplace.build();
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

/** The titles of a feed, newest first. */
async function titles(path = '/feed.json'): Promise<string[]> {
  const answer = await fetch(server.url + path);
  expect(answer.status).toBe(200);
  return readJsonFeed(await answer.text()).items.map(({ title }) => title);
}

async function change(id: string, body: object, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/merge-patch+json' };
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) };
  expect((await fetch(`${server.url}/api/services/${id}`, init)).status).toBe(200);
}

describe('the feeds of a running server', () => {
  it('tell of what an owner does as soon as it is answered', async () => {
    const key = await workplace.key();
    const body = { ...aRegistration('rain'), category: alpha.category };
    const { id } = Registered.parse(await (await register(server.url, key, body)).json());
    expect((await titles())[0]).toBe('New: Service rain');

    await change(id, { pricing: { pricePerRequest: '0.02' } }, key);
    expect((await titles())[0]).toBe('Service rain: price 0.001 → 0.02 USDC');
    await change(id, { description: 'Nothing that a feed tells of.' }, key);
    expect(await titles(`/services/${id}/feed.json`)).toEqual([
      'Service rain: price 0.001 → 0.02 USDC',
      'New: Service rain',
    ]);
    expect(await titles(`/categories/${alpha.category}/feed.json`)).toEqual(await titles());
    expect(await titles('/search/feed.json?query=rain')).toHaveLength(2);

    await fetch(`${server.url}/api/services/${id}?reason=Sold`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${key}` },
    });
    expect((await titles())[0]).toBe('Withdrawn: Service rain');
    expect(await titles('/search/feed.json?query=rain')).toEqual([]);
    expect(faultsOfAtom(await (await fetch(`${server.url}/feed.atom`)).text())).toEqual([]);
  });

  it('tell of what changed while no server was running', async () => {
    await server.stop('SIGTERM');
    const pricing = { currency: 'USDC', pricePerRequest: '0.5' };
    await catalog.write(serviceFilePath(alpha.id), printServiceFile({ ...alpha, pricing }));
    await catalog.commitAll('Ask more');
    server = await startServer(workplace.environment);

    await expect.poll(async () => (await titles())[0]).toBe('alpha: price 0.001 → 0.5 USDC');
    expect(await titles()).toContain('Withdrawn: Service rain');
  });

  it('tell of declared changes from git when the database was lost', async () => {
    await server.stop('SIGTERM');
    await rm(join(workplace.folder, 'data'), { recursive: true });
    server = await startServer(workplace.environment);

    await expect
      .poll(async () => titles(`/services/${alpha.id}/feed.json`))
      .toEqual(['alpha: price 0.001 → 0.5 USDC', 'New: alpha']);
    // The entry of the removal stands for what it withdrew.
    expect(await titles()).toHaveLength(3);
  });
});
