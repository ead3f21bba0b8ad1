import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { MemoryRepository } from '../../../fixtures/memory-repository.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { homeInWorkTree } from './home-in-work-tree.ts';
import { repositorySuite } from '../../../support/suites/repository.ts';
import { places } from './places.ts';

const at = new Date('2026-02-03T04:05:06.000Z');
const path = 'services/ab/rain-radar-abcdefgh.json';
const file = { path, text: '{}\n' };

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function open(folder: string): Promise<LocalRepository> {
  return LocalRepository.open({ folder, fallbackName: 'tollbook' });
}

describe('a catalog in a folder of a work tree', () => {
  repositorySuite(() => homeInWorkTree(open, '.git/index.lock'));
});

describe.each(places)('a catalog in %s', (_place, make) => {
  it('commits on the branch that is checked out, and leaves the work tree clean', async () => {
    const { around, catalog } = await make();
    const repository = await open(catalog);

    const { commit } = await repository.commit([file], 'Register', at);
    const inRepository = join(relative(around.path, catalog), path);
    expect(await around.head()).toBe(commit);
    expect(await around.git('show', `HEAD:${inRepository}`)).toBe('{}\n');
    expect(await around.lines('show', '--format=', '--name-status', 'HEAD')).toHaveLength(1);
    expect(await around.git('status', '--porcelain', '--untracked-files=all')).toBe('');
    expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
    expect(await repository.version()).toEqual({ commit, changedAt: at.toISOString() });
  });
});

describe('a catalog in a linked worktree', () => {
  it('commits only on its own branch', async () => {
    const main = await GitFolder.start();
    const linked = new GitFolder(join(await temporaryFolder(), 'linked'));
    await main.git('worktree', 'add', '--quiet', '-b', 'listings', linked.path);
    const [before, state] = [await main.head(), await main.changes()];

    const repository = await open(linked.path);
    const { commit } = await repository.commit([file], 'Register', at);
    expect(await main.head()).toBe(before);
    expect(await main.changes()).toBe(state);
    expect((await main.git('rev-parse', 'listings')).trim()).toBe(commit);
  });
});

describe('a folder outside any work tree', () => {
  it('gets a repository whose first commit has its files', async () => {
    const catalog = new GitFolder(await temporaryFolder());
    await catalog.write('categories.json', '[]\n');

    await open(catalog.path);
    expect(await catalog.lines('ls-tree', '-r', '--name-only', 'HEAD')).toEqual(['categories.json']);
    expect(await catalog.git('status', '--porcelain')).toBe('');
  });

  it('gets a repository even if the user signs commits and has hooks', async () => {
    const home = new GitFolder(await temporaryFolder());
    for (const name of ['pre-commit', 'reference-transaction', 'post-index-change']) {
      await home.write(`hooks/${name}`, '#!/bin/sh\nexit 1\n');
      await chmod(join(home.path, 'hooks', name), 0o755);
    }
    await home.write(
      'config',
      `[commit]\ngpgSign = true\n[gpg]\nprogram = false\n[core]\nhooksPath = ${home.path}/hooks\n`,
    );
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(home.path, 'config'));
    const catalog = new GitFolder(join(await temporaryFolder(), 'catalog'));

    const repository = await open(catalog.path);
    await repository.commit([file], 'Register', at);
    expect(await catalog.git('show', `HEAD:${path}`)).toBe('{}\n');
  });

  it('keeps its repository when it is opened again', async () => {
    const catalog = new GitFolder(join(await temporaryFolder(), 'catalog'));
    const { commit } = await (await open(catalog.path)).commit([file], 'Register', at);

    expect((await (await open(catalog.path)).version()).commit).toBe(commit);
  });
});

