import type * as Files from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { RemoteRepository } from '../../../../src/adapters/git/remote-repository.ts';
import { BareRepository } from '../../../support/bare-repository.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import { aSigner } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** What was synced by this process, in order. What git itself syncs is in its hands; it syncs no folders. */
const synced = vi.hoisted((): string[] => []);

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const open: typeof Files.open = async (path, ...rest) => {
    const handle = await files.open(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      synced.push(String(path));
    };
    return handle;
  };
  return { ...files, open };
});

const changes = [{ path: 'services/ab/rain.json', text: '{}\n' }];
const at = new Date('2026-03-01T00:00:00.000Z');

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await GitFolder.start(folder);
});

/** The paths synced since, below a folder. */
const below = (top: string): string[] => synced.map((path) => relative(top, path));

it('a commit syncs every folder that names something new, objects before the branch', async () => {
  const repository = await LocalRepository.open({ folder, fallbackName: 'tollbook' });
  synced.length = 0;
  await repository.commit(changes, 'Add', at);

  const paths = below(folder);
  expect(paths).toEqual(expect.arrayContaining(['', 'services', 'services/ab', '.git/refs/heads']));
  expect(paths.indexOf('.git/objects/pack')).toBeGreaterThan(-1);
  expect(paths.indexOf('.git/objects/pack')).toBeLessThan(paths.lastIndexOf('.git/refs/heads'));
});

it('a signed commit syncs the folder of its own object, too', async () => {
  const signCommit = (await aSigner(await temporaryFolder())).signCommit;
  const repository = await LocalRepository.open({ folder, fallbackName: 'tollbook', signCommit });
  synced.length = 0;
  const { commit } = await repository.commit(changes, 'Add', at);

  expect(below(folder)).toEqual(
    expect.arrayContaining([`.git/objects/${commit.slice(0, 2)}`, '.git/objects', '.git/refs/heads']),
  );
});

it('a push to a folder of this machine syncs the folders there', async () => {
  const home = await BareRepository.empty(`${folder}/home.git`);
  const remote = { url: pathToFileURL(home.path).href, environment: () => Promise.resolve({}) };
  const repository = await RemoteRepository.open({
    remote,
    folder: `${folder}/clone`,
    committerName: 'tollbook',
  });
  synced.length = 0;
  await repository.commit(changes, 'Add', at);

  expect(below(home.path)).toEqual(expect.arrayContaining(['objects/pack', 'objects', 'refs/heads']));
});
