import { globSync, truncateSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RemoteRepository } from '../../../../src/adapters/git/remote-repository.ts';
import { BareRepository } from '../../../support/bare-repository.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const at = new Date('2026-03-01T00:00:00.000Z');

interface Home {
  readonly home: BareRepository;
  readonly open: () => Promise<RemoteRepository>;
}

/** A home in a folder of this machine, with a server that has a clone of it. */
async function aHome(): Promise<Home> {
  const [folder, place] = [await temporaryFolder(), await temporaryFolder()];
  const home = await BareRepository.empty(join(place, 'home.git'));
  // By git itself, which leaves loose objects.
  await (await GitFolder.start()).git('push', '--quiet', home.path, 'main');
  const remote = { url: pathToFileURL(home.path).href, environment: () => Promise.resolve({}) };
  const open = () =>
    RemoteRepository.open({
      remote,
      branch: 'main',
      folder: join(folder, 'clone'),
      committerName: 'tollbook',
    });

  return { home, open };
}

const put = (repository: RemoteRepository, name: string) =>
  repository.commit([{ path: `services/ab/${name}.json`, text: '{}\n' }], `Add ${name}`, at);

/** What a power cut leaves of files that nobody synced: their names. */
function empty({ path }: BareRepository, ...patterns: readonly string[]): void {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: path }));

  expect(files).not.toEqual([]);
  for (const file of files) truncateSync(join(path, file));
}

describe('a home in a folder of this machine', () => {
  it('gets each push as a pack, which is on disk before the push is answered', async () => {
    const { home, open } = await aHome();
    await put(await open(), 'a');

    expect(globSync('objects/pack/*.pack', { cwd: home.path })).toHaveLength(1);
    expect(await home.files('main')).toContain('catalog/services/ab/a.json');
  });

  it('is advised to have others push as safely, until it is set so', async () => {
    const { home, open } = await aHome();
    const repository = await open();
    const set = `git -C ${home.path} config`;
    expect(await repository.advice()).toContain(`run: ${set} core.fsync all && ${set} receive.unpackLimit 1`);

    await home.git(['config', 'core.fsync', 'all']);
    await home.git(['config', 'receive.unpackLimit', '1']);
    expect(await repository.advice()).toBeUndefined();
  });

  it.each([
    ['objects that others pushed', ['objects/[0-9a-f][0-9a-f]/*']],
    ['packs', ['objects/pack/*']],
    ['objects and the branch', ['objects/[0-9a-f][0-9a-f]/*', 'refs/heads/main']],
  ])('gets back %s, which a power cut took, at the next start', async (_what, lost) => {
    const { home, open } = await aHome();
    await put(await open(), 'a');
    empty(home, ...lost);

    await put(await open(), 'b');
    expect(await home.git(['fsck', '--strict', '--no-dangling'])).toBe('');
    expect(await home.files('main')).toEqual([
      'README',
      'catalog/services/ab/a.json',
      'catalog/services/ab/b.json',
    ]);
  });

  it('gets them back at the next write of a server that runs', async () => {
    const { home, open } = await aHome();
    const repository = await open();
    await put(repository, 'a');
    empty(home, 'objects/[0-9a-f][0-9a-f]/*', 'refs/heads/main');

    await put(repository, 'b');
    expect(await home.git(['fsck', '--strict', '--no-dangling'])).toBe('');
    expect(await home.files('main')).toContain('catalog/services/ab/b.json');
  });

  it('stays as it is where nothing is lost', async () => {
    const { home, open } = await aHome();
    const repository = await open();
    await mkdir(join(home.path, 'hooks'), { recursive: true });
    await writeFile(join(home.path, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });

    await expect(put(repository, 'a')).rejects.toThrow('could not be pushed');
    expect(globSync('objects/pack/*', { cwd: home.path })).toEqual([]);
  });
});