describe('a commit', () => {
  it('leaves all other staged and unstaged changes exactly as they were', async () => {
    const around = await GitFolder.start();
    for (const name of ['staged', 'unstaged', 'both', 'removed', 'moved', 'catalog/categories.json']) {
      await around.write(name, `${name}, as committed\n`);
    }
    await around.commitAll('Begin');
    await around.write('staged', 'staged\n');
    await around.write('both', 'staged\n');
    await around.write('new and staged', 'staged\n');
    await around.write('catalog/categories.json', 'staged\n');
    await around.git('rm', '--quiet', 'removed');
    await around.git('mv', 'moved', 'moved away');
    await around.git('add', 'staged', 'both', 'new and staged', 'catalog');
    await around.write('unstaged', 'changed\n');
    await around.write('both', 'changed again\n');
    await around.write('catalog/services/ab/by-hand.json', 'untracked\n');
    const before = await around.changes();

    await (await open(join(around.path, 'catalog'))).commit([file], 'Register', at);
    expect(await around.changes()).toBe(before);
    expect(await around.lines('show', '--format=', '--name-status', 'HEAD')).toEqual([`A\tcatalog/${path}`]);
  });

  it('has the committer that git is configured with', async () => {
    const around = await GitFolder.start();
    await around.git('config', 'user.name', 'Grace "Amazing" Hopper');
    await around.git('config', 'user.email', 'grace@example.com');

    await (await open(around.path)).commit([file], 'Register', at);
    expect(await around.git('log', '-1', '--format=%cn <%ce> %an <%ae> %cI')).toBe(
      'Grace "Amazing" Hopper <grace@example.com> Grace "Amazing" Hopper <grace@example.com> 2026-02-03T04:05:06+00:00\n',
    );
  });

  it.each(['tollbook', 'My catalog 2.0'])(
    'is made by %j, the catalog itself, where git does not know',
    async (name) => {
      const around = await GitFolder.start();
      const repository = await LocalRepository.open({ folder: around.path, fallbackName: name });

      await repository.commit([file], 'Register', at);
      expect(await around.git('log', '-1', '--format=%cn / %an')).toBe(`${name} / ${name}\n`);
    },
  );

  it('goes to the repository of its folder, whatever environment a hook sets', async () => {
    const [around, other] = [await GitFolder.start(), await GitFolder.start()];
    const before = await other.state();
    vi.stubEnv('GIT_DIR', join(other.path, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(other.path, '.git', 'index'));
    vi.stubEnv('GIT_WORK_TREE', other.path);
    vi.stubEnv('GIT_PREFIX', '');

    await (await open(around.path)).commit([file], 'Register', at);
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE', 'GIT_PREFIX']) {
      vi.stubEnv(name, undefined);
    }
    expect(await other.state()).toEqual(before);
    expect(await around.git('show', `HEAD:${path}`)).toBe('{}\n');
  });

  it('includes files that the work tree ignores', async () => {
    const around = await GitFolder.start();
    await around.write('.gitignore', 'catalog/\n*.json\n');

    await (await open(join(around.path, 'catalog'))).commit([file], 'Register', at);
    expect(await around.git('show', `HEAD:catalog/${path}`)).toBe('{}\n');
  });

  it('finds its repository through a symbolic link', async () => {
    const [around, folder] = [await GitFolder.start(), await temporaryFolder()];
    await mkdir(join(around.path, 'catalog'));
    await symlink(join(around.path, 'catalog'), join(folder, 'link'));

    await (await open(join(folder, 'link'))).commit([file], 'Register', at);
    expect(await around.git('show', `HEAD:catalog/${path}`)).toBe('{}\n');
  });

  it('goes on top of a concurrent commit', async () => {
    const around = await GitFolder.start();
    const repository = await open(around.path);
    // Twice in a row, the branch moves after we have read its tip.
    vi.stubEnv(
      'PATH',
      await pathWithGitShim(`
        count=$(cat "$shim/count" 2>/dev/null || echo 0)
        if [ "$command" = fast-import ] && [ "$count" -lt 2 ]; then
          echo $((count + 1)) > "$shim/count"
          theirs=$("$git" -c user.name=Grace -c user.email=grace@example.com commit-tree -p HEAD -m "Theirs $count" HEAD^{tree})
          "$git" update-ref HEAD "$theirs"
        fi`),
    );

    const { commit } = await repository.commit([file], 'Ours', at);
    expect(await around.head()).toBe(commit);
    expect(await around.lines('log', '--format=%s')).toEqual(['Ours', 'Theirs 1', 'Theirs 0', 'Start']);
    expect(await around.git('show', `HEAD:${path}`)).toBe('{}\n');
    expect(await around.git('status', '--porcelain')).toBe('');
  });

  it('waits for a running git command', async () => {
    const around = await GitFolder.start();
    const repository = await open(around.path);
    await around.write('.git/index.lock', '');

    const committed = repository.commit([file], 'Register', at);
    await around.remove('.git/index.lock');
    await expect(committed).resolves.toHaveProperty('commit');
  });
});

