import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuildFiles } from '../../../src/build/build-files.ts';
import { DistFolder } from '../../../src/build/dist-folder.ts';
import { placeServices } from '../../../src/build/place-services.ts';
import { servicePlacer, type ServicePlace } from '../../../src/build/service-files.ts';
import { carried } from '../../../src/build/carried-catalog.ts';
import { startServiceThreads, type ThreadData } from '../../../src/build/service-threads.ts';
import { pictureKey, siteCodeKey } from '../../../src/build/site-code.ts';
import { readConfig } from '../../../src/config.ts';
import { describeApi } from '../../../src/http/openapi.ts';
import { Search } from '../../../src/search/search.ts';
import type { SiteCatalog } from '../../../src/site/site-catalog.ts';
import { version } from '../../../src/version.ts';
import { siteCatalogOf } from '../../../scripts/site-catalog.ts';
import { aSnapshot } from '../../fixtures/services.ts';
import { numbered } from '../../fixtures/site-catalog.ts';
import { Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

const root = fileURLToPath(new URL('../../../', import.meta.url));
const thread = new URL('../../../scripts/build-thread.ts', import.meta.url);
const at = new Date('2026-02-01T12:00:00.000Z');
const build = { commit: 'c'.repeat(40), builtAt: at.toISOString() };

let workplace: Workplace;
let code: ServicePlace['code'];
let catalog: SiteCatalog;
let data: Omit<ThreadData, 'place'>;

beforeAll(async () => {
  workplace = await Workplace.make();
  const config = readConfig(workplace.environment);
  const key = siteCodeKey(root);
  const dist = new DistFolder(config.distDir);
  await workplace.lendBundle();
  // Only a build makes a bundle; with one that is there, its packages suffice.
  if (await dist.hasCode(key)) await dist.begin(join(root, 'node_modules'));
  else expect(await workplace.build()).toMatchObject({ code: 0 });
  const folder = dist.code(key);
  code = { folder, key, siteUrl: config.siteUrl, pictureKey: pictureKey(root) };

  const snapshot = aSnapshot(numbered(70));
  const search = new Search(snapshot);
  const readNews = () => Promise.resolve([]);
  const api = describeApi(config.siteUrl, version);
  catalog = {
    ...siteCatalogOf({ snapshot, search }, config, undefined, { at, build, api }),
    ...{ isServed: true, readNews },
  };
  data = { catalog: carried(snapshot), isServed: true, at, build, api };
});

afterAll(() => workplace.remove());

async function newBuild(name: string): Promise<ServicePlace> {
  const folder = join(workplace.folder, name);
  await mkdir(folder);
  return { code, build: folder };
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [relative(folder, file), await readFile(file, 'base64')] as const),
    ),
  );
}

/** Knows of no service what is similar. */
const unsure = (): undefined => undefined;
const ids = (): string[] => [...catalog.snapshot.entries()].map(({ declared }) => declared.id);

describe('threads that place services', () => {
  it('write what one thread alone would write, and make nothing twice', async () => {
    const alone = await newBuild('alone');
    const one = servicePlacer(catalog, alone);
    await placeServices(ids(), [one], new BuildFiles(alone.build), unsure, () => undefined);

    const shared = await newBuild('shared');
    const threads = startServiceThreads(thread, { ...data, place: shared }, workplace.environment);
    const files = new BuildFiles(shared.build);
    let done = 0;
    await placeServices(ids(), threads.placers, files, unsure, (count) => (done += count));
    files.finish();
    await threads.close();

    expect(done).toBe(70);
    expect(await filesIn(join(shared.build, 'client'))).toEqual(await filesIn(join(alone.build, 'client')));
    const again = new BuildFiles(shared.build);
    const kept = ids().map((id) => ({ id, kept: again.kept.get(id), similar: undefined }));
    const placed = await servicePlacer(catalog, shared)(kept);
    expect(placed).toEqual(kept.map(() => undefined));
  });

  it('report what fails in them', async () => {
    const threads = startServiceThreads(
      thread,
      { ...data, place: await newBuild('failing') },
      workplace.environment,
    );
    const [first] = threads.placers;

    await expect(first?.([{ id: 'none-00000000', kept: undefined, similar: undefined }])).rejects.toThrow(
      'there is no service none-00000000',
    );
    await threads.close();
    await expect(first?.([{ id: 'none-00000000', kept: undefined, similar: undefined }])).rejects.toThrow(
      'has ended',
    );
  });
});
