import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IndexLock } from '../../../../src/adapters/git/index-lock.ts';
import { WorkFiles } from '../../../../src/adapters/git/work-files.ts';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { CatalogMoved } from '../../../../src/domain/commit.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { runProgram } from '../../../support/programs.ts';
import { makeSigningKey } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const [fresh, old, gone] = ['services/ab/new.json', 'services/ab/old.json', 'services/ac/gone.json'];

const changes = [
  { path: fresh, text: 'new\n' },
  { path: old, text: 'changed\n' },
  { path: gone, text: null },
];

interface Death {
  readonly moment: string;
  readonly committed: boolean;
  /** The git command during which the process dies, and what that does before. */
  readonly command: string;
  readonly act?: string;
}

const done = '"$git" "$@"';

/** Moments at which a committing process may die, each given by the behaviour of the git that it runs. */
const deaths = {
  written: { moment: 'after the files were written', committed: false, command: 'update-index' },
  writing: { moment: 'while it writes files and objects', committed: false, command: 'fast-import' },
  imported: {
    ...{ moment: 'after the objects were written', committed: false, command: 'fast-import' },
    act: done,
  },
  unmoved: { moment: 'before it moved the branch', committed: false, command: 'update-ref' },
  holding: {
    ...{ moment: 'while git held the branch', committed: false, command: 'update-ref' },
    act: 'echo > "$("$git" rev-parse --git-path refs/heads/$("$git" branch --show-current)).lock"; echo > "$("$git" rev-parse --git-dir)/HEAD.lock"',
  },
  made: { moment: 'after the commit was made', committed: true, command: 'update-ref', act: done },
  signed: {
    ...{ moment: 'after it wrote the signed commit', committed: false, command: 'hash-object' },
    act: done,
  },
} satisfies Record<string, Death>;

const { written, writing, imported, unmoved, holding, made, signed } = deaths;

/** With what depends on the place and on signatures only; local-repository-crash.test.ts dies between all file operations. */
function deathsIn(tree: string, make: () => Promise<GitFolder>, given: readonly Death[], isSigned = false) {
  return given.map((death) => ({ ...death, tree, make, isSigned }));
}

async function aLinkedTree(): Promise<GitFolder> {
  const [main, folder] = [await GitFolder.start(), await temporaryFolder()];
  await main.git('worktree', 'add', '--quiet', '-b', 'listings', join(folder, 'linked'));
  return aBusyTree(new GitFolder(join(folder, 'linked')));
}

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A work tree with a catalog, and with staged and unstaged changes. */
async function aBusyTree(tree?: GitFolder): Promise<GitFolder> {
  const around = tree ?? (await GitFolder.start());
  await around.write(`catalog/${old}`, 'old\n');
  await around.write(`catalog/${gone}`, 'gone\n');
  await around.commitAll('Begin');
  await around.write('README', 'staged\n');
  await around.git('add', 'README');
  await around.write('README', 'changed\n');
  return around;
}

function open({ path }: GitFolder): Promise<LocalRepository> {
  return LocalRepository.open({ folder: join(path, 'catalog'), fallbackName: 'tollbook' });
}

/** Adds, changes and removes a file in a separate process, which the git that it runs kills with `kill -9`. */
async function commitAndDie(
  { path }: GitFolder,
  { command, act = ':' }: Pick<Death, 'command' | 'act'>,
  { folder = 'catalog', made = changes, key = [] as readonly string[] } = {},
): Promise<void> {
  const PATH = await pathWithGitShim(
    `if [ $command = ${command} ]; then
      ${act}
      kill -9 $PPID
      exit 1
    fi`,
  );
  const args = [join(path, folder), JSON.stringify(made), ...key];
  const { signal } = await runProgram('commit', args, { ...process.env, PATH });
  expect(signal).toBe('SIGKILL');
}

