import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { nextTurn } from '../../../support/next-turn.ts';
import { soon } from '../../../support/soon.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const at = new Date('2026-02-03T04:05:06.000Z');
const file = { path: 'services/ab/rain-radar-abcdefgh.json', text: '{}\n' };

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function open(around: GitFolder): Promise<LocalRepository> {
  return LocalRepository.open({ folder: join(around.path, 'catalog'), fallbackName: 'tollbook' });
}

/** Runs a command that is meant to stop half-way. */
async function stopsAt(around: GitFolder, ...command: readonly string[]): Promise<void> {
  await expect(around.git(...command)).rejects.toThrow();
}

/** Makes a branch `other` that conflicts with `main`: both change README. */
async function aForkedTree(tree?: GitFolder): Promise<GitFolder> {
  const around = tree ?? (await GitFolder.start());
  const [branch = ''] = await around.lines('branch', '--show-current');
  await around.git('switch', '--quiet', '-c', 'other');
  await around.write('README', 'theirs\n');
  await around.commitAll('Theirs');
  await around.git('switch', '--quiet', branch);
  await around.write('README', 'ours\n');
  await around.commitAll('Ours');
  return around;
}

const trees: readonly [string, () => Promise<GitFolder>][] = [
  ['a work tree', () => aForkedTree()],
  [
    'a linked worktree',
    async () => {
      const [main, folder] = [await GitFolder.start(), await temporaryFolder()];
      await main.git('worktree', 'add', '--quiet', '-b', 'listings', join(folder, 'linked'));
      return aForkedTree(new GitFolder(join(folder, 'linked')));
    },
  ],
];

const states: readonly {
  readonly state: string;
  readonly enter: (around: GitFolder) => Promise<unknown>;
  readonly leave: (around: GitFolder, branch: string) => Promise<unknown>;
  readonly said: RegExp;
}[] = [
  {
    state: 'HEAD is detached',
    enter: (around) => around.git('checkout', '--quiet', '--detach'),
    leave: (around, branch) => around.git('switch', '--quiet', branch),
    said: /^HEAD is detached .*"git switch (main|listings)"$/,
  },
  {
    state: 'HEAD is on another branch',
    enter: (around) => around.git('switch', '--quiet', 'other'),
    leave: (around, branch) => around.git('switch', '--quiet', branch),
    said: /^HEAD is on "other", but the catalog is committed to "(main|listings)"; .*"git switch \1"/,
  },
  {
    state: 'a rebase has stopped',
    enter: (around) => stopsAt(around, 'rebase', 'other'),
    leave: (around) => around.git('rebase', '--abort'),
    said: /^a rebase is in progress .*"git status"/,
  },
  {
    state: 'a rebase by patches has stopped',
    enter: (around) => stopsAt(around, 'rebase', '--apply', 'other'),
    leave: (around) => around.git('rebase', '--abort'),
    said: /^a rebase or git am is in progress /,
  },
  {
    state: 'a merge has stopped',
    enter: (around) => stopsAt(around, 'merge', 'other'),
    leave: (around) => around.git('merge', '--abort'),
    said: /^a merge is in progress /,
  },
  {
    state: 'a cherry-pick has stopped',
    enter: (around) => stopsAt(around, 'cherry-pick', 'other'),
    leave: (around) => around.git('cherry-pick', '--abort'),
    said: /^a cherry-pick is in progress /,
  },
  {
    state: 'a revert has stopped',
    enter: async (around) => {
      await around.write('README', 'ours again\n');
      await around.commitAll('Again');
      await stopsAt(around, 'revert', 'HEAD~1');
    },
    leave: (around) => around.git('revert', '--abort'),
    said: /^a revert is in progress /,
  },
  {
    state: 'a bisection goes on',
    enter: (around) => around.git('bisect', 'start'),
    leave: (around) => around.git('bisect', 'reset'),
    said: /^a bisection is in progress /,
  },
];

describe.each(trees)('in %s', (_tree, make) => {
  it.each(states)('commits nothing and leaves nothing behind while $state', async (given) => {
    const around = await make();
    const [branch = ''] = await around.lines('branch', '--show-current');
    const repository = await open(around);
    await given.enter(around);
    const before = await around.state();

    expect(await repository.commitObstacle()).toMatch(given.said);
    const failure = await repository.commit([file], 'Register', at).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommitFailure);
    expect(failure).toMatchObject({ isRefusal: true, message: expect.stringMatching(given.said) as string });
    expect(await around.state()).toEqual(before);

    await given.leave(around, branch);
    expect(await repository.commitObstacle()).toBeUndefined();
    const { commit } = await repository.commit([file], 'Register', at);
    expect((await around.git('rev-parse', `refs/heads/${branch}`)).trim()).toBe(commit);
  });
});

