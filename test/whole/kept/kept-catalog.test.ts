import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, rename, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { DeclaredService } from '../../../src/domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { compareCatalog } from '../../../src/kept/compare-catalog.ts';
import { prepareComparison } from '../../../src/kept/compare-in-thread.ts';
import { tombstoneOf } from '../../fixtures/services.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { KeptFolder, numbered as service } from '../../support/kept-folder.ts';
import { startProgram } from '../../support/programs.ts';
import { soon } from '../../support/soon.ts';

const size = 40;
const [first, second] = [service(0), service(1)];
const many = Array.from({ length: size }, (_, number) => service(number));

/** A folder of which a reading has been kept; a thread compares it from now on. */
async function keptOf(services: readonly DeclaredService[]): Promise<KeptFolder> {
  const kept = await KeptFolder.of(services, compareCatalog);
  await kept.read();
  kept.compare = undefined;
  return kept;
}

/** The file behind a descriptor of this process; undefined when it has just been closed. */
function linkAt(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

describe('KeptCatalog with a thread', () => {
  it('reads all files the first time, also several times at once, and none the next time', async () => {
    const kept = await KeptFolder.of(many);
    await kept.put(tombstoneFilePath(service(99).id), printTombstone(tombstoneOf(service(99))));

    const read = await Promise.all([kept.read(), kept.read(), kept.read()]);
    expect(read).toContain(size + 1);
    expect(await kept.read()).toBe(0);
  });

  it.each<[string, (file: string) => Promise<unknown>, number]>([
    ['is whole', () => Promise.resolve(), 0],
    ['is gone', (file) => rm(file), size],
    ['is damaged', (file) => truncate(file, 2_000), size],
    ['is another one', async (file) => rename((await keptOf([second])).file, file), size],
  ])('reads what is not kept where what a thread reads before %s', async (_state, change, read) => {
    const kept = await keptOf(many);
    await change(kept.file);
    void prepareComparison(kept.file);

    expect(await kept.read()).toBe(read);
  });

  it('reads what was kept after a thread has read', async () => {
    const kept = await keptOf(many);
    const [older, newer] = [`${kept.file}.older`, `${kept.file}.newer`];
    await rename(kept.file, older);
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await kept.read();
    await rename(kept.file, newer);
    await rename(older, kept.file);
    await prepareComparison(kept.file);
    await rename(newer, kept.file);

    expect(await kept.read()).toBe(0);
  });

  it('keeps no file open for readings that are forgotten', async () => {
    const kept = await keptOf(many);
    const isOpen = () =>
      readdirSync('/proc/self/fd').filter((descriptor) => linkAt(descriptor) === kept.file).length;
    for (let round = 0; round < 3; round += 1) await kept.read();
    expect(isOpen()).toBeGreaterThan(0);

    await vi.waitFor(() => {
      collectGarbage();
      expect(isOpen()).toBe(0);
    }, soon);
  });
});

describe('KeptCatalog', () => {
  it('reads what differs after a switch of branches, and after history was rewritten', async () => {
    const kept = await KeptFolder.of(many, compareCatalog);
    const folder = await GitFolder.init(kept.folder);
    await folder.commitAll('All');
    await folder.git('switch', '--quiet', '--create', 'other');
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await rm(kept.path(serviceFilePath(second.id)));
    await folder.commitAll('Two changes');
    await kept.read();

    await folder.git('switch', '--quiet', 'main');
    expect(await kept.read()).toBe(2);
    await folder.git('switch', '--quiet', 'other');
    expect(await kept.read()).toBe(1);

    await rm(kept.file);
    await kept.read();
    await folder.git('commit', '--quiet', '--amend', '--message=The same under another name');
    expect(await kept.read()).toBe(0);
    await folder.git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(await kept.read()).toBe(2);
  });

  it.each([
    ['when it began', () => Promise.resolve(true)],
    ['while it wrote', (folder: string) => hasFileIn(folder, /^catalog\.\d+-/)],
    ['after it was kept', (folder: string) => hasFileIn(folder, /^catalog$/)],
  ])('reads the same after a reading was killed %s', async (_when, isThen) => {
    const kept = await KeptFolder.of(many, compareCatalog);
    const writer = await startProgram('keep-catalog', [kept.folder, kept.dataDir]);
    await vi.waitUntil(() => isThen(dirname(kept.file)), { ...soon, interval: 1 });
    await writer.kill();

    await kept.read();
    expect(await kept.read()).toBe(0);
  });
});

async function hasFileIn(folder: string, name: RegExp): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((each) => name.test(each));
}
