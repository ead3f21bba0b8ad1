import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignCommit } from '../../../../src/adapters/git/commit-object.ts';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { aSigner, isSigned } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { homeInWorkTree } from './home-in-work-tree.ts';
import { repositorySuite } from '../../../support/suites/repository.ts';
import { places } from './places.ts';

const at = new Date('2026-02-03T04:05:06.789Z');
const path = 'services/ab/rain-radar-abcdefgh.json';
const file = { path, text: '{}\n' };

/** A key, and the file by which others know it. */
let signCommit: SignCommit;
let signers: string;

beforeEach(async () => {
  const home = await temporaryFolder();
  withoutGitSettings(home);
  const signer = await aSigner(home);
  ({ signCommit } = signer);
  signers = join(home, 'signers');
  await writeFile(signers, signer.describe(['tollbook', 'catalog.example.com']));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function open(folder: string): Promise<LocalRepository> {
  return LocalRepository.open({ folder, fallbackName: 'tollbook', signCommit });
}

function openWithoutKey(folder: string): Promise<LocalRepository> {
  return LocalRepository.open({ folder, fallbackName: 'tollbook' });
}

describe('a catalog whose commits are signed', () => {
  repositorySuite(() => homeInWorkTree(open, '.git/refs/heads/main.lock'));
});

/** Unsigned commits are made in every place; a signed one differs in how it finds its parent. */
const ownPlaces = places.filter(([place]) =>
  ['a linked worktree', 'a repository without any commit'].includes(place),
);

describe.each(ownPlaces)('a signed commit in %s', (_place, make) => {
  it('changes only its own files, and leaves the work tree clean', async () => {
    const { around, catalog } = await make();
    const repository = await open(catalog);

    const { commit } = await repository.commit([file], 'Register', at);
    expect(await around.head()).toBe(commit);
    expect(await isSigned(around.path, commit, signers)).toBe(true);
    expect(await around.lines('show', '--format=', '--name-status', 'HEAD')).toHaveLength(1);
    expect(await around.git('status', '--porcelain', '--untracked-files=all')).toBe('');
    expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe.each(['sha1', 'sha256'])('a repository with %s', (objectFormat) => {
  it('has only commits that git verifies, from the first one on', async () => {
    vi.stubEnv('GIT_DEFAULT_HASH', objectFormat);
    const catalog = new GitFolder(join(await temporaryFolder(), 'catalog'));
    await catalog.write('categories.json', '[]\n');
    const repository = await open(catalog.path);
    const many = Array.from({ length: 300 }, (_, i) => ({
      path: `services/${String(i % 32).padStart(2, '0')}/${String(i)}.json`,
      text: `${String(i)}\n`,
    }));

    await repository.commit([file], 'Register', at);
    await repository.commit([{ path, text: '{"changed":true}\n' }], 'Change', at);
    const removal = [
      { path, text: null },
      { path: 'removed/ab/rain-radar-abcdefgh.json', text: '{}\n' },
    ];
    await repository.commit(removal, 'Remove', at);
    await repository.commit(many, 'Import 300 services\n\n- Grüße, 世界', at);
    await repository.commit([{ path: 'categories.json', text: null }], 'Remove the categories', at);

    const commits = await catalog.lines('rev-list', 'HEAD');
    expect(commits).toHaveLength(6);
    for (const commit of commits) expect(await isSigned(catalog.path, commit, signers)).toBe(true);
    expect(await catalog.git('rev-parse', '--show-object-format')).toBe(`${objectFormat}\n`);
    expect(await catalog.git('status', '--porcelain')).toBe('');
    expect(await catalog.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe('a signature', () => {
  it('holds for this key and this commit alone', async () => {
    const around = await GitFolder.start();
    const { commit } = await (await open(around.path)).commit([file], 'Register', at);
    const stranger = await aSigner(await temporaryFolder());
    const strangers = join(await temporaryFolder(), 'signers');
    await writeFile(strangers, stranger.describe(['tollbook']));

    expect(await isSigned(around.path, commit, signers)).toBe(true);
    expect(await isSigned(around.path, commit, strangers)).toBe(false);
    const forged = (await around.git('cat-file', 'commit', commit)).replace('Register', 'Change');
    await around.write('forged', forged);
    const [changed = ''] = await around.lines('hash-object', '-t', 'commit', '-w', 'forged');
    expect(await isSigned(around.path, changed, signers)).toBe(false);
  });

  it('is absent without a key', async () => {
    const catalog = new GitFolder(join(await temporaryFolder(), 'catalog'));
    await (await openWithoutKey(catalog.path)).commit([file], 'Register', at);

    for (const commit of await catalog.lines('rev-list', 'HEAD')) {
      expect(await catalog.git('cat-file', 'commit', commit)).not.toContain('gpgsig');
    }
  });

  it('changes nothing else of a commit', async () => {
    const [signed, unsigned] = [await GitFolder.start(), await GitFolder.start()];
    for (const repository of [await open(signed.path), await openWithoutKey(unsigned.path)]) {
      await repository.commit([file], 'Register\n\nA list', at);
    }

    const format = '--format=%T%n%an <%ae> %ad%n%cn <%ce> %cd%n%B';
    expect(await signed.git('log', '-1', format)).toBe(await unsigned.git('log', '-1', format));
  });

  it('leaves the same two unused objects however many commits there are', async () => {
    const catalog = new GitFolder(join(await temporaryFolder(), 'catalog'));
    const repository = await open(catalog.path);
    const unused = () => catalog.lines('fsck', '--unreachable', '--no-reflogs', '--no-progress');

    await repository.commit([file], 'First', at);
    const first = await unused();
    expect(first.length).toBeLessThanOrEqual(2);
    for (let i = 0; i < 5; i += 1) await repository.commit([{ path, text: String(i) }], 'Change', at);
    expect(await unused()).toEqual(first);
    expect(await catalog.lines('for-each-ref', '--format=%(refname)')).toEqual(['refs/heads/main']);
  });
});

it('goes on top of a concurrent commit', async () => {
  const around = await GitFolder.start();
  const repository = await open(around.path);
  // Twice in a row, the branch moves after the tree was made.
  vi.stubEnv(
    'PATH',
    await pathWithGitShim(`
      count=$(cat "$shim/count" 2>/dev/null || echo 0)
      if [ "$command" = update-ref ] && [ "$count" -lt 2 ]; then
        echo $((count + 1)) > "$shim/count"
        theirs=$("$git" -c user.name=Grace -c user.email=grace@example.com commit-tree -p HEAD -m "Theirs $count" HEAD^{tree})
        "$git" update-ref HEAD "$theirs"
      fi`),
  );

  const { commit } = await repository.commit([file], 'Ours', at);
  expect(await around.head()).toBe(commit);
  expect(await around.lines('log', '--format=%s')).toEqual(['Ours', 'Theirs 1', 'Theirs 0', 'Start']);
  expect(await isSigned(around.path, commit, signers)).toBe(true);
  expect(await around.git('status', '--porcelain')).toBe('');
});
