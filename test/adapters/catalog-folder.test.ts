import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { catalogFilesSuite, serviceFilesOf } from './suites/catalog-files.ts';

async function aFolder(texts: Readonly<Record<string, string>>): Promise<CatalogFolder> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return new CatalogFolder(folder);
}

describe('the catalog folder', () => {
  catalogFilesSuite(aFolder);

  it('reads bytes that are not UTF-8 as replacement characters', async () => {
    const files = await aFolder({ 'services/ab/a.json': 'a' });
    await writeFile(join(files.path, 'services/ab/a.json'), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));

    expect(await files.read('services/ab/a.json')).toBe('{\ufffd\ufffd}');
    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': '{\ufffd\ufffd}' });
  });

  it('has no services while it does not exist itself', async () => {
    expect(await serviceFilesOf(new CatalogFolder(join(await temporaryFolder(), 'none')))).toEqual({});
  });

  describe.each<[string, (path: string) => Promise<unknown>]>([
    ['a folder named like a service file', (path) => mkdir(path)],
    ['a link that leads nowhere', (path) => symlink('/nowhere', path)],
    ['a link that leads to itself', (path) => symlink(path, path)],
  ])('with %s', (_stray, put) => {
    it('goes on with all other files', async () => {
      const files = await aFolder({ 'services/ab/a.json': 'a', 'services/zz/c.json': 'c' });
      await put(join(files.path, 'services/ab/b.json'));

      expect(await serviceFilesOf(files)).toMatchObject({
        'services/ab/a.json': 'a',
        'services/zz/c.json': 'c',
      });
      expect(await files.read('services/ab/b.json')).toBeUndefined();
    });
  });
});

describe('a folder without categories', () => {
  it('gets those of this project', async () => {
    const files = new CatalogFolder(join(await temporaryFolder(), 'catalog'));

    await files.seedCategories();
    expect(await files.read('categories.json')).toBe(
      await readFile(new URL('../../catalog/categories.json', import.meta.url), 'utf8'),
    );
  });

  it('keeps the categories that it has, be they broken', async () => {
    const files = await aFolder({ 'categories.json': 'broken' });

    await files.seedCategories();
    expect(await files.read('categories.json')).toBe('broken');
  });
});

describe('the files in memory that stand in for it', () => {
  catalogFilesSuite(async (texts) => new MemoryFiles(new Map(Object.entries(texts))));
});
