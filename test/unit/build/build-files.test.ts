import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bringUpTo, BuildFiles, placeGroup } from '../../../src/build/build-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

/** Origins of files by path, for each service by its id. */
type Services = Readonly<Record<string, Readonly<Record<string, string>>>>;

let folder: string;
let made: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  made = [];
});

/** Makes a build of files with these origins; each file contains its origin. It begins as a copy of an earlier build, if there is one. */
async function build(name: string, origins: Record<string, string>, earlier?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  bringUpTo(earlier, path);
  const files = new BuildFiles(path);
  for (const [file, origin] of Object.entries(origins)) await files.place(file, origin, maker(file, origin));
  files.finish();
  return path;
}

/** The same with files of services, by their ids. */
async function buildServices(name: string, services: Services, earlier?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  bringUpTo(earlier, path);
  const files = new BuildFiles(path);
  for (const [id, origins] of Object.entries(services)) {
    const wanted = Object.entries(origins).map(([file, origin]) => ({
      path: file,
      origin,
      make: maker(file, origin),
    }));
    const group = {
      key: JSON.stringify(origins),
      files: () => Promise.resolve(wanted),
      note: () => Promise.resolve(`of-${id}`),
    };
    files.add(id, await placeGroup(path, group, files.kept.get(id)));
  }
  files.finish();
  return path;
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
    ['lost its list', (path) => rm(join(path, 'files.ndjson'))],
    ['has a list that was cut off', (path) => truncate(join(path, 'files.ndjson'), 60)],
    ['has a list of another format', (path) => writeFile(join(path, 'files.ndjson'), '{"a.json":{}}')],
    ['is gone', (path) => rm(path, { recursive: true })],
  ])('are made again if the last build %s', async (_fault, harm) => {
    const first = await build('1', { 'a.json': 'a' });
    await harm(first);
    made = [];
    const second = await build('2', { 'a.json': 'a' }, first);

    expect(made).toEqual(['a.json']);
    expect(await textOf(second, 'a.json')).toBe('made from a');
  });

  it('are all made again in a reused folder of which nobody knows what it holds', async () => {
    const old = await build('old', { 'a.json': 'a', 'b.json': 'b' });
    await writeFile(join(old, 'files.ndjson'), 'damaged');
    made = [];
    await build('old', { 'a.json': 'a' });

    expect(made).toEqual(['a.json']);
    expect(await textsOf(old)).toEqual({ 'a.json': 'made from a' });
  });
});

describe('the files of services', () => {
  it('are made again only where their origin has changed', async () => {
    const first = await buildServices('1', {
      one: { 'one.html': '1', 'one.json': '1' },
      two: { 'two.html': '2' },
    });
    made = [];
    const changed = { one: { 'one.html': 'other', 'one.json': '1' }, two: { 'two.html': '2' } };
    const second = await buildServices('2', changed, first);

    expect(made).toEqual(['one.html']);
    expect(await textsOf(second)).toEqual({
      'one.html': 'made from other',
      'one.json': 'made from 1',
      'two.html': 'made from 2',
    });
  });

  it('are not taken as they are where one is missing, now or in the last build', async () => {
    const services = { one: { 'one.html': '1' }, two: { 'two.html': '2' }, three: { 'three.html': '3' } };
    const first = await buildServices('1', services);
    await rm(join(first, 'client/one.html'));
    const second = join(folder, '2');
    await mkdir(second);
    bringUpTo(first, second);
    await rm(join(second, 'client/two.html'));
    const files = new BuildFiles(second);

    expect(['one', 'two', 'three', 'four'].map((id) => files.keep(id))).toEqual([false, false, true, false]);
  });

  it('are looked for by turns where a build says so', async () => {
    const first = await buildServices('1', { one: { 'one.html': '1' }, two: { 'two.html': '2' } });
    await rm(join(first, 'client/one.html'));
    await rm(join(first, 'client/two.html'));
    const files = new BuildFiles(first, undefined, (service) => service === 'two');

    expect(['one', 'two'].map((id) => files.keep(id))).toEqual([true, false]);
  });

  it('are right after each of several builds that share a part of their records', async () => {
    const servicesWith = (changed: number): Services =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `s${String(i)}`,
          { [`s${String(i)}.html`]: i < changed ? 'b' : 'a' },
        ]),
      );
    let last: string | undefined;
    for (const changed of [0, 1, 2, 3, 12, 13]) {
      last = await buildServices(changed % 2 === 0 ? 'even' : 'odd', servicesWith(changed), last);

      const expected = Object.values(servicesWith(changed)).flatMap((files) => Object.entries(files));
      expect(await textsOf(last)).toEqual(
        Object.fromEntries(expected.map(([file, origin]) => [file, `made from ${origin}`])),
      );
    }
  });

  it('go with their service', async () => {
    const first = await buildServices('1', {
      one: { 'one/index.html': '1' },
      two: { 'two/index.html': '2' },
    });
    const second = await buildServices('2', { two: { 'two/index.html': '2' } }, first);

    expect(await readdir(join(second, 'client'))).toEqual(['two']);
  });

  it('are the same after any changes, in whichever folder a build begins', async () => {
    const origin = fc.constantFrom('1', '2', '3');
    const origins = fc.dictionary(fc.constantFrom('index.html', 'x.json', 'deep/x.md'), origin);
    const services: fc.Arbitrary<Services> = fc
      .dictionary(fc.constantFrom('one', 'two', 'three'), origins)
      .map((ids) => Object.fromEntries(Object.entries(ids).map(([id, files]) => [id, within(id, files)])));
    const round = fc.record({ services, inFolder: fc.constantFrom('a', 'b', 'c') });

    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (rounds) => {
        await rm(folder, { recursive: true, force: true });
        let last: string | undefined;
        for (const { services: wanted, inFolder } of rounds) {
          // The folder of the last build is served, so no build begins there.
          const name = last?.endsWith(inFolder) ? `${inFolder}${inFolder}` : inFolder;
          last = await buildServices(name, wanted, last);
          const expected = Object.assign({}, ...Object.values(wanted)) as Record<string, string>;
          expect(await textsOf(last).catch(() => ({}))).toEqual(
            Object.fromEntries(Object.entries(expected).map(([file, text]) => [file, `made from ${text}`])),
          );
        }
      }),
      { numRuns: caseCount(20) },
    );
  });
});

function within(id: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${id}/${file}`, text]));
}
