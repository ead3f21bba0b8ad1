import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { publishFolder } from '../../../src/build/publish-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

type Files = Readonly<Record<string, string>>;

let place: string;
let build: string;
let site: string;

beforeEach(async () => {
  place = await temporaryFolder();
  build = join(place, 'build');
  site = join(place, 'site');
});

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function read(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => !entry.isDirectory())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
    });
  return Object.fromEntries(await Promise.all(texts));
}

async function replaceBuild(files: Files): Promise<void> {
  await rm(build, { recursive: true, force: true });
  await mkdir(build);
  await write(build, files);
}

const first: Files = { 'index.html': 'home', 'api/a.json': 'a', 'services/a/index.html': 'A' };

describe('publishing a build into a folder', () => {
  it('copies everything into a folder that is new or empty', async () => {
    await replaceBuild(first);
    expect(await publishFolder(build, site)).toEqual({ copied: 3, removed: 0 });
    expect(await read(site)).toEqual(first);

    const empty = join(place, 'empty');
    await mkdir(empty);
    await publishFolder(build, empty);
    expect(await read(empty)).toEqual(first);
  });

  it('copies and removes only what differs from the last time', async () => {
    await replaceBuild(first);
    await publishFolder(build, site);
    const { ino } = await stat(join(site, 'index.html'));
    await rm(join(build, 'services'), { recursive: true });
    await write(build, { 'api/a.json': 'changed', 'api/b.json': 'b' });

    expect(await publishFolder(build, site)).toEqual({ copied: 2, removed: 1 });
    expect(await read(site)).toEqual({ 'index.html': 'home', 'api/a.json': 'changed', 'api/b.json': 'b' });
    expect((await stat(join(site, 'index.html'))).ino).toBe(ino);
    expect(await readdir(site)).toEqual(['api', 'index.html']);
  });

  it('shares no file with the build, so that whoever writes into the folder leaves the build alone', async () => {
    await replaceBuild(first);
    await publishFolder(build, site);

    await writeFile(join(site, 'index.html'), 'edited');
    expect(await read(build)).toEqual(first);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a file that somebody changed', () => writeFile(join(site, 'index.html'), 'edited by hand')],
    ['a file that somebody deleted', () => rm(join(site, 'api/a.json'))],
    ['a file that is not ours', () => write(site, { 'old/old.html': 'old' })],
    ['a folder that is not ours', () => mkdir(join(site, 'old/empty'), { recursive: true })],
    ['a link', () => symlink('index.html', join(site, 'link.html'))],
    [
      'a link in the place of a file',
      async () => {
        await rm(join(site, 'index.html'));
        await symlink('api/a.json', join(site, 'index.html'));
      },
    ],
    [
      'a link in the place of a folder',
      async () => {
        await rm(join(site, 'services'), { recursive: true });
        await mkdir(join(place, 'elsewhere'));
        await symlink('../elsewhere', join(site, 'services'));
      },
    ],
    [
      'a folder in the place of a file',
      async () => {
        await rm(join(site, 'index.html'));
        await write(site, { 'index.html/x': 'x' });
      },
    ],
    [
      'a file in the place of a folder',
      async () => {
        await rm(join(site, 'services'), { recursive: true });
        await writeFile(join(site, 'services'), 'x');
      },
    ],
    ['what an interrupted run left beside it', () => write(`${site}.new`, { 'api/x.json': 'half' })],
  ])('puts right %s', async (_fault, harm) => {
    await replaceBuild(first);
    await publishFolder(build, site);
    await harm();

    await publishFolder(build, site);
    expect(await read(site)).toEqual(first);
    expect((await readdir(site)).sort()).toEqual(['api', 'index.html', 'services']);
    expect((await readdir(place)).includes('site.new')).toBe(false);
    expect(await readdir(join(place, 'elsewhere')).catch(() => [])).toEqual([]);
  });

  it('makes the folder equal to the build, whatever was there before', async () => {
    const name = fc.constantFrom('a', 'b', 'c.html');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const tree = fc.dictionary(path, fc.constantFrom('1', '22', '333'), { maxKeys: 6 }).map(withoutConflicts);

    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (trees) => {
        await rm(site, { recursive: true, force: true });
        for (const files of trees) {
          await replaceBuild(files);
          await publishFolder(build, site);
          expect(await read(site)).toEqual(files);
        }
      }),
      { numRuns: caseCount(25) },
    );
  });
});

/** No path that is also a folder of another. Texts are made to differ in size wherever they differ. */
function withoutConflicts(files: Files): Files {
  const paths = Object.keys(files);

  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))),
  );
}
