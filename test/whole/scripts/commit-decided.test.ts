import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { commitDecided } from '../../../scripts/catalog/commit-decided.ts';
import { LocalRepository } from '../../../src/adapters/git/local-repository.ts';
import { GitFolder, withoutGitSettings } from '../../support/git-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const path = 'services/aa/price.json';

let around: GitFolder;
let command: LocalRepository;
let server: LocalRepository;

const open = (): Promise<LocalRepository> =>
  LocalRepository.open({ folder: join(around.path, 'catalog'), fallbackName: 'tollbook' });

const price = (): Promise<string> => readFile(join(around.path, 'catalog', path), 'utf8');

/** Doubles the price. While it decides, an owner changes the price as often as it says. */
function doubling(...owners: readonly string[]) {
  const changes = [...owners];

  return async () => {
    const text = String(Number(await price()) * 2);
    const change = changes.shift();
    if (change !== undefined) await server.commit([{ path, text: change }], 'By its owner', new Date());
    return { files: [{ path, text }], message: 'Double the price' };
  };
}

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
  around = await GitFolder.start();
  await around.write(`catalog/${path}`, '1');
  await around.commitAll('Begin');
  [command, server] = [await open(), await open()];
});

describe('a decision of a command', () => {
  it.each([
    ['never', [], '2'],
    ['once', ['10'], '20'],
    ['three times', ['10', '20', '30'], '60'],
  ])('is on the newest commit, where the catalog moved %s meanwhile', async (_when, owners, doubled) => {
    const { commit } = await commitDecided(command, doubling(...owners));

    expect(await price()).toBe(doubled);
    expect(commit).toBe(await around.head());
  });

  it('is given up where the catalog does not rest, and overwrites nothing', async () => {
    const restless = commitDecided(command, doubling('10', '11', '12', '13', '14'));

    await expect(restless).rejects.toThrow(/^the catalog changes faster than this command can decide on it/);
    expect(await price()).toBe('14');
    expect(await around.lines('status', '--porcelain')).toEqual([]);
  });

  it('makes no commit where it changes nothing', async () => {
    const before = await around.head();
    const { commit } = await commitDecided(command, () => Promise.resolve({ files: [], message: 'Nothing' }));

    expect(commit).toBeUndefined();
    expect(await around.head()).toBe(before);
  });

  it('does not mind commits outside the catalog', async () => {
    await commitDecided(command, async () => {
      const decision = await doubling()();
      await around.write('README.md', 'Ours.');
      await around.git('add', 'README.md');
      await around.git('commit', '--quiet', '-m', 'Say whose it is');
      return decision;
    });

    expect(await price()).toBe('2');
  });
});
