import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf, type FileRecord, groupOf, siteGroup } from '../../../src/build/file-groups.ts';
import { writeRecords } from '../../../src/build/file-records.ts';
import { publishBuild } from '../../../src/build/publish-build.ts';
import type { Published } from '../../../src/build/publish-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { caseCount } from '../../support/cases.ts';

type Files = Readonly<Record<string, string>>;

const first = {
  'index.html': 'home',
  'api/manifest.json': '1',
  'services/alpha/index.html': 'A',
  'services/beta/index.html': 'B',
};

let place: string;
let site: string;
let builds = 0;

beforeEach(async () => {
  place = await temporaryFolder();
  site = join(place, 'site');
});

/** Publishes a new build of these files. */
async function publish(files: Files): Promise<Published> {
  builds += 1;
  const build = join(place, `build-${String(builds)}`);
  const groups = new Map<string, string[]>();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(build, 'client', path)), { recursive: true });
    await writeFile(join(build, 'client', path), text);
    const name = /^services\/(\w+)\//.exec(path)?.[1] ?? siteGroup;
    groups.set(name, [...(groups.get(name) ?? []), path]);
  }
  const records = [...groups].map(([name, paths]) => {
    const list = paths.map((path) => recordOf(path, files[path] ?? ''));
    return [name, groupOf(digestOf(JSON.stringify(list)), list)] as const;
  });
  writeRecords(build, new Map(records));
  return publishBuild({ build, folder: site, notes: join(place, 'notes') });
}

async function published(): Promise<Files> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(
    async (path) => [path.slice(site.length + 1), await readFile(path, 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

describe('publishing a build over an earlier one', () => {
  it('touches only files whose origin has changed', async () => {
    await publish(first);
    await writeFile(join(site, 'services/beta/index.html'), 'edited');
    const next = { ...first, 'api/manifest.json': '2', 'services/alpha/index.html': 'AA' };

    expect(await publish(next)).toEqual({ copied: 2, removed: 0 });
    expect(await published()).toEqual({ ...next, 'services/beta/index.html': 'edited' });
  });

  it('removes the files of a service that is gone, with their folder', async () => {
    await publish(first);
    const { 'services/beta/index.html': _beta, ...others } = first;
    const next = { ...others, 'api/manifest.json': '2' };

    expect(await publish(next)).toEqual({ copied: 1, removed: 1 });
    expect(await published()).toEqual(next);
    expect(await readdir(join(site, 'services'))).toEqual(['alpha']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its note is gone', () => rm(join(place, 'notes'), { recursive: true })],
    ['the records of its note are damaged', () => harmNote('files.ndjson')],
    ['the seal of its note is damaged', () => harmNote('seal.json')],
    ['something was added at its top', () => writeFile(join(site, 'old.html'), 'old')],
    ['it was replaced by a copy', () => replaceByCopy()],
    ['it is gone', () => rm(site, { recursive: true })],
  ])('compares every file of a folder where %s', async (why, harm) => {
    await publish(first);
    if (why !== 'it is gone') await writeFile(join(site, 'services/beta/index.html'), 'edited');
    await harm();
    const next = { ...first, 'api/manifest.json': '2' };

    await publish(next);
    expect(await published()).toEqual(next);
  });

  it('compares every file after a publication that was interrupted', async () => {
    await publish(first);
    const next = { ...first, 'api/manifest.json': '2', 'services/alpha/index.html': 'AA' };
    const lacking = join(place, 'lacking');
    writeRecords(
      lacking,
      new Map([
        [
          siteGroup,
          groupOf(
            'lacking',
            Object.keys(next).map((path) => recordOf(path, 'x')),
          ),
        ],
      ]),
    );
    const interrupted = publishBuild({ build: lacking, folder: site, notes: join(place, 'notes') });
    await expect(interrupted).rejects.toThrow('ENOENT');
    await writeFile(join(site, 'services/beta/index.html'), 'half');

    await publish(next);
    expect(await published()).toEqual(next);
  });

  it('equals the last of any builds', async () => {
    const name = fc.constantFrom('services/a/x.html', 'services/a/y', 'services/b/x/z', 'page.html', 'other');
    const tree = fc.dictionary(name, fc.constantFrom('1', '22', '333'), { maxKeys: 5 });

    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (trees) => {
        await rm(site, { recursive: true, force: true });
        for (const [number, files] of trees.entries()) {
          const next = { ...files, 'api/manifest.json': String(number) };
          await publish(next);
          expect(await published()).toEqual(next);
        }
      }),
      { numRuns: caseCount(15) },
    );
  });
});

function recordOf(path: string, text: string): FileRecord {
  return { path, origin: digestOf(text), bytes: text.length, sha256: '' };
}

async function harmNote(file: string): Promise<void> {
  const notes = join(place, 'notes');
  for (const name of await readdir(notes)) {
    const path = join(notes, name, file);
    // The build shares the records of the note.
    await cp(path, `${path}.own`);
    await rename(`${path}.own`, path);
    await truncate(path, 20);
  }
}

async function replaceByCopy(): Promise<void> {
  // A copy with the time of now may be as young as what is built next.
  await cp(site, `${site}-copy`, { recursive: true, preserveTimestamps: true });
  await rm(site, { recursive: true });
  await rename(`${site}-copy`, site);
}
