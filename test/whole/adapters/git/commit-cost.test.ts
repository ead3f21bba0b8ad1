import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import type { FileChange } from '../../../../src/domain/catalog-file.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { gitShim } from '../../../support/git-shim.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { soon } from '../../../support/soon.ts';

/** Enough for an index of more than 1 MB, since their names are long. */
const many = 4_500;
const name = `a-service-with-a-name-${'of-many-words-'.repeat(12)}`;

const at = new Date('2026-02-03T04:05:06.000Z');
const next: FileChange = { path: 'services/ab/next.json', text: 'next\n' };

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function open({ path }: GitFolder): Promise<LocalRepository> {
  return LocalRepository.open({ folder: join(path, 'catalog'), fallbackName: 'tollbook' });
}

function services(count: number): FileChange[] {
  return Array.from({ length: count }, (_, i) => ({
    path: `services/${(i % 256).toString(16).padStart(2, '0')}/${name}${String(i)}.json`,
    text: `${String(i)}\n`,
  }));
}

/**
 * Commits the services, as if an hour ago. Git rewrites the entries of files that are as new as its index, since a later change of such a
 * file may not show in its times; how many those are depends on the machine.
 */
async function importLongAgo(repository: LocalRepository, around: GitFolder): Promise<void> {
  const files = services(many);
  await repository.commit(files, 'Import', at);
  const ago = new Date(Date.now() - 3_600_000);
  await Promise.all(files.map(({ path }) => utimes(join(around.path, 'catalog', path), ago, ago)));
  expect(await around.git('status', '--porcelain')).toBe('');
}

async function objectsIn(around: GitFolder): Promise<number> {
  const counted = await around.git('count-objects', '-v');
  const [, loose, packed] = /^count: (\d+).*^in-pack: (\d+)/ms.exec(counted) ?? [];
  return Number(loose) + Number(packed);
}

describe('a commit in a catalog of many services', () => {
  it('writes an index of its own changes, which people can go on with, and leaves few former ones behind', async () => {
    const around = await GitFolder.start();
    const repository = await open(around);
    await importLongAgo(repository, around);

    const index = join(around.path, '.git/index');
    expect((await stat(index)).size).toBeGreaterThan(1_000_000);
    await repository.commit([next], 'One more', at);
    expect((await stat(index)).size).toBeLessThan(10_000);
    expect(await around.git('status', '--porcelain')).toBe('');

    await around.write('README', 'staged\n');
    await around.git('add', 'README');
    await repository.commit([{ ...next, text: 'changed\n' }], 'A change', at);
    await repository.commit([{ ...next, text: null }, ...services(1)], 'A removal', at);
    expect((await stat(index)).size).toBeLessThan(10_000);
    expect(await around.lines('status', '--porcelain')).toEqual(['M  README']);
    expect(await around.lines('ls-files', 'catalog')).toHaveLength(many);
    await around.git('commit', '--quiet', '--message=By hand');
    expect(await around.git('status', '--porcelain')).toBe('');

    for (let i = 0; i < 3; i += 1) {
      const paths = Array.from({ length: 700 }, (_, n) => `services/ab/more-${String(i)}-${String(n)}.json`);
      await repository.commit(
        paths.map((path) => ({ path, text: `${path}\n` })),
        'More',
        at,
      );
      expect((await stat(index)).size).toBeLessThan(200_000);
    }
    const names = await readdir(join(around.path, '.git'));
    expect(names.filter((name) => name.startsWith('sharedindex.')).length).toBeLessThanOrEqual(4);
    expect(await around.git('status', '--porcelain')).toBe('');
    expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe('a commit', () => {
  it('starts three processes of git', async () => {
    const around = await GitFolder.start();
    const repository = await open(around);
    const { path, folder } = await gitShim('echo $command >> "$shim/commands"');
    vi.stubEnv('PATH', path);

    await repository.commit([next], 'Register', at);
    const commands = (await readFile(join(folder, 'commands'), 'utf8')).trim().split('\n').sort();
    expect(commands).toEqual(['fast-import', 'update-index', 'update-ref']);
  });

  it('writes each object once', async () => {
    const around = await GitFolder.start();
    const repository = await open(around);
    await repository.commit([next], 'Register', at);
    const before = await objectsIn(around);

    await repository.commit(
      Array.from({ length: 200 }, (_, i) => ({
        path: `services/ab/${String(i)}.json`,
        text: `${String(i)}\n`,
      })),
      'Two hundred',
      at,
    );
    // The files, the folders catalog, services and ab, the top, and the commit.
    expect((await objectsIn(around)) - before).toBe(200 + 4 + 1);
  });

  it('has its packs merged in the background, also those of earlier processes', async () => {
    const around = await GitFolder.start();

    for (let start = 0; start < 2; start += 1) {
      const repository = await open(around);
      for (let i = 0; i < 16; i += 1) {
        await repository.commit([{ ...next, text: `${String(start)} ${String(i)}\n` }], 'Change', at);
      }
    }
    await vi.waitFor(async () => {
      expect(await around.git('count-objects', '-v')).toMatch(/^count: 0$.*^packs: 1$/ms);
    }, soon);
    expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});
