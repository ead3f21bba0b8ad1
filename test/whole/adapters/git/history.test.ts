import { chmod, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitHistory } from '../../../../src/adapters/git/history.ts';
import { LocalRepository } from '../../../../src/adapters/git/local-repository.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../../src/domain/service-file.ts';
import {
  BranchRewritten,
  type CatalogCommit,
  type CommitRange,
} from '../../../../src/domain/service-version.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { places } from './places.ts';

const [id, other] = ['rain-radar-qgwe8aaf', 'maps-7x3k9m2p'];
const [file, otherFile, stone] = [serviceFilePath(id), serviceFilePath(other), tombstoneFilePath(id)];

/** A repository with its catalog in `catalog/`, as a person works on it. */
class Catalog {
  readonly around: GitFolder;
  readonly history: GitHistory;

  constructor(around: GitFolder) {
    this.around = around;
    this.history = new GitHistory(around.path, 'catalog/');
  }

  static async start(): Promise<Catalog> {
    return new Catalog(await GitFolder.start());
  }

  /** Commits these files, removes those that are null, and gives the commit. */
  async commit(files: Readonly<Record<string, string | null>>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) await this.around.remove(join('catalog', path));
      else await this.around.write(join('catalog', path), text);
    }
    await this.around.commitAll(Object.keys(files).join(' '));
    return this.around.head();
  }

  async commits(range: Partial<CommitRange> = {}): Promise<CatalogCommit[]> {
    const found: CatalogCommit[] = [];
    const upTo = range.upTo ?? (await this.around.head());
    for await (const some of this.history.commits({ ...range, upTo })) found.push(...some);
    return found;
  }

  /** The files of each commit that has any, by commit, with their texts. */
  async told(range: Partial<CommitRange> = {}): Promise<[string, Record<string, string | null>][]> {
    const commits = (await this.commits(range)).filter(({ files }) => files.length > 0);
    const texts = await this.history.texts(
      commits.flatMap(({ files }) => files.flatMap(({ blob }) => blob ?? [])),
    );

    return commits.map(({ commit, files }) => [
      commit,
      Object.fromEntries(files.map(({ path, blob }) => [path, blob && (texts.get(blob) ?? 'unreadable')])),
    ]);
  }
}

