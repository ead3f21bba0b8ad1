import { expect, it } from 'vitest';
import type { FoundFile } from '../../../src/domain/catalog-file.ts';
import type { CatalogFiles } from '../../../src/catalog-files/catalog-files.ts';

/** Creates a catalog from texts by path. */
export type MakeFiles = (texts: Readonly<Record<string, string>>) => Promise<CatalogFiles>;

/** The contract of every reader of catalog files. */
export function catalogFilesSuite(make: MakeFiles): void {
  it('reads a file as it is', async () => {
    const files = await make({ 'categories.json': '[]\n', 'services/ab/a.json': '{"name":"Grüße 🌦"}\r\n' });

    expect(await files.read('categories.json')).toEqual({ text: '[]\n' });
    expect(await files.read('services/ab/a.json')).toEqual({ text: '{"name":"Grüße 🌦"}\r\n' });
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

  it('yields every service file once, with its text', async () => {
    const texts = {
      'services/ab/a.json': 'a',
      'services/ab/b.json': 'b',
      'services/zz/c.json': 'c',
      'services/misplaced.json': 'd',
    };

    expect(await serviceFilesOf(await make({ ...texts, 'categories.json': '[]' }))).toEqual(texts);
  });

  it('yields every file of a removed service once, apart from those of services', async () => {
    const texts = { 'deleted/ab/a.json': 'a', 'deleted/zz/b.json': 'b', 'deleted/misplaced.json': 'c' };
    const files = await make({ ...texts, 'services/ab/a.json': 'd', 'deleted/README.md': '# Deleted' });

    expect(await tombstoneFilesOf(files)).toEqual(texts);
    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': 'd' });
    expect(await files.list('deleted/ab')).toEqual(['deleted/ab/a.json']);
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

  it('yields no other files of the folder', async () => {
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

  it('yields nothing for an empty catalog', async () => {
    expect(await serviceFilesOf(await make({}))).toEqual({});
  });
}

/** For each path, the text, the bytes, or the target of a link. */
export type Entries = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;

const limit = 96 * 1024;

/** The contract of every reader of untrusted files. */
export function strangersFilesSuite(make: (entries: Entries) => Promise<CatalogFiles>): void {
  it.each<[string, string, Entries[string]]>([
    ['a link to a file', 'file_not_regular', { link: '/etc/passwd' }],
    ['a link to a file of the catalog', 'file_not_regular', { link: 'good.json' }],
    ['a link that leads nowhere', 'file_not_regular', { link: 'nowhere' }],
    ['a link that leads to itself', 'file_not_regular', { link: 'bad.json' }],
    ['a link to a folder', 'file_not_regular', { link: '/etc' }],
    ['a link to a device', 'file_not_regular', { link: '/dev/zero' }],
    ['a file above the limit', 'file_too_large', 'x'.repeat(limit + 1)],
    ['bytes that are not UTF-8', 'file_not_utf8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
    ['half a character', 'file_not_utf8', Uint8Array.of(0xf0, 0x9f, 0x8c)],
    ['a surrogate', 'file_not_utf8', Uint8Array.of(0xed, 0xa0, 0x80)],
    ['an overlong form', 'file_not_utf8', Uint8Array.of(0xc0, 0xaf)],
  ])('reports %s as %s, and reads the other files', async (_what, fault, bad) => {
    const files = await make({ 'services/ab/good.json': 'good', 'services/ab/bad.json': bad });

    expect(await files.read('services/ab/bad.json')).toEqual({ fault });
    expect(await serviceFilesOf(files)).toEqual({
      'services/ab/good.json': 'good',
      'services/ab/bad.json': fault,
    });
    const categories = await make({ 'categories.json': bad });
    expect(await categories.read('categories.json')).toEqual({ fault });
  });

  it('reads a file of the maximum size, between smaller ones', async () => {
    const texts = {
      'services/ab/a.json': 'a',
      'services/ab/b.json': 'é'.repeat(limit / 2),
      'services/ab/c.json': '',
    };

    expect(await serviceFilesOf(await make(texts))).toEqual(texts);
  });

  it.each([
    ['services', 'services/ab/a.json'],
    ['services/ab', 'services/ab/a.json'],
    ['services/link', 'services/link/hosts'],
  ])('does not follow a link at %s', async (link, below) => {
    const files = await make({ [link]: { link: '/etc' } });

    expect(await serviceFilesOf(files)).toEqual({ [link]: 'file_not_regular' });
    expect(await files.read(below)).toBeUndefined();
    expect(await files.read('services/ab/hosts')).toBeUndefined();
    expect(await files.list(link)).toEqual([]);
  });

  it('reports links of any name, and folders named like a service file', async () => {
    const files = await make({
      'services/ab/a.json': 'a',
      'services/ab/README': { link: '/etc/passwd' },
      'services/notes': { link: 'ab' },
      'services/folder.json/b.json': 'b',
    });

    const found = await serviceFilesOf(files);
    expect(found).toMatchObject({
      'services/ab/a.json': 'a',
      'services/ab/README': 'file_not_regular',
      'services/notes': 'file_not_regular',
    });
    expect(Object.entries(found).filter(([path]) => path.includes('folder.json'))).toEqual([
      [expect.stringMatching(/^services\/folder\.json/), 'file_not_regular'],
    ]);
  });

  it.each<[string, string, Entries]>([
    ['a link', 'file_not_regular', { 'deleted/ab/bad.json': { link: '/etc/passwd' } }],
    ['a file above the limit', 'file_too_large', { 'deleted/ab/bad.json': 'x'.repeat(limit + 1) }],
    ['bytes that are not UTF-8', 'file_not_utf8', { 'deleted/ab/bad.json': Uint8Array.of(0xff) }],
    ['a folder', 'file_not_regular', { 'deleted/ab/bad.json/a.json': 'a' }],
    ['a link for a folder', 'file_not_regular', { 'deleted/bad': { link: '/etc' } }],
  ])('reports %s among the removed services as %s, and reads the others', async (_what, fault, entries) => {
    const files = await make({ 'deleted/ab/good.json': 'good', ...entries });
    const { 'deleted/ab/good.json': good, ...others } = {
      ...(await serviceFilesOf(files)),
      ...(await tombstoneFilesOf(files)),
    };

    expect(good).toBe('good');
    expect(Object.values(others)).toEqual([fault]);
    expect(Object.keys(others)[0]).toMatch(/^deleted\/(ab\/)?bad/);
  });

  it.each(['deleted', 'deleted/ab'])('does not follow a link at %s', async (link) => {
    const files = await make({ [link]: { link: '/etc' } });

    expect(await files.read('deleted/ab/a.json')).toBeUndefined();
    expect(await files.list(link)).toEqual([]);
    expect({ ...(await serviceFilesOf(files)), ...(await tombstoneFilesOf(files)) }).toEqual({
      [link]: 'file_not_regular',
    });
  });

  it('reports a file whose name is not UTF-8', async () => {
    const files = await make({ 'services/ab/a.json': 'a', 'services/ab/\xff\xfe.json': 'b' });

    expect(await serviceFilesOf(files)).toEqual({
      'services/ab/a.json': 'a',
      'services/ab/\ufffd\ufffd.json': 'file_not_utf8',
    });
  });
}

/** The bytes of a path in which each character stands for one byte, so that tests can write invalid UTF-8. */
export function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** For each service file, its text or the code of its fault. */
export function serviceFilesOf(files: CatalogFiles): Promise<Record<string, string>> {
  return found(files.serviceFiles());
}

/** For each file of a removed service, its text or the code of its fault. */
function tombstoneFilesOf(files: CatalogFiles): Promise<Record<string, string>> {
  return found(files.tombstoneFiles());
}

async function found(files: AsyncIterable<readonly FoundFile[]>): Promise<Record<string, string>> {
  const all: FoundFile[] = [];
  for await (const some of files) all.push(...some);

  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  return Object.fromEntries(all.map((file) => [file.path, 'text' in file ? file.text : file.fault]));
}
