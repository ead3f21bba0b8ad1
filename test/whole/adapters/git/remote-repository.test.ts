import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SignCommit } from '../../../../src/adapters/git/commit-object.ts';
import { remoteAt } from '../../../../src/adapters/git/remote-address.ts';
import { RemoteRepository } from '../../../../src/adapters/git/remote-repository.ts';
import { catalogFolder } from '../../../../src/domain/catalog-file.ts';
import { CatalogMoved, CommitFailure, noCommit } from '../../../../src/domain/commit.ts';
import { BareRepository } from '../../../support/bare-repository.ts';
import { GitDaemon } from '../../../support/git-daemon.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { aSigner, isSigned } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { repositorySuite } from '../../../support/suites/repository.ts';
import { soon } from '../../../support/soon.ts';

const at = new Date('2026-02-03T04:05:06.000Z');
const file = { path: 'services/ab/a.json', text: 'a\n' };
const oldFile = { path: 'catalog/services/ab/old.json', content: 'old\n' };
const never = new AbortController().signal;

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function aRemote(): Promise<BareRepository> {
  return BareRepository.make(join(await temporaryFolder(), 'listings.git'), [oldFile]);
}

async function anEmptyRemote(): Promise<BareRepository> {
  const remote = await aRemote();
  await remote.git(['update-ref', '-d', 'refs/heads/main']);
  return remote;
}

interface Options {
  readonly address?: string;
  readonly branch?: string;
  readonly folder?: string;
  readonly transferMs?: number;
  readonly askMs?: number;
  readonly signCommit?: SignCommit;
}

async function open(remote: BareRepository, options: Options = {}): Promise<RemoteRepository> {
  const { address = remote.path, folder, transferMs = 60_000, askMs = 60_000, ...rest } = options;
  return RemoteRepository.open({
    ...rest,
    remote: remoteAt(address),
    folder: folder ?? join(await temporaryFolder(), 'clone'),
    committerName: 'tollbook',
    patience: { askMs, transferMs, pollMs: 60_000 },
  });
}

async function aDaemon(remote: BareRepository): Promise<GitDaemon> {
  const daemon = await GitDaemon.start(remote);
  onTestFinished(() => daemon.goAway());
  return daemon;
}

const onBranch = (remote: BareRepository, path: string) => remote.file('main', `${catalogFolder}/${path}`);

/** Has the remote run a shell script at each push; the returned function ends that. */
async function hook(remote: BareRepository, name: string, script: string): Promise<() => Promise<void>> {
  const path = join(remote.path, 'hooks', name);
  await mkdir(join(remote.path, 'hooks'), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return () => rm(path);
}

describe('a repository at a git remote', () => {
  repositorySuite(async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    const repository = await open(remote, { folder });

    return {
      repository,
      committed: (path) => onBranch(remote, path),
      messages: () => remote.messages('main'),
      obstruct: () => hook(remote, 'pre-receive', 'exit 1'),
      close: async () => {
        await new GitFolder(folder).git('switch', '--quiet', '--detach');
        return async () => {
          await new GitFolder(folder).git('switch', '--quiet', 'main');
        };
      },
    };
  });

  it('has nothing in the clone that differs from the branch', async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    const repository = await open(remote, { folder });

    const { commit } = await repository.commit([file], 'A', at);
    const clone = new GitFolder(folder);
    expect(await clone.head()).toBe(commit);
    expect(await remote.head('main')).toBe(commit);
    expect(await clone.git('status', '--porcelain', '--untracked-files=all')).toBe('');
  });

  it('shows its commits in the history at once', async () => {
    const repository = await open(await aRemote());
    const { head } = await repository.history.extent();

    const { commit } = await repository.commit([file], 'A', at);
    const commits = [];
    for await (const some of repository.history.commits({ after: head, upTo: commit })) commits.push(...some);
    expect(commits.map((made) => [made.commit, made.files.map(({ path }) => path)])).toEqual([
      [commit, [file.path]],
    ]);
  });

  it('signs commits where there is a key', async () => {
    const [remote, home] = [await aRemote(), await temporaryFolder()];
    const { signCommit, describe: describeSigner } = await aSigner(home);
    const signers = join(home, 'signers');
    await writeFile(signers, describeSigner(['tollbook']));
    const repository = await open(remote, { signCommit });

    const { commit } = await repository.commit([file], 'A', at);
    expect(await isSigned(remote.path, commit, signers)).toBe(true);
  });

  it('pauses after a push, but not when it is aborted', async () => {
    const repository = await open(await aRemote());
    await repository.commit([file], 'A', at);

    const stopping = new AbortController();
    let isReady = false;
    const ready = repository.ready(stopping.signal).then(() => (isReady = true));
    await Promise.resolve();
    expect(isReady).toBe(false);
    stopping.abort();
    await ready;
    await repository.ready(never);
  });
});

