import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../src/mirror/mirror-folder.ts';
import { type AppliedBatch, follow, MirrorFault, type MirrorOptions } from '../../../src/mirror/mirror.ts';
import { serviceLine } from '../../../src/mirror/service-text.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { QuickTime } from '../../support/mirror/surroundings.ts';

let catalog: FakeCatalog;
let folder: string;
let controller: AbortController;

beforeEach(async () => {
  catalog = await FakeCatalog.start();
  folder = join(await temporaryFolder(), 'mirror');
  controller = new AbortController();
  for (const name of ['Rain', 'Snow']) catalog.put(served(name));
});

const begin = (options: Partial<MirrorOptions> = {}): AsyncGenerator<AppliedBatch, void> =>
  follow({ from: catalog.url, to: folder, signal: controller.signal, ...options }, new QuickTime());

async function held(): Promise<string> {
  let text = '';
  for await (const services of (await openStore(folder, 'files')).services()) {
    for (const service of services) text += `${serviceLine(service)}\n`;
  }
  return text;
}

it('gives every change as it comes, until it is stopped', async () => {
  const seen: string[] = [];
  for await (const { source, changes, services } of begin()) {
    seen.push(`${source} ${String(changes.length)} ${String(services)}`);
    expect(await held()).toBe(catalog.exported);
    if (seen.length === 1) catalog.put(served('Hail'));
    if (seen.length === 2) catalog.remove(served('Rain').id);
    if (seen.length === 3) controller.abort();
  }

  expect(seen).toEqual(['export 2 2', 'changes 1 3', 'changes 1 2']);
  expect(catalog.requests).toContain('/api/changes?since=c3&limit=1000&wait=30');
});

it('waits for as long as it takes for a catalog that is gone', async () => {
  let failures = 0;
  catalog.intercept = (_, response) => {
    failures += 1;
    if (failures > 100) return false;
    response.destroy();
    return true;
  };

  for await (const { services } of begin()) {
    expect(services).toBe(2);
    controller.abort();
  }
  expect(failures).toBeGreaterThan(100);
});

it('goes on with an export when the catalog lost its changes meanwhile', async () => {
  const sources: string[] = [];
  for await (const { source } of begin()) {
    sources.push(source);
    if (sources.length === 1) {
      catalog.put(served('Hail'));
      catalog.forgotten = 3;
    } else controller.abort();
  }

  expect(sources).toEqual(['export', 'export']);
  expect(await held()).toBe(catalog.exported);
});

it('follows a static site from build to build', async () => {
  catalog.isStatic = true;
  catalog.build('2026-01-31T12:00:00.000Z');
  const sizes: number[] = [];
  for await (const { services } of begin()) {
    sizes.push(services);
    if (sizes.length === 2) break;
    catalog.put(served('Hail'));
    catalog.build('2026-01-31T13:00:00.000Z');
  }

  expect(sizes).toEqual([2, 3]);
  expect(await held()).toBe(catalog.exported);
});

it('ends with the reason when something does not hold', async () => {
  const following = (async () => {
    for await (const _ of begin()) {
      catalog.put(served('Hail'));
      catalog.changes.push({ kind: 'updated', id: '../../x' });
    }
  })();

  await expect(following).rejects.toThrow(MirrorFault);
});

it('lets another mirror in when it ends, however that happens', async () => {
  for await (const _ of begin()) break;
  await expect(
    (async () => {
      for await (const _ of begin()) throw new Error('enough');
    })(),
  ).rejects.toThrow('enough');

  for await (const { services } of begin()) {
    expect(services).toBe(2);
    break;
  }
});