describe('a repository that is opened with a detached HEAD', () => {
  it('can be read, and commits to the next branch that HEAD is on', async () => {
    const around = await GitFolder.start();
    await around.write('catalog/categories.json', '[]\n');
    await around.commitAll('Begin');
    await around.git('switch', '--quiet', '--detach');

    const repository = await open(around);
    expect((await repository.version()).commit).toBe(await around.head());
    await expect(repository.commit([file], 'Register', at)).rejects.toThrow(/^HEAD is detached/);

    await around.git('switch', '--quiet', '-c', 'listings');
    expect(await repository.commitObstacle()).toBeUndefined();
    const { commit } = await repository.commit([file], 'Register', at);
    expect((await around.git('rev-parse', 'listings')).trim()).toBe(commit);
    await around.git('switch', '--quiet', 'main');
    expect(await repository.commitObstacle()).toMatch(/^HEAD is on "main"/);
  });
});

describe('HEAD that cannot be read', () => {
  it('fails the commit with the reason', async () => {
    const around = await GitFolder.start();
    const repository = await open(around);
    await rm(join(around.path, '.git/HEAD'));

    expect(await repository.commitObstacle()).toMatch(/^HEAD .* cannot be read/);
    await expect(repository.commit([file], 'Register', at)).rejects.toThrow(CommitFailure);
  });
});

describe('a commit during which the branch is left', () => {
  it.each([
    ['HEAD is detached', 'tip=$("$git" rev-parse HEAD~1); echo "$tip" > .git/HEAD'],
    ['a rebase begins', 'mkdir .git/rebase-merge'],
  ])('is taken back: %s', async (_what, act) => {
    const around = await GitFolder.start();
    const repository = await open(around);
    const [before, tip] = [await around.changes(), await around.head()];
    const path = await pathWithGitShim(
      `if [ "$command" = update-ref ] && mkdir "$shim/once"; then "$git" "$@"; ${act}; exit 0; fi`,
    );

    vi.stubEnv('PATH', path);
    await expect(repository.commit([file], 'Register', at)).rejects.toMatchObject({ isRefusal: true });
    expect((await around.git('rev-parse', 'main')).trim()).toBe(tip);
    expect(await around.changes()).toBe(before);
  });

  it('is not acknowledged when the branch was moved elsewhere', async () => {
    const around = await GitFolder.start();
    const repository = await open(around);
    const tip = await around.head();
    const path = await pathWithGitShim(
      `if [ "$command" = update-ref ]; then "$git" "$@"; "$git" update-ref refs/heads/main ${tip}; exit 0; fi`,
    );

    vi.stubEnv('PATH', path);
    await expect(repository.commit([file], 'Register', at)).rejects.toThrow('was moved away');
    expect(await around.git('status', '--porcelain', '--untracked-files=all')).toBe('');
  });
});

describe('commits beside somebody who works in the same repository', () => {
  it('are all on the branch once they are acknowledged', async () => {
    const around = await GitFolder.start();
    await around.git('branch', 'other');
    const repository = await open(around);
    const acknowledged: string[] = [];
    let [refused, isWorking] = [0, true];

    const committing = async (): Promise<void> => {
      for (let i = 0; isWorking; i += 1) {
        const path = `services/ab/${String(i)}.json`;
        await repository.commit([{ path, text: `${String(i)}\n` }], path, at).then(
          ({ commit }) => acknowledged.push(commit),
          (error: unknown) => {
            expect(error).toBeInstanceOf(CommitFailure);
            refused += 1;
          },
        );
        await nextTurn();
      }
    };
    const committed = committing();
    // A command that fails because of our lock is retried in the next round.
    const attempt = (...command: readonly string[]): Promise<unknown> =>
      around.git(...command).catch(() => undefined);
    // Goes on until a commit met the other's work.
    for (let round = 0; round < 2 || refused === 0; round += 1) {
      await attempt('checkout', '--quiet', '--detach');
      await attempt('switch', '--quiet', 'other');
      await attempt('switch', '--quiet', '--force', 'main');
      await attempt('rebase', '--quiet', '--force-rebase', '--exec', 'sleep 0.02', 'HEAD~1');
      await attempt('rebase', '--quit');
      await attempt('cherry-pick', '--quit');
      await attempt('switch', '--quiet', '--force', 'main');
      await vi.waitFor(async () => {
        await around.git('switch', '--quiet', '--force', 'main');
        expect(await repository.commitObstacle()).toBeUndefined();
      }, soon);
      const before = acknowledged.length;
      await vi.waitUntil(() => acknowledged.length > before, soon);
    }
    isWorking = false;
    await committed;

    const messages = new Set(await around.lines('log', '--format=%s', 'main'));
    expect(acknowledged.length).toBeGreaterThanOrEqual(2);
    for (const commit of acknowledged) {
      expect(messages).toContain((await around.git('log', '-1', '--format=%s', commit)).trim());
    }
  });
});
