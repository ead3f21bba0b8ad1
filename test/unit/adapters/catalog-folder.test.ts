import { readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  bytesOf,
  catalogFilesSuite,
  type Entries,
  serviceFilesOf,
  strangersFilesSuite,
} from '../../support/suites/catalog-files.ts';

async function folderOf(texts: Readonly<Record<string, string>>): Promise<CatalogFolder> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return new CatalogFolder(folder);
}

/** Late enough that no file changed just before. */
const later = (): Date => new Date(Date.now() + 3_600_000);

/** A program that leaves a socket behind. */
const listen = 'require("net").createServer().listen(process.argv[1], () => process.exit())';

describe('CatalogFolder', () => {
  catalogFilesSuite(folderOf);

  it('has no services while the folder does not exist', async () => {
    expect(await serviceFilesOf(new CatalogFolder(join(await temporaryFolder(), 'none')))).toEqual({});
  });

  strangersFilesSuite(async (entries) => {
    const folder = await temporaryFolder();
    await putEntries(folder, entries);
    return new CatalogFolder(folder);
  });

  it.each([
    ['a FIFO', 'mkfifo "$@"'],
    ['a device', 'for path; do mknod "$path" c 1 5; done'],
    ['a folder', 'mkdir "$@"'],
    ['a socket', `for path; do '${process.execPath}' -e '${listen}' "$path"; done`],
  ])('does not hang on %s in place of a file', async (_what, make) => {
    const files = await folderOf({ 'services/ab/a.json': 'a' });
    const paths = ['services/ab/b.json', 'services/c.json', 'categories.json'];
    const places = paths.map((path) => join(files.path, path));
    expect(await runProcess('sh', ['-c', make, 'sh', ...places])).toMatchObject({ code: 0 });

    for (const path of paths) expect(await files.read(path)).toEqual({ fault: 'file_not_regular' });
    expect(await serviceFilesOf(files)).toEqual({
      'services/ab/a.json': 'a',
      'services/ab/b.json': 'file_not_regular',
      'services/c.json': 'file_not_regular',
    });
  });

  it('sees an edit that keeps the size and the time of a file', async () => {
    const files = await folderOf({ 'services/ab/a.json': 'a' });
    const path = join(files.path, 'services/ab/a.json');
    await utimes(path, 1_000, 1_000);
    const before = await files.stamps(later());
    await writeFile(path, 'b');
    await utimes(path, 1_000, 1_000);

    expect(before.get('services/ab/a.json')).toEqual(expect.any(String));
    expect(await files.stamps(later())).not.toEqual(before);
  });

  it('has no stamp of what may change again and keep it', async () => {
    const files = await folderOf({ 'services/ab/a.json': 'a', 'deleted/ab/b.json': 'b' });
    await symlink('/dev/null', join(files.path, 'services/c.json'));

    expect(await files.stamps(new Date())).toEqual(
      new Map(
        ['services/ab/a.json', 'deleted/ab/b.json', 'services/c.json'].map((path) => [path, undefined]),
      ),
    );
  });

  it('reads a catalog whose own path is a link', async () => {
    const { path } = await folderOf({ 'services/ab/a.json': 'a', 'categories.json': '[]' });
    const link = join(await temporaryFolder(), 'link');
    await symlink(path, link);

    expect(await serviceFilesOf(new CatalogFolder(link))).toEqual({ 'services/ab/a.json': 'a' });
    expect(await new CatalogFolder(link).read('categories.json')).toEqual({ text: '[]' });
  });

  it('closes every file it opens', async () => {
    const files = await folderOf({ 'services/ab/a.json': 'a', 'services/ab/b.json': 'x'.repeat(100_000) });
    const before = readdirSync('/proc/self/fd').length;
    for (let i = 0; i < 50; i += 1) await serviceFilesOf(files);

    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 20);
  });

  it.each(['services/link/a.json', 'services/file/a.json'])(
    'refuses to write through a parent that is not a folder: %s',
    async (path) => {
      const [files, elsewhere] = [await folderOf({ 'services/file': '' }), await temporaryFolder()];
      await symlink(elsewhere, join(files.path, 'services/link'));

      await expect(files.write(path, 'a')).rejects.toThrow(/^services\/(link|file) is no folder; /);
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );
});

async function putEntries(folder: string, entries: Entries): Promise<void> {
  for (const [path, entry] of Object.entries(entries)) {
    const place = Buffer.concat([Buffer.from(`${folder}/`), bytesOf(path)]);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (typeof entry === 'object' && 'link' in entry) await symlink(entry.link, place);
    else await writeFile(place, entry);
  }
}

describe('seedCategories', () => {
  it('copies the default categories', async () => {
    const files = new CatalogFolder(join(await temporaryFolder(), 'catalog'));

    await files.seedCategories();
    expect(await files.read('categories.json')).toEqual({
      text: await readFile(new URL('../../../catalog/categories.json', import.meta.url), 'utf8'),
    });
  });

  it('keeps existing categories, even broken ones', async () => {
    const files = await folderOf({ 'categories.json': 'broken' });

    await files.seedCategories();
    expect(await files.read('categories.json')).toEqual({ text: 'broken' });
  });
});

describe('MemoryFiles, its test double', () => {
  catalogFilesSuite(async (texts) => new MemoryFiles(new Map(Object.entries(texts))));
});
