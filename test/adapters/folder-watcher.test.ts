import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, vi } from 'vitest';
import { watchCatalog } from '../../src/adapters/folder-watcher.ts';
import { GitFolder } from '../support/git-folder.ts';
import { inFolder } from '../support/temporary-folder.ts';

/** Everything is told within two seconds; a busy machine gets a little more. */
const within = { timeout: 60_000, interval: 20 };

/** A catalog in a work tree, and a watch over it that notes what it tells. */
const it = inFolder
  .extend('around', async ({ folder }) => {
    const around = await GitFolder.init(join(folder, 'repository'));
    await around.write('catalog/services/ab/old.json', 'old\n');
    await around.commitAll('Begin');
    return around;
  })
  .extend('catalog', ({ around }) => join(around.path, 'catalog'))
  .extend('told', async ({ around, catalog }, { onCleanup }) => {
    const { told, watch } = await watched(catalog, around);
    onCleanup(() => watch.stop());
    return told;
  });

async function watched(folder: string, around: GitFolder) {
  const told = { paths: new Set<string>(), moves: 0, times: 0 };
  const watch = await watchCatalog(folder, join(around.path, '.git'), {
    changed: (paths) => {
      told.times += 1;
      for (const path of paths === 'all' ? ['all'] : paths) told.paths.add(path);
    },
    moved: () => (told.moves += 1),
  });
  return { told, watch };
}

function commitNothing(around: GitFolder): Promise<string> {
  return around.git('commit', '--quiet', '--allow-empty', '--message=Nothing');
}

interface Change {
  readonly change: string;
  readonly path: string;
  readonly act: (catalog: string, around: GitFolder) => Promise<void>;
}

const changes: readonly Change[] = [
  {
    change: 'a new file',
    path: 'services/ab/new.json',
    act: (catalog) => writeFile(join(catalog, 'services/ab/new.json'), '{}'),
  },
  {
    change: 'a changed file',
    path: 'services/ab/old.json',
    act: (catalog) => writeFile(join(catalog, 'services/ab/old.json'), '{}'),
  },
  {
    change: 'a removed file',
    path: 'services/ab/old.json',
    act: (catalog) => rm(join(catalog, 'services/ab/old.json')),
  },
  {
    change: 'a changed categories.json',
    path: 'categories.json',
    act: (catalog) => writeFile(join(catalog, 'categories.json'), '[]'),
  },
  {
    change: 'a file put in place by a rename',
    path: 'services/ab/old.json',
    act: async (catalog, around) => {
      await around.write('draft', 'new');
      await rename(join(around.path, 'draft'), join(catalog, 'services/ab/old.json'));
    },
  },
  {
    change: 'a file that git puts back',
    path: 'services/ab/old.json',
    act: async (catalog, around) => {
      await rm(join(catalog, 'services/ab/old.json'));
      await around.git('checkout', '--quiet', '--', '.');
    },
  },
];

describe.concurrent('the watcher of the catalog folder', () => {
  it.for(changes)('tells of $change', async ({ path, act }, { around, catalog, told, expect }) => {
    await act(catalog, around);
    await expect.poll(() => told.paths, within).toContain(path);
  });

  it('tells of every file in a folder that is new, or of the folder', async ({ catalog, told, expect }) => {
    const folders = Array.from({ length: 50 }, (_, i) => `services/${String(i + 10)}`);

    for (const folder of folders) {
      await mkdir(join(catalog, folder));
      await writeFile(join(catalog, folder, 'new.json'), '{}');
    }
    await expect
      .poll(
        () => folders.filter((name) => !told.paths.has(name) && !told.paths.has(`${name}/new.json`)),
        within,
      )
      .toEqual([]);
  });

  it('tells of many changes together', async ({ catalog, told, expect }) => {
    for (let i = 0; i < 100; i += 1) await writeFile(join(catalog, `services/ab/${String(i)}.json`), '{}');

    await expect.poll(() => told.paths.size, within).toBeGreaterThanOrEqual(100);
    expect(told.times).toBeLessThan(20);
  });

  it('says nothing of what git does in its own folder', async ({ around, onTestFinished, expect }) => {
    const { told, watch } = await watched(around.path, around);
    onTestFinished(() => watch.stop());

    await commitNothing(around);
    await around.write('after', '');
    await expect.poll(() => told.paths, within).toContain('after');
    expect([...told.paths].filter((path) => path.startsWith('.git'))).toEqual([]);
  });

  it('says no more once it is stopped', async ({ around, catalog, told, expect }) => {
    const tell = vi.fn<() => void>();
    const watch = await watchCatalog(catalog, join(around.path, '.git'), { changed: tell, moved: tell });

    await writeFile(join(catalog, 'services/ab/new.json'), '{}');
    await watch.stop();
    await writeFile(join(catalog, 'services/ab/newer.json'), '{}');
    await expect.poll(() => told.paths, within).toContain('services/ab/newer.json');
    expect(tell).not.toHaveBeenCalled();
  });
});

describe.concurrent('a commit that changes no file', () => {
  it('is told, however soon it comes, each time', async ({ around, told, expect }) => {
    await commitNothing(around);
    await expect.poll(() => told.moves, within).toBe(1);

    await commitNothing(around);
    await expect.poll(() => told.moves, within).toBe(2);
  });

  it('is told when it is the first of its repository', async ({ folder, onTestFinished, expect }) => {
    const unborn = await GitFolder.init(join(folder, 'unborn'));
    const { told, watch } = await watched(unborn.path, unborn);
    onTestFinished(() => watch.stop());

    await commitNothing(unborn);
    await expect.poll(() => told.moves, within).toBeGreaterThan(0);
  });

  it('is not told of while nobody commits', async ({ catalog, told, expect }) => {
    await writeFile(join(catalog, 'services/ab/new.json'), '{}');

    await expect.poll(() => told.times, within).toBeGreaterThan(0);
    expect(told.moves).toBe(0);
  });
});