describe('the history of the catalog in git', () => {
  it('lists what each commit did to files of services, oldest first', async () => {
    const catalog = await Catalog.start();
    const first = await catalog.commit({ [file]: 'a', [otherFile]: 'o', 'categories.json': '[]' });
    const second = await catalog.commit({ [file]: 'b' });
    await catalog.commit({ 'categories.json': '[1]' });
    const third = await catalog.commit({ [file]: null, [stone]: 's' });

    expect(await catalog.told()).toEqual([
      [first, { [file]: 'a', [otherFile]: 'o' }],
      [second, { [file]: 'b' }],
      [third, { [file]: null, [stone]: 's' }],
    ]);
    expect(await catalog.told({ after: first, upTo: second })).toEqual([[second, { [file]: 'b' }]]);
    expect(await catalog.told({ id: other })).toEqual([[first, { [otherFile]: 'o' }]]);
    expect(await catalog.told({ id, after: second })).toEqual([[third, { [file]: null, [stone]: 's' }]]);
    expect(await catalog.told({ id: 'nobody-00000000' })).toEqual([]);
  });

  it('follows a file that lay elsewhere', async () => {
    const catalog = await Catalog.start();
    const first = await catalog.commit({ [`services/${id}.json`]: 'a' });
    const second = await catalog.commit({ [`services/${id}.json`]: null, [file]: 'a' });
    const told = [
      [first, { [`services/${id}.json`]: 'a' }],
      [second, { [`services/${id}.json`]: null, [file]: 'a' }],
    ];

    expect(await catalog.told()).toEqual(told);
    expect(await catalog.told({ id })).toEqual(told);
  });

  it('shows a merged pull request once, as the merge', async () => {
    const catalog = await Catalog.start();
    const first = await catalog.commit({ [file]: 'a' });
    await catalog.around.git('switch', '--quiet', '-c', 'request');
    await catalog.commit({ [otherFile]: 'draft' });
    await catalog.commit({ [otherFile]: 'o' });
    await catalog.around.git('switch', '--quiet', 'main');
    const second = await catalog.commit({ [file]: 'b' });
    await catalog.around.git('merge', '--quiet', '--no-ff', '--message=Merge', 'request');
    const merge = await catalog.around.head();
    const told = [
      [first, { [file]: 'a' }],
      [second, { [file]: 'b' }],
      [merge, { [otherFile]: 'o' }],
    ];

    expect(await catalog.told()).toEqual(told);
    expect(await catalog.told({ id: other })).toEqual(told.slice(2));
    expect(await catalog.told({ after: second })).toEqual(told.slice(2));
  });

  it('takes no notice of how git is configured', async () => {
    const catalog = await Catalog.start();
    await catalog.around.git('rm', '--quiet', 'README');
    await catalog.around.write(`catalog/${file}`, 'a');
    await catalog.around.git('add', '--all');
    await catalog.around.git('commit', '--quiet', '--amend', '--message=Root');
    const second = await catalog.commit({ [file]: null, [otherFile]: 'a' });
    for (const [name, value] of Object.entries({
      'log.showRoot': 'false',
      'log.showSignature': 'true',
      'log.follow': 'true',
      'log.decorate': 'full',
      'log.diffMerges': 'off',
      'diff.renames': 'copies',
      'diff.relative': 'true',
      'diff.noprefix': 'true',
      'core.abbrev': '7',
      'color.ui': 'always',
      'format.pretty': 'fuller',
    })) {
      await catalog.around.git('config', name, value);
    }

    expect((await catalog.told()).map(([, files]) => files)).toEqual([
      { [file]: 'a' },
      { [file]: null, [otherFile]: 'a' },
    ]);
    expect(await catalog.told({ id: other })).toEqual([[second, { [otherFile]: 'a' }]]);
  });

  it('gives the time of each commit, and none that RFC 3339 cannot write', async () => {
    const catalog = await Catalog.start();
    await catalog.around.write(`catalog/${file}`, 'a');
    await catalog.around.git('add', '--all');
    const tree = (await catalog.around.git('write-tree')).trim();
    const raw = `tree ${tree}\nauthor A <a> 0 +0000\ncommitter A <a> 9007199254740 +0000\n\nLate\n`;
    await catalog.around.write('late', raw);
    const late = (await catalog.around.git('hash-object', '-t', 'commit', '-w', 'late')).trim();

    const [commit] = await catalog.commits({ upTo: late });
    expect(commit?.at.toISOString()).toBe('9999-12-31T23:59:59.000Z');
  });

  it.each(places)('works in %s', async (_, make) => {
    const { catalog: folder } = await make();
    const repository = await LocalRepository.open({ folder, fallbackName: 'tollbook' });
    const at = new Date('2026-02-03T04:05:06.000Z');
    const { commit } = await repository.commit([{ path: file, text: 'a' }], 'Add', at);
    const { history } = repository;

    expect(await history.extent()).toEqual({ head: commit, depth: '', unfetched: [] });
    const last: CatalogCommit[] = [];
    for await (const some of history.commits({ upTo: commit, id })) last.push(...some);
    expect(last).toEqual([
      { commit, at, files: [{ path: file, blob: last[0]?.files[0]?.blob }], isBoundary: false },
    ]);
  });

  it('has no head, and no files, before the first commit', async () => {
    const { history } = new Catalog(await GitFolder.init());

    expect(await history.extent()).toEqual({ head: undefined, depth: '', unfetched: [] });
    expect(await history.folder('log')).toEqual(new Map());
  });

  it('rejects when git cannot read the repository', async () => {
    const catalog = await Catalog.start();
    await rm(join(catalog.around.path, '.git'), { recursive: true });

    await expect(catalog.history.extent()).rejects.toThrow('not a git repository');
  });

  it('ends git when the reader stops early', async () => {
    const catalog = await Catalog.start();
    await catalog.commit({ [file]: 'a' });

    for await (const some of catalog.history.commits({ upTo: await catalog.around.head() })) {
      expect(some.length).toBeGreaterThan(0);
      break;
    }
  });
});

describe('a rewritten branch', () => {
  it.each<[what: string, rewrite: (catalog: Catalog) => Promise<unknown>]>([
    ['an amended commit', ({ around }) => around.git('commit', '--quiet', '--amend', '--message=Other')],
    ['a branch that was reset', ({ around }) => around.git('reset', '--quiet', '--hard', 'HEAD~1')],
    [
      'a branch that was merged into another, which took its place',
      async (catalog) => {
        await catalog.around.git('switch', '--quiet', '-c', 'request', 'HEAD~1');
        await catalog.commit({ [otherFile]: 'o' });
        await catalog.around.git('merge', '--quiet', '--no-ff', '--message=Merge', 'main');
      },
    ],
    [
      'a branch whose old commits are gone',
      async ({ around }) => {
        await around.git('reset', '--quiet', '--hard', 'HEAD~1');
        await around.git('reflog', 'expire', '--expire=now', '--all');
        await around.git('gc', '--quiet', '--prune=now');
      },
    ],
  ])('is noticed: %s', async (_, rewrite) => {
    const catalog = await Catalog.start();
    await catalog.commit({ [file]: 'a' });
    const after = await catalog.commit({ [file]: 'b' });
    await rewrite(catalog);

    await expect(catalog.commits({ after })).rejects.toThrow(BranchRewritten);
    await expect(catalog.commits({ after, id })).rejects.toThrow(BranchRewritten);
    expect((await catalog.commits()).length).toBeGreaterThan(0);
  });

  it('is not seen where nothing follows, or only a merge', async () => {
    const catalog = await Catalog.start();
    await catalog.around.git('branch', 'request');
    const after = await catalog.commit({ [file]: 'a' });
    expect(await catalog.commits({ after })).toEqual([]);

    await catalog.around.git('switch', '--quiet', 'request');
    await catalog.commit({ [otherFile]: 'o' });
    await catalog.around.git('switch', '--quiet', 'main');
    await catalog.around.git('merge', '--quiet', '--no-ff', '--message=Merge', 'request');
    expect((await catalog.told({ after })).map(([, files]) => files)).toEqual([{ [otherFile]: 'o' }]);
  });
});

