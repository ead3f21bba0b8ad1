import { expect, it } from 'vitest';
import type { CatalogFile } from '../../../src/domain/catalog-file.ts';
import type { CatalogFiles } from '../../../src/live/ports.ts';

/** Makes the files of a catalog, by path and text. */
export type MakeFiles = (texts: Readonly<Record<string, string>>) => Promise<CatalogFiles>;

/** What every reader of the catalog's files promises. */
export function catalogFilesSuite(make: MakeFiles): void {
  it('reads a file as it is', async () => {
    const files = await make({ 'categories.json': '[]\n', 'services/ab/a.json': '{"name":"Grüße 🌦"}\r\n' });

    expect(await files.read('categories.json')).toBe('[]\n');
    expect(await files.read('services/ab/a.json')).toBe('{"name":"Grüße 🌦"}\r\n');
  });

  it.each([
    'categories.json',
    'services/ab/none.json',
    'services/none/a.json',
    'services/ab/a.json/below.json',
  ])('has no file %s', async (path) => {
    const files = await make({ 'services/ab/a.json': '{}\n' });

    expect(await files.read(path)).toBeUndefined();
  });

  it('gives every service file once, with its text', async () => {
    const texts = {
      'services/ab/a.json': 'a',
      'services/ab/b.json': 'b',
      'services/zz/c.json': 'c',
      'services/misplaced.json': 'd',
    };

    expect(await serviceFilesOf(await make({ ...texts, 'categories.json': '[]' }))).toEqual(texts);
  });

  it('lists the service files of one folder', async () => {
    const files = await make({
      'services/ab/a.json': 'a',
      'services/ab/b.json': 'b',
      'services/ab/README.md': '# Services',
      'services/cd/c.json': 'c',
    });

    expect([...(await files.list('services/ab'))].sort()).toEqual([
      'services/ab/a.json',
      'services/ab/b.json',
    ]);
    expect(await files.list('services/zz')).toEqual([]);
  });

  it('gives nothing else that lies in the folder', async () => {
    const files = await make({
      'categories.json': '[]',
      'schema/service.json': '{}',
      'services/ab/a.json': 'a',
      'services/ab/a.json.tmp': 'half',
      'services/ab/.gitkeep': '',
      'services/ab/README.md': '# Services',
      'services/notes.txt': 'a file among the shards',
    });

    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': 'a' });
  });

  it('gives none where there is none', async () => {
    expect(await serviceFilesOf(await make({}))).toEqual({});
  });
}

export async function serviceFilesOf(files: CatalogFiles): Promise<Record<string, string>> {
  const all: CatalogFile[] = [];
  for await (const some of files.serviceFiles()) all.push(...some);

  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  return Object.fromEntries(all.map(({ path, text }) => [path, text]));
}