describe('the version', () => {
  it('is the last commit that touched the catalog', async () => {
    const around = await GitFolder.start();
    const repository = await open(join(around.path, 'catalog'));
    const ours = await repository.commit([file], 'Register', at);

    await around.write('elsewhere', 'changed\n');
    await around.commitAll('Elsewhere');
    expect(await repository.version()).toEqual(ours);

    await around.write('catalog/categories.json', '[]\n');
    await around.commitAll('In the catalog');
    expect((await repository.version()).commit).toBe(await around.head());
  });

  it('is a commit of zeros while no commit has touched the catalog', async () => {
    const [started, unborn] = [await GitFolder.start(), await GitFolder.init()];
    const none = { commit: '0'.repeat(40), changedAt: '1970-01-01T00:00:00.000Z' };

    expect(await (await open(join(started.path, 'catalog'))).version()).toEqual(none);
    expect(await (await open(join(unborn.path, 'catalog'))).version()).toEqual(none);
  });
});

describe('the changes since a commit', () => {
  it('count each service file that was added, changed or removed', async () => {
    const around = await GitFolder.start();
    const repository = await open(join(around.path, 'catalog'));
    const { commit } = await repository.commit(
      ['a', 'b', 'c'].map((name) => ({ path: `services/ab/${name}.json`, text: name })),
      'Three',
      at,
    );
    expect(await repository.changesSince(commit)).toBe(0);

    await around.write('catalog/services/ab/a.json', 'changed');
    await around.remove('catalog/services/ab/b.json');
    await repository.commit([{ path: 'services/cd/d.json', text: 'd' }], 'One more', at);
    await around.write('elsewhere', 'not of the catalog');
    await around.git('add', 'elsewhere');
    expect(await repository.changesSince(commit)).toBe(3);
  });

  it('include a file that is not committed yet', async () => {
    const around = await GitFolder.start();
    const repository = await open(join(around.path, 'catalog'));
    const { commit } = await repository.commit([file], 'Register', at);

    await writeFile(join(around.path, 'catalog/services/ab/by-hand.json'), '{}\n');
    expect(await repository.changesSince(commit)).toBe(1);
  });

  it.each(['0'.repeat(40), 'f'.repeat(40), 'no-such-branch', ''])('are unknown for %j', async (commit) => {
    const around = await GitFolder.start();
    const repository = await open(around.path);

    expect(await repository.changesSince(commit)).toBeUndefined();
  });
});

describe('the repository in memory that stands in for it', () => {
  repositorySuite(async () => {
    const repository = new MemoryRepository();

    return {
      repository,
      committed: async (name) => repository.files.get(name),
      messages: async () => repository.commits.map(({ message }) => message),
      obstruct: async () => {
        repository.failure = new CommitFailure('obstructed');
        return async () => {
          repository.failure = undefined;
        };
      },
      close: async () => {
        repository.obstacle = 'an obstacle that a test put there';
        return async () => {
          repository.obstacle = undefined;
        };
      },
    };
  });
});
