import { expect, it } from 'vitest';
import { CommitFailure } from '../../../src/domain/commit.ts';
import type { Repository } from '../../../src/live/ports.ts';

export interface RepositoryUnderTest {
  readonly repository: Repository;
  /** Reads a file of the last commit, by its path in the catalog. */
  readonly committed: (path: string) => Promise<string | undefined>;
  /** The messages of all commits, oldest first. */
  readonly messages: () => Promise<readonly string[]>;
  /** Makes every commit fail until the returned function is called. */
  readonly obstruct: () => Promise<() => Promise<void>>;
  /** Makes the repository refuse every commit until the returned function is called. */
  readonly close: () => Promise<() => Promise<void>>;
}

const at = new Date('2026-02-03T04:05:06.000Z');

/** The contract of every repository that can hold a catalog. */
export function repositorySuite(open: () => Promise<RepositoryUnderTest>): void {
  it('commits files byte for byte', async () => {
    const { repository, committed } = await open();
    const texts = [
      '{}\n',
      '',
      'no newline at the end',
      'Grüße, 世界 🌦\n',
      'a\r\nb\n',
      'data 3\ncommit HEAD\n',
    ];
    const files = texts.map((text, i) => ({ path: `services/ab/${String(i)}.json`, text }));

    await repository.commit(files, 'Six files', at);
    expect(await Promise.all(files.map(({ path }) => committed(path)))).toEqual(texts);
  });

  it('replaces an older text', async () => {
    const { repository, committed } = await open();
    await repository.commit([{ path: 'categories.json', text: 'old\n' }], 'Old', at);

    await repository.commit([{ path: 'categories.json', text: 'new\n' }], 'New', at);
    expect(await committed('categories.json')).toBe('new\n');
  });

  it('removes a file, and lets it come back', async () => {
    const { repository, committed } = await open();
    const [gone, kept] = ['services/ab/gone.json', 'services/ab/kept.json'];
    await repository.commit(
      [
        { path: gone, text: 'gone\n' },
        { path: kept, text: 'kept\n' },
      ],
      'Two',
      at,
    );

    await repository.commit([{ path: gone, text: null }], 'One', at);
    expect(await committed(gone)).toBeUndefined();
    expect(await committed(kept)).toBe('kept\n');
    await repository.commit([{ path: gone, text: 'back\n' }], 'Two again', at);
    expect(await committed(gone)).toBe('back\n');
  });

  it('adds, changes and removes files in one commit', async () => {
    const { repository, committed, messages } = await open();
    const paths = ['services/aa/changed.json', 'services/ab/gone.json', 'services/ac/new.json'];
    const [changed = '', gone = '', fresh = ''] = paths;
    await repository.commit(
      [
        { path: changed, text: 'old\n' },
        { path: gone, text: 'gone\n' },
      ],
      'Before',
      at,
    );
    const before = await messages();

    await repository.commit(
      [
        { path: changed, text: 'new\n' },
        { path: gone, text: null },
        { path: fresh, text: 'new\n' },
      ],
      'After',
      at,
    );
    expect(await messages()).toEqual([...before, 'After']);
    expect(await Promise.all(paths.map(committed))).toEqual(['new\n', undefined, 'new\n']);
  });

  it('reports the commit it made as its version', async () => {
    const { repository } = await open();
    const before = await repository.version();

    const made = await repository.commit([{ path: 'services/ab/a.json', text: 'a\n' }], 'A', at);
    expect(made).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      changedAt: at.toISOString(),
    });
    expect(made.commit).not.toBe(before.commit);
    expect(await repository.version()).toEqual(made);
  });

  it('makes a single commit of many files, with the whole message', async () => {
    const { repository, committed, messages } = await open();
    const before = await messages();
    const files = Array.from({ length: 60 }, (_, i) => ({
      path: `services/${String(i % 12).padStart(2, '0')}/${String(i)}.json`,
      text: `${String(i)}\n`,
    }));
    const message = 'Register 60 services\n\n- "one"\n- 世界';

    await repository.commit(files, message, at);
    expect(await messages()).toEqual([...before, message]);
    expect(await committed('services/11/59.json')).toBe('59\n');
  });

  it('puts each commit on top of the one before', async () => {
    const { repository, messages, committed } = await open();
    const before = await messages();

    for (const name of ['a', 'b', 'c']) {
      await repository.commit([{ path: `services/ab/${name}.json`, text: name }], name, at);
    }
    expect(await messages()).toEqual([...before, 'a', 'b', 'c']);
    expect(await committed('services/ab/a.json')).toBe('a');
  });

  it('leaves no trace of a failed commit, and recovers', async () => {
    const { repository, committed, messages, obstruct } = await open();
    const old = ['services/ab/old.json', 'services/ab/gone.json'].map((path) => ({ path, text: 'old' }));
    await repository.commit(old, 'Old', at);
    const [before, version] = [await messages(), await repository.version()];
    const files = [
      { path: 'services/ab/old.json', text: 'new' },
      { path: 'services/ab/new.json', text: 'new' },
      { path: 'services/ab/gone.json', text: null },
    ];

    const clear = await obstruct();
    await expect(repository.commit(files, 'New', at)).rejects.toThrow(CommitFailure);
    expect(await messages()).toEqual(before);
    expect(await repository.version()).toEqual(version);
    expect(await committed('services/ab/old.json')).toBe('old');
    expect(await committed('services/ab/new.json')).toBeUndefined();
    expect(await committed('services/ab/gone.json')).toBe('old');

    await clear();
    await repository.commit(files, 'New', at);
    expect(await committed('services/ab/new.json')).toBe('new');
    expect(await committed('services/ab/gone.json')).toBeUndefined();
    expect(await messages()).toEqual([...before, 'New']);
  });

  it('says why it refuses commits, and leaves no trace of them', async () => {
    const { repository, committed, messages, close } = await open();
    const file = { path: 'services/ab/a.json', text: 'a' };
    expect(await repository.commitObstacle()).toBeUndefined();
    const before = await messages();

    const reopen = await close();
    expect(await repository.commitObstacle()).toMatch(/^.{20,200}$/);
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({
      name: 'CommitFailure',
      isRefusal: true,
    });
    expect(await committed('services/ab/a.json')).toBeUndefined();
    expect(await messages()).toEqual(before);

    await reopen();
    expect(await repository.commitObstacle()).toBeUndefined();
    await repository.commit([file], 'A', at);
    expect(await messages()).toEqual([...before, 'A']);
  });
}
