import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignCommit } from '../../../../src/adapters/git/commit-object.ts';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { aSigner } from '../../../support/signing-key.ts';
import { SmallDisk } from '../../../support/small-disk.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { nothingIsWritten } from './nothing-is-written.ts';
import { obstacles, obstaclesToSigned } from './obstacles.ts';

const at = new Date('2026-02-03T04:05:06.000Z');

/** A new file in a new folder, two changed files, and a removed one. */
const files = [
  { path: 'services/aa/old.json', text: 'changed\n' },
  { path: 'services/ab/new.json', text: 'new\n' },
  { path: 'services/ac/old.json', text: 'changed\n' },
  { path: 'services/ad/gone.json', text: null },
];

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A repository with staged and unstaged changes. */
async function aBusyRepository(path?: string): Promise<GitFolder> {
  const around = await GitFolder.init(path);
  await around.write('README', 'Read me.\n');
  await around.write('catalog/services/aa/old.json', 'old\n');
  await around.write('catalog/services/ac/old.json', 'old\n');
  await around.write('catalog/services/ad/gone.json', 'gone\n');
  await around.commitAll('Start');
  await around.write('README', 'staged\n');
  await around.git('add', 'README');
  await around.write('README', 'changed\n');
  return around;
}

function open(around: GitFolder, signCommit?: SignCommit): Promise<LocalRepository> {
  return LocalRepository.open({ folder: join(around.path, 'catalog'), fallbackName: 'tollbook', signCommit });
}

async function aCommitSigner(): Promise<SignCommit> {
  return (await aSigner(await temporaryFolder())).signCommit;
}

async function expectCommitted(around: GitFolder): Promise<void> {
  for (const { path, text } of files) {
    const committed = await around.git('show', `HEAD:catalog/${path}`).catch(() => null);
    expect(committed).toBe(text);
  }
  expect(await around.lines('status', '--porcelain')).toEqual(['MM README']);
}

const cases = [
  ...obstacles.map((obstacle) => ({ ...obstacle, kind: 'a commit', signer: undefined })),
  ...obstaclesToSigned.map((obstacle) => ({ ...obstacle, kind: 'a signed commit', signer: aCommitSigner })),
];

describe.each(cases)('when $name', ({ put, said, kind, signer }) => {
  it(`fails ${kind}, leaves nothing behind, and commits once the obstacle is gone`, async () => {
    const around = await aBusyRepository();
    const repository = await open(around, await signer?.());
    const clear = await put(around);
    const before = await around.state();

    const failure = await repository.commit(files, 'Register', at).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommitFailure);
    expect(String(failure)).toMatch(said);
    await nothingIsWritten();
    expect(await around.state()).toEqual(before);

    await clear();
    await repository.commit(files, 'Register', at);
    await expectCommitted(around);
  });
});

describe('when one of several files cannot be written', () => {
  it('restores the other files, however long their writes take', async () => {
    const around = await aBusyRepository();
    const repository = await open(around);
    const before = await around.state();
    // The name of its temporary file is too long.
    const blocked = { path: `services/${'b'.repeat(247)}.json`, text: '' };
    const slow = { path: 'services/slow.json', text: 'x'.repeat(20_000_000) };

    await expect(repository.commit([blocked, slow], 'Register', at)).rejects.toThrow(CommitFailure);
    await nothingIsWritten();
    expect(await around.state()).toEqual(before);
  });
});

describe('when the disk is full', () => {
  it('restores the old texts although there is no space for them', async (context) => {
    const disk = await SmallDisk.mount('2m');
    if (!disk) {
      context.skip('no disk can be mounted here');
      return;
    }
    const around = await aBusyRepository(join(disk.path, 'repository'));
    await around.write('catalog/services/large.json', 'old\n'.repeat(50_000));
    await around.commitAll('A large file');
    const repository = await open(around);
    const before = await around.git('status', '--porcelain', '--untracked-files=all');
    const path = await pathWithGitShim(
      `if [ "$command" = update-index ]; then cat /dev/zero > '${disk.filling}'; exit 1; fi`,
    );

    vi.stubEnv('PATH', path);
    const large = { path: 'services/large.json', text: 'new\n'.repeat(50_000) };
    await expect(repository.commit([...files, large], 'Register', at)).rejects.toThrow(CommitFailure);
    await disk.empty();
    expect(await around.git('status', '--porcelain', '--untracked-files=all')).toBe(before);
  });

  it.for([
    ['a whole commit', undefined],
    ['a whole signed commit', aCommitSigner],
  ] as const)(
    'makes %s or leaves nothing behind, wherever the space runs out',
    async ([_kind, signer], context) => {
      const disk = await SmallDisk.mount('2m');
      if (!disk) {
        context.skip('no disk can be mounted here');
        return;
      }
      const around = await aBusyRepository(join(disk.path, 'repository'));
      const repository = await open(around, await signer?.());
      let failures = 0;

      for (let free = 0; ; free += 1) {
        const before = await around.state();
        await disk.fill(free);
        const failure = await repository.commit(files, 'Register', at).catch((error: unknown) => error);
        await disk.empty();
        if (!(failure instanceof Error)) break;

        failures += 1;
        expect(failure).toBeInstanceOf(CommitFailure);
        await nothingIsWritten();
        expect(await around.state()).toEqual(before);
      }
      expect(failures).toBeGreaterThan(3);
      await expectCommitted(around);
      expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
    },
  );
});
