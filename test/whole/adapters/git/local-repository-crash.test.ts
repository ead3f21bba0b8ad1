import type * as Files from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Locks from '../../../../src/adapters/exclusive-lock.ts';
import type { SignCommit } from '../../../../src/adapters/git/commit-object.ts';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { aSigner } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { nothingIsWritten } from './nothing-is-written.ts';

/** File operations that still run. After them the process counts as dead, and no further operation ever settles. */
const life = vi.hoisted(() => ({ left: Infinity, isOver: (): void => undefined }));

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const dying = (operation: (...args: never[]) => unknown) =>
    vi.fn((...args: never[]): unknown => {
      life.left -= 1;
      if (life.left >= 0) return operation(...args);
      life.isOver();
      return new Promise(() => undefined);
    });

  return {
    ...files,
    open: dying(files.open),
    link: dying(files.link),
    rename: dying(files.rename),
    rm: dying(files.rm),
    mkdir: dying(files.mkdir),
    copyFile: dying(files.copyFile),
  };
});

/** Locks that the system ends with the process. */
const locks = vi.hoisted(() => [] as { release(): void }[]);

vi.mock('../../../../src/adapters/exclusive-lock.ts', async (original) => {
  const module = await original<typeof Locks>();
  return {
    ...module,
    takeShortLock: (path: string) => {
      const lock = module.takeShortLock(path);
      locks.push(lock);
      return lock;
    },
  };
});

const changes = [
  { path: 'services/aa/changed.json', text: 'new\n' },
  { path: 'services/ab/new.json', text: 'new\n' },
  { path: 'services/ac/gone.json', text: null },
  { path: 'services/ad/by-hand.json', text: 'new\n' },
];

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  life.left = Infinity;
  vi.unstubAllEnvs();
});

/** A work tree with a staged change, an unstaged one, and a listing that was written by hand and never committed. */
async function aBusyTree(): Promise<GitFolder> {
  const around = await GitFolder.start();
  await around.write('catalog/services/aa/changed.json', 'old\n');
  await around.write('catalog/services/ac/gone.json', 'old\n');
  await around.commitAll('Begin');
  await around.write('README', 'staged\n');
  await around.git('add', 'README');
  await around.write('catalog/services/ad/by-hand.json', 'by hand\n');
  return around;
}

function open({ path }: GitFolder, signCommit?: SignCommit): Promise<LocalRepository> {
  return LocalRepository.open({ folder: join(path, 'catalog'), fallbackName: 'tollbook', signCommit });
}

/** Commits until the process counts as dead; true when the commit finishes first. */
async function commitAndDie(around: GitFolder, operations: number, sign?: SignCommit): Promise<boolean> {
  const repository = await open(around, sign);
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  life.isOver = () => {
    resolve(false);
  };
  life.left = operations;
  const isCommitted = await Promise.race([
    repository.commit(changes, 'A commit', new Date()).then(() => true),
    over,
  ]);
  await nothingIsWritten();
  life.left = Infinity;
  for (const lock of locks.splice(0)) lock.release();
  return isCommitted;
}

/** Each crash needs a repository of its own, which takes a while, so several tests share them. */
const step = 6;

it.each([
  ...[0, 1, 2, 3, 4, 5].map((first) => ({ kind: 'commit', first })),
  // Signing changes no operation on files: every other one shows that.
  ...[0, 2, 4].map((first) => ({ kind: 'signed commit', first })),
])(
  'leaves the whole $kind or nothing after a crash between two file operations, at every sixth from $first on',
  async ({ kind, first }) => {
    const signer = kind === 'commit' ? undefined : await aSigner(await temporaryFolder());
    const model = await aBusyTree();
    const [before, head] = [await model.state(), await model.head()];
    let outcomes = '';

    for (let operations = first, isOver = false; !isOver; operations += step) {
      const around = await model.copy();
      isOver = await commitAndDie(around, operations, signer?.signCommit);

      const repository = await open(around);
      const isMade = (await around.head()) !== head;
      outcomes += isMade ? '+' : '-';
      if (isMade) {
        expect(await around.lines('status', '--porcelain')).toEqual(['M  README']);
        expect(await around.read('catalog/services/ad/by-hand.json')).toBe('new\n');
      } else {
        expect(await around.state()).toEqual(before);
        expect(await around.read('catalog/services/ad/by-hand.json')).toBe('by hand\n');
      }
      await repository.commit([{ path: 'services/ab/next.json', text: 'next\n' }], 'Next', new Date());
    }
    expect(outcomes).toMatch(/^-{4,}\+{2,}$/);
  },
);