describe.each([
  ...deathsIn('a work tree', () => aBusyTree(), [written, writing, imported, unmoved, holding, made]),
  ...deathsIn('a work tree, with a key', () => aBusyTree(), [imported, signed, made], true),
  ...deathsIn('a linked worktree', aLinkedTree, [written, holding, made]),
])('in $tree, a process that dies $moment', ({ make, isSigned, committed, ...death }) => {
  it(committed ? 'has made its commit' : 'has changed nothing', async () => {
    const around = await make();
    const before = await around.state();
    const key = isSigned ? [await makeSigningKey(await temporaryFolder())] : [];
    await commitAndDie(around, death, { key });

    const repository = await open(around);
    if (committed) {
      expect(await around.lines('log', '-1', '--format=%s')).toEqual(['A commit']);
      expect(await around.read(`catalog/${fresh}`)).toBe('new\n');
      expect(await around.read(`catalog/${old}`)).toBe('changed\n');
      await expect(around.read(`catalog/${gone}`)).rejects.toThrow('ENOENT');
      expect(await around.lines('status', '--porcelain')).toEqual(['MM README']);
    } else {
      expect(await around.state()).toEqual(before);
    }
    await repository.commit([{ path: 'services/ab/next.json', text: 'next\n' }], 'Next', new Date());
    expect(await around.git('show', 'HEAD:catalog/services/ab/next.json')).toBe('next\n');
    expect(await around.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe('a process that dies while it makes a repository', () => {
  it.each<[when: string, command: string, act?: string]>([
    ['before init', 'init'],
    ['after init', 'add'],
    ['before write-tree', 'write-tree'],
    ['before the commit is written', 'hash-object'],
    ['after the commit is written', 'update-ref'],
    ['after it has a branch', 'update-ref', done],
  ])(
    'leaves no repository, and the next process makes a whole one (%s)',
    async (_when, command, act = ':') => {
      const catalog = new GitFolder(await temporaryFolder());
      await catalog.write('categories.json', '[]\n');
      await commitAndDie(catalog, { command, act }, { folder: '' });

      await LocalRepository.open({ folder: catalog.path, fallbackName: 'tollbook' });
      expect(await catalog.lines('log', '--format=%s')).toEqual(['Start the catalog']);
      expect(await catalog.lines('ls-tree', '-r', '--name-only', 'HEAD')).toEqual(['categories.json']);
      expect(await catalog.git('status', '--porcelain', '--untracked-files=all')).toBe('');
      expect((await readdir(catalog.path)).sort()).toEqual(['.git', 'categories.json']);
      expect(await catalog.git('config', '--local', '--list')).not.toContain('worktree');
    },
  );
});

describe('a lock on the index', () => {
  it('of a dead process is also removed by the next commit', async () => {
    const around = await aBusyTree();
    const repository = await open(around);
    await commitAndDie(around, writing);

    await repository.commit([{ path: 'services/ab/next.json', text: 'next\n' }], 'Next', new Date());
    expect(await around.read(`catalog/${old}`)).toBe('old\n');
    expect(await around.lines('show', '--format=', '--name-only', 'HEAD')).toEqual([
      'catalog/services/ab/next.json',
    ]);
    expect(await around.lines('status', '--porcelain')).toEqual(['MM README']);
  });

  it('of a dead process is removed in a repository without any commit', async () => {
    const around = await GitFolder.init();
    await commitAndDie(around, writing, { made: changes.slice(0, 1) });

    await open(around);
    expect(await around.git('status', '--porcelain', '--untracked-files=all')).toBe('');
  });

  it('of a dead process is removed after an import of any size', async () => {
    const around = await GitFolder.start();
    const prefix = `catalog/services/ab/a-name-as-long-as-an-id-can-be-with-40-chars-`;
    await runProgram('abandon-lock', [join(around.path, '.git'), prefix, '10000']);

    await open(around);
    expect(await around.state()).toMatchObject({ locks: [] });
  });

  it('is left alone while its process lives', async () => {
    const around = await aBusyTree();
    const lock = new IndexLock(join(around.path, '.git'));
    await lock.take(() => [{ path: `catalog/${old}`, blob: '0'.repeat(40), existed: true }]);
    await around.write(`catalog/${old}`, 'changed\n');

    await open(around);
    expect(JSON.parse(await around.read('.git/index.lock'))).toMatchObject({ tollbook: 2 });
    expect(await around.read(`catalog/${old}`)).toBe('changed\n');
    lock.letGo();
  });

  it('is waited for, and what another process made meanwhile stays when the commit is refused', async () => {
    const around = await aBusyTree();
    const repository = await open(around);
    const lock = new IndexLock(join(around.path, '.git'));
    await lock.take(() => []);
    const take = vi.spyOn(IndexLock.prototype, 'take');
    const refused = repository.commit([{ path: fresh, text: 'mine\n' }], 'Late', new Date(), () =>
      Promise.reject(new CatalogMoved('others changed it')),
    );
    const outcome = expect(refused).rejects.toThrow(CatalogMoved);
    await expect.poll(() => take.mock.calls.length).toBe(1);
    await around.write(`catalog/${fresh}`, 'theirs\n');
    await lock.clear();
    lock.letGo();

    await outcome;
    expect(await around.read(`catalog/${fresh}`)).toBe('theirs\n');
  });

  it('of a process that died before its backups has none of a contributor put back for one', async () => {
    const around = await aBusyTree();
    await around.write(`catalog/${old}.spare`, 'a contributor’s\n');
    const before = await around.read(`catalog/${old}`);
    const lock = new IndexLock(join(around.path, '.git'));
    const files = [{ path: `catalog/${old}`, text: 'changed\n' }];
    await lock.take(() => new WorkFiles(around.path).journalOf(files, 'sha1'));
    lock.letGo();

    await open(around);
    expect(await around.read(`catalog/${old}`)).toBe(before);
  });

  it('of a dead process keeps its backups from the next commit', async () => {
    const around = await aBusyTree();
    const lock = new IndexLock(join(around.path, '.git'));
    await around.write('.git/index.lock', '{}');
    const files = vi.fn(() => []);

    await expect(lock.take(files)).rejects.toThrow('another git process holds');
    expect(files).not.toHaveBeenCalled();
  });

  it('is taken for that of a dead process, whatever process has its id now', async () => {
    const around = await aBusyTree();
    const files = [{ path: `catalog/${old}`, blob: '0'.repeat(40), existed: true }];
    await around.write('.git/index.lock', JSON.stringify({ tollbook: 2, pid: process.ppid, files }));

    await open(around);
    expect(await around.state()).toMatchObject({ locks: [] });
  });

  it('is left alone when it is git’s own', async () => {
    const around = await aBusyTree();
    await around.write('.git/index.lock', 'DIRC');

    await open(around);
    expect(await around.read('.git/index.lock')).toBe('DIRC');
  });
});
