import { beforeEach, expect, it } from 'vitest';
import { type AppliedBatch, follow, MirrorFault } from '../../../src/mirror/mirror.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { served } from '../../support/mirror/fake-catalog.ts';

let mirrored: AMirror;
let catalog: AMirror['catalog'];
let held: AMirror['held'];
let controller: AbortController;

beforeEach(async () => {
  mirrored = await AMirror.start();
  ({ catalog, held } = mirrored);
  controller = new AbortController();
});

const begin = (): AsyncGenerator<AppliedBatch, void> =>
  follow(mirrored.options({ signal: controller.signal }), mirrored.time);

it('gives every change as it comes, until it is stopped', async () => {
  const seen: string[] = [];
  for await (const { source, changes, services } of begin()) {
    seen.push(`${source} ${String(changes.length)} ${String(services)}`);
    expect(await held()).toBe(catalog.exported);
    if (seen.length === 1) catalog.put(served('Hail'));
    if (seen.length === 2) catalog.remove(served('Rain').id);
    if (seen.length === 3) controller.abort();
  }

  expect(seen).toEqual(['export 3 3', 'changes 1 4', 'changes 1 3']);
  expect(catalog.requests).toContain('/api/changes?since=c4&limit=1000&wait=30');
});

it('waits for as long as it takes for a catalog that answered once and is gone', async () => {
  let failures = -1;
  catalog.intercept = (_, response) => {
    failures += 1;
    if (failures === 0 || failures > 100) return false;
    response.destroy();
    return true;
  };

  for await (const { services } of begin()) {
    expect(services).toBe(3);
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
      catalog.forgotten = 4;
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

  expect(sizes).toEqual([3, 4]);
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
    expect(services).toBe(3);
    break;
  }
});
