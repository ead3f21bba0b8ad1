import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { ChangePage } from '../../../src/views/change.ts';
import { CommittedIndex, CommittedPage } from '../../../src/views/committed-changes.ts';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { serviceNamed, writeCatalog, writeCatalogFile } from '../../support/catalog-on-disk.ts';
import { startServer, Workplace } from '../../support/running-server.ts';

const [one, two] = [serviceNamed('one'), serviceNamed('two')];
const dearer = { ...one, pricing: { currency: 'USDC', pricePerRequest: '0.5' } };
const Manifest = z.object({ cursor: z.string().nullable(), files: z.array(z.object({ path: z.string() })) });

let workplace: Workplace;
let client: string;

const read = (path: string): Promise<string> => readFile(join(client, path), 'utf8');
const manifest = async () => Manifest.parse(JSON.parse(await read('api/manifest.json')));
const index = async () => CommittedIndex.parse(JSON.parse(await read('api/changes/index.json')));
const page = async () => CommittedPage.parse(JSON.parse(await read('api/changes/1.json')));

async function commit(message: string): Promise<void> {
  await workplace.git('add', '-A');
  await workplace.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', message);
}

async function build(): Promise<void> {
  const settings = { SITE_URL: 'https://catalog.example.com', EMBEDDING_MODEL: 'none' };
  expect(await workplace.attempt('build.ts', [], settings)).toMatchObject({ code: 0, stderr: '' });
}

/** Runs a server until it has told of every change, and gives what it tells. */
async function serve(): Promise<z.infer<typeof ChangePage>> {
  const server = await startServer(workplace.environment);
  const changes = async () => ChangePage.parse(await (await fetch(`${server.url}/api/changes`)).json());
  await expect.poll(async () => (await changes()).changes.length).toBeGreaterThan(0);
  const told = await changes();
  await server.stop('SIGTERM');
  return told;
}

beforeAll(async () => {
  workplace = await Workplace.make();
  client = join(workplace.folder, 'dist', 'client');
  await writeCatalog(workplace.catalog, one, two);
  await workplace.git('init', '-q');
  await commit('Add two services');
  await writeCatalogFile(workplace.catalog, serviceFilePath(one.id), printServiceFile(dearer));
  await commit('Ask more');
  await build();
});

afterAll(() => workplace.remove());

describe('a build without a server', () => {
  it('tells of the changes that git knows of, in files that its manifest lists', async () => {
    const [{ changes }, { pages, isComplete }, { files, cursor }] = [
      await page(),
      await index(),
      await manifest(),
    ];

    expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      ...[one.id, two.id].sort(byFile).map((id) => `created ${id}`),
      `updated ${one.id}`,
    ]);
    expect(pages).toMatchObject([{ path: 'api/changes/1.json', changes: 3 }]);
    expect([isComplete, cursor]).toEqual([true, null]);
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['api/changes/1.json', 'api/changes/index.json']),
    );
  });

  it('has feeds of them, which are valid', async () => {
    expect(faultsOfAtom(await read('feed.atom'))).toEqual([]);
    const { items } = readJsonFeed(await read('feed.json'));
    expect(items[0]).toMatchObject({ title: 'one: price 0.001 → 0.5 USDC' });
    expect(items).toHaveLength(3);

    const ofCategory = readJsonFeed(await read(`categories/${one.category}/feed.json`));
    expect(ofCategory.items).toEqual(items);
    expect(globSync('services/*/feed.*', { cwd: client })).toEqual([]);
  });

  it('makes no database, which would be taken for that of a server', () => {
    expect(globSync('data/*.db*', { cwd: workplace.folder })).toEqual([]);
  });
});

describe('a build beside the database of a server', () => {
  it('names the place in the feed of the server after which its changes come', async () => {
    const told = await serve();
    await build();

    expect((await manifest()).cursor).toBe(told.next);
    const { items } = readJsonFeed(await read('feed.json'));
    expect(items.map(({ id }) => id.split('/').at(-1))).toEqual(
      told.changes.map(({ cursor }) => cursor).reverse(),
    );
  });

  it('tells by git what the server has not seen yet', async () => {
    const before = await page();
    await writeCatalogFile(
      workplace.catalog,
      serviceFilePath(two.id),
      printServiceFile({ ...two, name: 'Two' }),
    );
    await commit('Rename the second');
    await build();

    expect(readJsonFeed(await read('feed.json')).items[0]).toMatchObject({ title: 'Two: renamed' });
    expect((await page()).changes.slice(0, 3)).toEqual(before.changes);
    expect((await page()).changes[3]).toMatchObject({ kind: 'updated', id: two.id });
    expect((await manifest()).cursor).not.toBeNull();
  });
});

/** In the order of git, which is that of the paths. */
function byFile(a: string, b: string): number {
  return serviceFilePath(a) < serviceFilePath(b) ? -1 : 1;
}