describe('a branch that others push to', () => {
  it('refuses a commit that does not know theirs, and has both after a pull', async () => {
    const remote = await aRemote();
    const repository = await open(remote);
    await remote.push('main', [{ path: 'catalog/services/ab/b.json', content: 'b' }], 'Others');

    await expect(repository.commit([file], 'A', at)).rejects.toThrow(CatalogMoved);
    expect(await repository.isBehind()).toBe(true);
    expect(await repository.pull()).toEqual(new Set(['services/ab/b.json']));
    expect(await repository.isBehind()).toBe(false);
    await repository.commit([file], 'A', at);
    expect(await remote.messages('main')).toEqual(['Start', 'Others', 'A']);
  });

  it('keeps files outside of the catalog as they are', async () => {
    const remote = await aRemote();
    const repository = await open(remote);
    await remote.push('main', [{ path: 'README.md', content: 'New.' }], 'Others');

    expect(await repository.pull()).toEqual(new Set());
    await repository.commit([file], 'A', at);
    expect(await remote.file('main', 'README.md')).toBe('New.');
  });

  it('takes exactly one of two commits made at once', async () => {
    const remote = await aRemote();
    const servers = await Promise.all([open(remote), open(remote)]);

    const outcomes = await Promise.allSettled(
      servers.map((server, i) => server.commit([{ ...file, text: String(i) }], `Server ${String(i)}`, at)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { name: 'CatalogMoved' } }]);
    expect(await remote.messages('main')).toHaveLength(2);
  });

  it('takes one of two commits made at once though both change the same in the same way', async () => {
    const remote = await aRemote();
    const servers = await Promise.all([open(remote), open(remote)]);

    const outcomes = await Promise.allSettled(servers.map((server) => server.commit([file], 'A', at)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { name: 'CatalogMoved' } }]);
    expect(await remote.messages('main')).toEqual(['Start', 'A']);
  });

  it('is followed after a forced push, and commits taken off it stay off', async () => {
    const remote = await aRemote();
    const repository = await open(remote);
    const start = (await remote.head('main')) ?? '';
    await repository.commit([file], 'Taken off', at);
    await remote.setHead('main', start);

    await expect(repository.commit([{ ...file, text: 'b' }], 'B', at)).rejects.toThrow(CatalogMoved);
    expect(await repository.pull()).toEqual(new Set([file.path]));
    await repository.commit([{ ...file, text: 'c' }], 'C', at);
    expect(await remote.messages('main')).toEqual(['Start', 'C']);
  });
});

describe('a branch that is gone', () => {
  it('takes no commits, is reported, and is followed again once it is back', async () => {
    const remote = await aRemote();
    const repository = await open(remote);
    const head = (await remote.head('main')) ?? '';
    await remote.git(['update-ref', '-d', 'refs/heads/main']);

    await expect(repository.isBehind()).rejects.toThrow('no branch main');
    await expect(repository.pull()).rejects.toThrow('refs/heads/main');
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({
      name: 'CommitFailure',
      message: expect.stringContaining('CATALOG_BRANCH') as string,
      retryAfterSeconds: 60,
    });
    expect(await remote.head('main')).toBeUndefined();

    await remote.setHead('main', head);
    await repository.commit([file], 'A', at);
    expect(await remote.messages('main')).toEqual(['Start', 'A']);
  });
});

