import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DistFolder } from '../../../src/build/dist-folder.ts';
import { DiskImage } from '../../support/disk-image.ts';

const disk = await DiskImage.make(16);

it.skipIf(!disk)('shows a build only once its files survive a power cut', async ({ onTestFinished }) => {
  if (!disk) throw new Error('no disk');
  onTestFinished(() => disk.remove());
  const dist = new DistFolder(join(disk.folder, 'dist'));
  const folder = await dist.begin('/packages', 'maker');
  await dist.addCode('code', async (place) => {
    await mkdir(join(place, 'server'), { recursive: true });
  });
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'client', 'index.html'), 'whole');
  const build = {
    commit: 'c',
    builtAt: '2026-01-01T00:00:00.000Z',
    services: 1,
    version: '1',
    maker: 'maker',
  };
  await dist.finish(folder, build, { codeKey: 'code', isComplete: true });

  // What another file syncs takes the names of all files along, not what is in them.
  const other = await open(join(disk.folder, 'other'), 'w');
  await other.sync();
  await other.close();
  const left = await disk.cut();
  onTestFinished(() => left.remove());

  expect(await readFile(join(left.folder, 'dist', 'current', 'client', 'index.html'), 'utf8')).toBe('whole');
});