describe('a shallow clone', () => {
  it('marks the commit that it begins with, until the others are fetched', async () => {
    const origin = await Catalog.start();
    await origin.commit({ [file]: 'a' });
    await origin.commit({ [otherFile]: 'o' });
    const last = await origin.commit({ [file]: 'b' });
    const folder = join(await temporaryFolder(), 'clone');
    await origin.around.git('clone', '--quiet', '--depth=2', `file://${origin.around.path}`, folder);
    const clone = new Catalog(new GitFolder(folder));

    const shallow = await clone.history.extent();
    expect(shallow).toMatchObject({ head: last, depth: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const [first, second] = await clone.commits();
    expect([first?.isBoundary, second?.isBoundary]).toEqual([true, false]);
    expect(first?.files.map(({ path }) => path)).toEqual([otherFile, file].sort());

    await clone.around.git('fetch', '--quiet', '--unshallow');
    expect((await clone.history.extent()).depth).toBe('');
    expect(await clone.told()).toEqual(await origin.told());
    expect((await clone.commits()).some(({ isBoundary }) => isBoundary)).toBe(false);
  });
});

describe('files of former commits', () => {
  it('count as gone where they are links, folders or submodules', async () => {
    const catalog = await Catalog.start();
    await catalog.commit({ [file]: 'a', [otherFile]: 'o' });
    await catalog.around.remove(`catalog/${file}`);
    await symlink('/etc/passwd', join(catalog.around.path, 'catalog', file));
    await catalog.around.remove(`catalog/${otherFile}`);
    await catalog.around.git('add', '--all');
    const module = `160000,${await catalog.around.head()},catalog/${otherFile}`;
    await catalog.around.git('update-index', '--add', '--cacheinfo', module);
    await catalog.around.git('commit', '--quiet', '--message=Strays');

    expect((await catalog.told()).at(-1)?.[1]).toEqual({ [file]: null, [otherFile]: null });
  });

  it('may be executable', async () => {
    const catalog = await Catalog.start();
    await catalog.commit({ [file]: 'a' });
    await chmod(join(catalog.around.path, 'catalog', file), 0o755);

    const commit = await catalog.commit({ [file]: 'b' });
    expect((await catalog.told()).at(-1)).toEqual([commit, { [file]: 'b' }]);
  });

  it('are left out where they are too large or not UTF-8', async () => {
    const catalog = await Catalog.start();
    await catalog.commit({ [file]: 'a'.repeat(1_000_000), [otherFile]: 'a'.repeat(64 * 1024) });
    expect((await catalog.told())[0]?.[1]).toEqual({
      [file]: 'unreadable',
      [otherFile]: 'a'.repeat(64 * 1024),
    });

    const { path } = catalog.around;
    const blob = (await catalog.around.git('hash-object', '-w', join(path, '.git/index'))).trim();
    expect(await catalog.history.texts([blob])).toEqual(new Map());
  });

  it('are read with whatever they hold, once each', async () => {
    const catalog = await Catalog.start();
    const texts = ['', '\n', '\0', 'a\nb\n', 'ü'.repeat(1000), ':100644 x\0y'];
    const files = Object.fromEntries(texts.map((text, i) => [`services/ab/${String(i)}.json`, text]));
    await catalog.commit(files);

    const [commit] = (await catalog.commits()).slice(-1);
    const blobs = commit?.files.flatMap(({ blob }) => blob ?? []) ?? [];
    const read = await catalog.history.texts([...blobs, ...blobs]);
    expect(blobs.map((blob) => read.get(blob))).toEqual(texts);
    expect(await catalog.history.texts([])).toEqual(new Map());
  });

  it('may have any name', async () => {
    const catalog = await Catalog.start();
    const names = [
      'services/ab/a b.json',
      'services/ab/:x\n.json',
      'services/ab/ü".json',
      'services/\n:/\t.json',
    ];
    await catalog.commit(Object.fromEntries(names.map((name) => [name, 'a'])));

    expect(
      (await catalog.commits())
        .at(-1)
        ?.files.map(({ path }) => path)
        .sort(),
    ).toEqual(names.sort());
  });

  it('cannot be missing', async () => {
    const catalog = await Catalog.start();

    await expect(catalog.history.texts(['0'.repeat(39) + '1'])).rejects.toThrow('git lacks the object 0000');
  });
});
