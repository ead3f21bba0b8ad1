import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { BuildFiles } from '../../../src/build/build-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

let folder: string;
let made: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  made = [];
});

/** Makes a build of files with these origins, in the folder of an earlier build of this name if there is one; each file contains its origin. */
async function build(name: string, origins: Record<string, string>, last?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  const files = new BuildFiles(path, last);
  for (const [file, origin] of Object.entries(origins)) await files.place(file, origin, maker(file, origin));
  files.finish();
  return path;
}

async function replaceIn(file: string, text: string, other: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  expect(content).toContain(text);
  await writeFile(file, content.replace(text, other));
}

function maker(file: string, origin: string): () => string {
  return () => {
    made.push(file);
    return `made from ${origin}`;
  };
}

function textOf(path: string, file: string): Promise<string> {
  return readFile(join(path, 'client', file), 'utf8');
}

async function textsOf(path: string): Promise<Record<string, string>> {
  const entries = await readdir(join(path, 'client'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  return Object.fromEntries(
    await Promise.all(
      files.map(
        async (file) => [relative(join(path, 'client'), file), await readFile(file, 'utf8')] as const,
      ),
    ),
  );
}

describe('the files of a build', () => {
  it('are all made if there is no earlier build', async () => {
    const first = await build('1', { 'a.json': 'a', 'deep/er/b.html': 'b' });

    expect(made).toEqual(['a.json', 'deep/er/b.html']);
    expect(await textOf(first, 'deep/er/b.html')).toBe('made from b');
  });

  it('are shared with the last build if their origin is unchanged', async () => {
    const first = await build('1', { 'a.json': 'a', 'b.json': 'b' });
    made = [];
    const second = await build('2', { 'a.json': 'a', 'b.json': 'other', 'c.json': 'c' }, first);

    expect(made).toEqual(['b.json', 'c.json']);
    expect((await stat(join(second, 'client/a.json'))).ino).toBe(
      (await stat(join(first, 'client/a.json'))).ino,
    );
    expect(await textOf(first, 'b.json')).toBe('made from b');
    expect(await textOf(second, 'b.json')).toBe('made from other');
  });

  it('never change in another build that shares them', async () => {
    const first = await build('1', { 'a.json': 'a' });
    const second = await build('2', { 'a.json': 'a' }, first);
    await build('1', { 'a.json': 'other' }, second);

    expect(await textOf(first, 'a.json')).toBe('made from other');
    expect(await textOf(second, 'a.json')).toBe('made from a');
  });

  it('stay where they are in the folder of an earlier build', async () => {
    const second = await build(
      '2',
      { 'a.json': 'other' },
      await build('1', { 'a.json': 'a', 'deep/er/b.html': 'b' }),
    );
    made = [];
    const third = await build('1', { 'a.json': 'a' }, second);

    expect(made).toEqual([]);
    expect(await readdir(join(third, 'client'))).toEqual(['a.json']);
    expect(await textOf(third, 'a.json')).toBe('made from a');
  });

  it.each<[string, (build: string) => Promise<unknown>]>([
    ['lost a file', (path) => rm(join(path, 'client/a.json'))],
    ['lost its files', (path) => rm(join(path, 'client'), { recursive: true })],
    ['lost its list', (path) => rm(join(path, 'files.json'))],
    ['has a list that was cut off', (path) => truncate(join(path, 'files.json'), 60)],
  ])('are made again if the earlier build in their folder %s', async (_fault, harm) => {
    const first = await build('1', { 'a.json': 'a', 'b.json': 'b' });
    await harm(first);
    await build('1', { 'a.json': 'a' });

    expect(await textsOf(first)).toEqual({ 'a.json': 'made from a' });
  });

  it.each<[string, (build: string) => Promise<unknown>]>([
    ['lost a file', (path) => rm(join(path, 'client/a.json'))],
    ['lost its list', (path) => rm(join(path, 'files.json'))],
    ['has a list that was cut off', (path) => truncate(join(path, 'files.json'), 60)],
    ['has a list of another format', (path) => replaceIn(join(path, 'files.json'), 'files/6', 'files/5')],
    ['is gone', (path) => rm(path, { recursive: true })],
  ])('are made again if the last build %s', async (_fault, harm) => {
    const first = await build('1', { 'a.json': 'a' });
    await harm(first);
    made = [];
    const second = await build('2', { 'a.json': 'a' }, first);

    expect(made).toEqual(['a.json']);
    expect(await textOf(second, 'a.json')).toBe('made from a');
  });

  it('cannot be placed twice', async () => {
    const first = await build('1', { 'a.json': 'a' });
    await mkdir(join(folder, '2'));
    const files = new BuildFiles(join(folder, '2'), first);
    await files.place('a.json', 'a', maker('a.json', 'a'));

    await expect(files.place('a.json', 'other', maker('a.json', 'other'))).rejects.toThrow('EEXIST');
    expect(await textOf(first, 'a.json')).toBe('made from a');
  });

  it('are the same after any changes', async () => {
    const path = fc.constantFrom('index.html', 'x.json', 'deep/x.md', 'deep/er/y.json');
    const origins = fc.dictionary(path, fc.constantFrom('1', '2', '3'));

    await fc.assert(
      fc.asyncProperty(fc.array(origins, { maxLength: 6 }), async (rounds) => {
        let last: string | undefined;
        for (const [round, wanted] of rounds.entries()) {
          // The third build and those after it begin in the folder of the one before the last.
          last = await build(String(round % 2), wanted, last);
          expect(await textsOf(last).catch(() => ({}))).toEqual(
            Object.fromEntries(Object.entries(wanted).map(([file, text]) => [file, `made from ${text}`])),
          );
        }
      }),
      { numRuns: caseCount(20) },
    );
  });
});