describe('an empty remote', () => {
  it.each([undefined, 'listings'])(
    'gets its branch with the first commit (CATALOG_BRANCH: %s)',
    async (branch) => {
      const remote = await anEmptyRemote();
      const repository = await open(remote, branch === undefined ? {} : { branch });
      expect(await repository.version()).toEqual(noCommit);
      expect(await repository.isBehind()).toBe(false);
      expect(await repository.pull()).toEqual(new Set());

      const { commit } = await repository.commit([file], 'A', at);
      expect(await remote.head(branch ?? 'main')).toBe(commit);
      expect(await repository.isBehind()).toBe(false);
    },
  );

  it('takes the first commit of one server only', async () => {
    const remote = await anEmptyRemote();
    const [one, two] = [await open(remote), await open(remote)];
    await one.commit([file], 'A', at);

    await expect(two.commit([{ ...file, path: 'services/ab/b.json' }], 'B', at)).rejects.toThrow(
      CatalogMoved,
    );
    expect(await two.pull()).toEqual(new Set([file.path]));
    await two.commit([{ ...file, path: 'services/ab/b.json' }], 'B', at);
    expect(await remote.messages('main')).toEqual(['A', 'B']);
  });
});

describe('a push that is refused', () => {
  it('fails with the words of the hook, and leaves nothing in the clone', async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    const repository = await open(remote, { folder });
    const clone = new GitFolder(folder);
    const state = async () => [await clone.head(), await clone.changes()];
    const before = await state();
    const allow = await hook(remote, 'pre-receive', 'echo "only on Mondays" >&2; exit 1');

    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({
      name: 'CommitFailure',
      message: expect.stringContaining('only on Mondays') as string,
      retryAfterSeconds: 60,
      isRefusal: false,
    });
    expect(await state()).toEqual(before);
    await allow();
    await repository.commit([file], 'A', at);
  });

  it('never reaches the folder of the catalog while the remote thinks about it', async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    const repository = await open(remote, { folder });
    const [begun, go] = [join(remote.path, 'begun'), join(remote.path, 'go')];
    await hook(remote, 'pre-receive', `touch ${begun}; while ! test -e ${go}; do sleep 0.05; done; exit 1`);

    const commit = repository.commit([file], 'A', at);
    const failed = expect(commit).rejects.toThrow(CommitFailure);
    await vi.waitFor(() => readFile(begun), soon);
    await expect(readFile(join(folder, catalogFolder, file.path))).rejects.toThrow('ENOENT');
    await writeFile(go, '');
    await failed;
  });
});

describe('a push whose outcome is unknown', () => {
  it('succeeded if the remote has the commit', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const repository = await open(remote, { address: daemon.url });
    daemon.manner = 'swallows';

    const { commit } = await repository.commit([file], 'A', at);
    expect(await remote.head('main')).toBe(commit);
    expect(await repository.version()).toMatchObject({ commit });
  });

  it('succeeded even if others have pushed on top by then', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const repository = await open(remote, { address: daemon.url });
    daemon.manner = 'swallows';
    await hook(
      remote,
      'post-receive',
      'unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main $(git -c user.name=G -c user.email=g@e.com commit-tree -p main -m Others main^{tree})',
    );

    await repository.commit([file], 'A', at);
    expect(await remote.messages('main')).toEqual(['Start', 'A', 'Others']);
    expect(await repository.isBehind()).toBe(true);
  });

  it('fails when nobody can say, and a pull brings the commit if it was made', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const repository = await open(remote, { address: daemon.url });
    daemon.manner = 'swallows';
    // Once the branch has moved, nothing can be asked any more.
    const gone = join(remote.path, 'gone');
    await hook(remote, 'post-receive', `touch ${gone}; sleep 1`);

    const failed = expect(repository.commit([file], 'A', at)).rejects.toMatchObject({
      name: 'CommitFailure',
      retryAfterSeconds: 10,
    });
    await vi.waitFor(() => readFile(gone), soon);
    await daemon.goAway();
    await failed;
    expect(await repository.commitObstacle()).toMatch(/could not be reached/);

    daemon.manner = 'serves';
    await daemon.comeBack();
    expect(await repository.isBehind()).toBe(true);
    expect(await repository.pull()).toEqual(new Set([file.path]));
    expect(await remote.messages('main')).toEqual(['Start', 'A']);
  });
});

