import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, vi } from 'vitest';
import { watchCatalog } from '../../../src/adapters/folder-watcher.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { inFolder } from '../../support/temporary-folder.ts';

/** Changes are reported within two seconds; a busy machine gets more time. */
const within = { timeout: 60_000, interval: 20 };

/** A catalog in a work tree, and a record of what its watcher reports. */
const it = inFolder
  .extend('around', async ({ folder }) => {
    const around = await GitFolder.init(join(folder, 'repository'));
    await around.write('catalog/services/ab/old.json', 'old\n');
    await around.commitAll('Begin');
    return around;
  })
  .extend('catalog', ({ around }) => join(around.path, 'catalog'))
  .extend('reported', async ({ around, catalog }, { onCleanup }) => {
    const { reported, watch } = await watched(catalog, around);
    onCleanup(() => watch.stop());
    return reported;
  });

async function watched(folder: string, around: GitFolder) {
  const reported = { paths: new Set<string>(), moves: 0, reports: 0 };
  const watch = await watchCatalog(folder, join(around.path, '.git'), {
    changed: (paths) => {
      reported.reports += 1;
      for (const path of paths === 'all' ? ['all'] : paths) reported.paths.add(path);
    },
    moved: () => (reported.moves += 1),
  });
  return { reported, watch };
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

describe.concurrent('watchCatalog', () => {
  it.for(changes)('reports $change', async ({ path, act }, { around, catalog, reported, expect }) => {
    await act(catalog, around);
    await expect.poll(() => reported.paths, within).toContain(path);
  });

  it('reports every file of a new folder, or the folder itself', async ({ catalog, reported, expect }) => {
    const folders = Array.from({ length: 50 }, (_, i) => `services/${String(i + 10)}`);

    for (const folder of folders) {
      await mkdir(join(catalog, folder));
      await writeFile(join(catalog, folder, 'new.json'), '{}');
    }
    await expect
      .poll(
        () => folders.filter((name) => !reported.paths.has(name) && !reported.paths.has(`${name}/new.json`)),
        within,
      )
      .toEqual([]);
  });

  it('reports many changes together', async ({ catalog, reported, expect }) => {
    for (let i = 0; i < 100; i += 1) await writeFile(join(catalog, `services/ab/${String(i)}.json`), '{}');

    await expect.poll(() => reported.paths.size, within).toBeGreaterThanOrEqual(100);
    expect(reported.reports).toBeLessThan(20);
  });

  it('does not report what git does in its own folder', async ({ around, onTestFinished, expect }) => {
    const { reported, watch } = await watched(around.path, around);
    onTestFinished(() => watch.stop());

    await commitNothing(around);
    await around.write('after', '');
    await expect.poll(() => reported.paths, within).toContain('after');
    expect([...reported.paths].filter((path) => path.startsWith('.git'))).toEqual([]);
  });

  it('reports nothing after it was stopped', async ({ around, catalog, reported, expect }) => {
    const listener = vi.fn<() => void>();
    const watch = await watchCatalog(catalog, join(around.path, '.git'), {
      changed: listener,
      moved: listener,
    });

    await writeFile(join(catalog, 'services/ab/new.json'), '{}');
    await watch.stop();
    await writeFile(join(catalog, 'services/ab/newer.json'), '{}');
    await expect.poll(() => reported.paths, within).toContain('services/ab/newer.json');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe.concurrent('a commit that changes no file', () => {
  it('is reported each time, however soon it comes', async ({ around, reported, expect }) => {
    await commitNothing(around);
    await expect.poll(() => reported.moves, within).toBe(1);

    await commitNothing(around);
    await expect.poll(() => reported.moves, within).toBe(2);
  });

  it('is reported when it is the first of its repository', async ({ folder, onTestFinished, expect }) => {
    const unborn = await GitFolder.init(join(folder, 'unborn'));
    const { reported, watch } = await watched(unborn.path, unborn);
    onTestFinished(() => watch.stop());

    await commitNothing(unborn);
    await expect.poll(() => reported.moves, within).toBeGreaterThan(0);
  });

  it('is not reported while nobody commits', async ({ catalog, reported, expect }) => {
    await writeFile(join(catalog, 'services/ab/new.json'), '{}');

    await expect.poll(() => reported.reports, within).toBeGreaterThan(0);
    expect(reported.moves).toBe(0);
  });
});
