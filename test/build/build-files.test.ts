import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BuildFiles } from '../../src/build/build-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let made: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  made = [];
});

/** Makes a build of files with these origins; each file contains its origin. */
async function build(name: string, origins: Record<string, string>, earlier?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  const files = new BuildFiles(path, earlier);
  for (const [file, origin] of Object.entries(origins)) {
    await files.place(file, origin, () => {
      made.push(file);
      return `made from ${origin}`;
    });
  }
  files.finish();
  return path;
}

function textOf(path: string, file: string): Promise<string> {
  return readFile(join(path, 'client', file), 'utf8');
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

  it('stay in a reused folder if their origin is unchanged', async () => {
    const old = await build('old', { 'a.json': 'a', 'b.json': 'b', 'gone/c.json': 'c', 'gone/d.json': 'd' });
    made = [];
    await build('old', { 'a.json': 'a', 'b.json': 'other', 'gone/d.json': 'd' });

    expect(made).toEqual(['b.json']);
    expect(await textOf(old, 'b.json')).toBe('made from other');
    expect((await readdir(join(old, 'client'), { recursive: true })).sort()).toEqual([
      'a.json',
      'b.json',
      'gone',
      'gone/d.json',
    ]);
    await build('old', { 'a.json': 'a' });
    expect(await readdir(join(old, 'client'))).toEqual(['a.json']);
  });

  it('never change in another build that shares them', async () => {
    const first = await build('1', { 'a.json': 'a' });
    const second = await build('2', { 'a.json': 'a' }, first);
    await build('1', { 'a.json': 'other' }, second);

    expect(await textOf(first, 'a.json')).toBe('made from other');
    expect(await textOf(second, 'a.json')).toBe('made from a');
  });

  it.each<[string, (build: string) => Promise<unknown>]>([
    ['lost a file', (path) => rm(join(path, 'client/a.json'))],
    ['lost its list', (path) => rm(join(path, 'files.json'))],
    ['has a broken list', (path) => writeFile(join(path, 'files.json'), '{"a.json":')],
    ['is gone', (path) => rm(path, { recursive: true })],
  ])('are made again if the last build %s', async (_fault, harm) => {
    const first = await build('1', { 'a.json': 'a' });
    await harm(first);
    made = [];
    const second = await build('2', { 'a.json': 'a' }, first);

    expect(made).toEqual(['a.json']);
    expect(await textOf(second, 'a.json')).toBe('made from a');
  });
});