describe('a remote that is away', () => {
  it('gets no commits, which fail at once, until a poll finds that it is back', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const repository = await open(remote, { address: daemon.url });
    await daemon.goAway();

    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ retryAfterSeconds: 10 });
    await daemon.comeBack();
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ isRefusal: true });
    await expect(repository.isBehind()).resolves.toBe(false);
    expect(await repository.commitObstacle()).toBeUndefined();
    await repository.commit([file], 'B', at);
    expect(await remote.messages('main')).toEqual(['Start', 'B']);
  });

  it('fails a commit that it does not answer in time, with every process ended', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const repository = await open(remote, { address: daemon.url, askMs: 500, transferMs: 500 });
    daemon.manner = 'hangs';

    await expect(repository.commit([file], 'A', at)).rejects.toThrow('not done after 500 ms');
    await expect(repository.isBehind()).rejects.toThrow('not done after 500 ms');
  });

  it('does not keep the catalog from being opened again', async () => {
    const remote = await aRemote();
    const daemon = await aDaemon(remote);
    const folder = join(await temporaryFolder(), 'clone');
    const { commit } = await (await open(remote, { address: daemon.url, folder })).commit([file], 'A', at);
    await daemon.goAway();

    const again = await open(remote, { address: daemon.url, folder });
    expect(await again.version()).toMatchObject({ commit });
    expect(await readFile(join(folder, catalogFolder, file.path), 'utf8')).toBe(file.text);
    await expect(again.isBehind()).rejects.toThrow();
    await daemon.comeBack();
    expect(await again.isBehind()).toBe(false);
  });

  it('says why it cannot be cloned, without the login in its URL', async () => {
    const address = 'http://ada:secret-password@127.0.0.1:1/listings.git';

    const failure: unknown = await open(await aRemote(), { address }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /^the catalog cannot be cloned from http:\/\/127\.0\.0\.1:1\/listings\.git: git ls-remote failed/,
      ) as string,
    });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('secret-password');
  });
});

describe('the clone of an earlier start', () => {
  it('is made again when the address or the branch is another one', async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    await open(remote, { folder });
    await remote.push('listings', [{ path: 'catalog/services/ab/b.json', content: 'b' }], 'Other branch');

    const other = await open(remote, { folder, branch: 'listings' });
    expect(await other.version()).toMatchObject({ commit: await remote.head('listings') });
    await rm(remote.path, { recursive: true });
    await expect(open(remote, { folder, branch: 'main' })).rejects.toThrow('cannot be cloned');
    const moved = await aRemote();
    const elsewhere = await open(moved, { folder });
    expect(await elsewhere.version()).toMatchObject({ commit: await moved.head('main') });
  });

  it('is refused a branch that a remote with others lacks', async () => {
    await expect(open(await aRemote(), { branch: 'lisitngs' })).rejects.toThrow(
      'it has no branch lisitngs; set CATALOG_BRANCH',
    );
  });

  it.each([
    ['an object', (folder: string) => rm(join(folder, '.git', 'objects'), { recursive: true })],
    ['its branch', (folder: string) => writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/nowhere')],
    ['its index', (folder: string) => writeFile(join(folder, '.git', 'index'), 'no index')],
  ])('is made anew when it has lost %s', async (_, damage) => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    const { commit } = await (await open(remote, { folder })).commit([file], 'A', at);
    await damage(folder);

    const again = await open(remote, { folder });
    expect(await again.version()).toMatchObject({ commit });
  });

  it('undoes what a crash left of a commit that its branch does not have yet', async () => {
    const remote = await aRemote();
    const folder = join(await temporaryFolder(), 'clone');
    await open(remote, { folder });
    const path = `${catalogFolder}/${file.path}`;
    await writeFile(join(folder, path), 'half');
    const journal = {
      tollbook: 2,
      pid: process.pid,
      files: [{ path, blob: '1'.repeat(40), existed: false }],
    };
    await writeFile(join(folder, '.git', 'index.lock'), JSON.stringify(journal));

    const again = await open(remote, { folder });
    await expect(readFile(join(folder, path))).rejects.toThrow('ENOENT');
    await again.commit([file], 'A', at);
  });
});

it('keeps a login out of the clone and of the arguments of git', () => {
  const { url } = remoteAt('https://ada:secret@git.example.com/listings.git');

  expect(url).toBe('https://git.example.com/listings.git');
  expect(remoteAt('/srv/git/listings.git').url).toBe(pathToFileURL('/srv/git/listings.git').href);
});
