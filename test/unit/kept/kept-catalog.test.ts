import {
  appendFile,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileStamps } from '../../../src/adapters/file-stamps.ts';
import { readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { compareCatalog } from '../../../src/kept/compare-catalog.ts';
import { KeptCatalogWriter } from '../../../src/kept/kept-catalog-file.ts';
import { KeptRows } from '../../../src/kept/kept-rows.ts';
import { serviceRow } from '../../../src/kept/kept-service.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import {
  comparable,
  declaredIn,
  KeptFolder,
  later,
  numbered as service,
  policy,
} from '../../support/kept-folder.ts';

const size = 40;
const [first, second] = [service(0), service(1)];
const many = Array.from({ length: size }, (_, number) => service(number));

/** Without a thread; test/whole/kept compares in one. */
const folderOf = (services: Parameters<typeof KeptFolder.of>[0]) => KeptFolder.of(services, compareCatalog);

describe('KeptCatalog', () => {
  it('reads what was edited, added, removed and renamed since', async () => {
    const kept = await folderOf(many);
    await kept.read();
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await kept.put(serviceFilePath(service(90).id), printServiceFile(service(90)));
    await rm(kept.path(serviceFilePath(second.id)));
    const third = kept.path(serviceFilePath(service(2).id));
    await rename(third, third.replace('.json', '-x.json'));

    expect(await kept.read()).toBe(3);
  });

  it('sees an edit that keeps the size and the time of a file', async () => {
    const kept = await folderOf([first]);
    const path = kept.path(serviceFilePath(first.id));
    const text = await readFile(path, 'utf8');
    await utimes(path, 1_000, 1_000);
    await kept.read();
    await writeFile(path, text.replace('Service', 'Zervice'));
    await utimes(path, 1_000, 1_000);

    expect(await kept.read()).toBe(1);
  });

  it('lists nothing that other rules judged', async () => {
    const kept = await folderOf([first]);
    const writer = new KeptCatalogWriter(kept.file, 'other rules');
    const rows = KeptRows.of([serviceRow(second)]);
    writer.add(dirname(serviceFilePath(second.id)), FileStamps.of([['second.json', undefined]]), rows);
    writer.finish();

    expect(await kept.read()).toBe(1);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
  });

  it('reads files again that changed just before they were read', async () => {
    const kept = await folderOf([first, second]);
    await kept.read(() => new Date());

    expect(await kept.read(() => new Date())).toBe(2);
  });

  it('reads files that are left out at every start', async () => {
    const kept = await folderOf([first]);
    await kept.put(serviceFilePath(second.id), '{');

    expect(await kept.read()).toBe(2);
    expect(await kept.read()).toBe(1);
  });

  it('reads all files under other rules, and after a change of the categories', async () => {
    const kept = await folderOf([first, service(1, { category: 'maps-geolocation' })]);
    await kept.read();

    expect(await kept.read(later, { allowInsecure: true })).toBe(2);
    await kept.put(categoriesPath, printCategories(categories.slice(0, 1)));
    expect(await kept.read(later, { allowInsecure: true })).toBe(2);
  });

  it('lists a service whose twin is gone, though its file is as it was', async () => {
    const twin = aService({ name: 'Twin', endpoint: first.endpoint, createdAt: '2027-01-31T12:00:00.000Z' });
    const kept = await folderOf([first, twin]);
    await kept.read();
    await rm(kept.path(serviceFilePath(first.id)));

    expect(await kept.read()).toBe(0);
    expect(declaredIn(await kept.open().read()).services).toEqual([twin]);
  });

  it.each([
    [
      'is damaged anywhere',
      async (file: string) => {
        const bytes = await readFile(file);
        for (let at = 0; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x40;
        await writeFile(file, bytes);
      },
    ],
    ['ends too early', (file: string) => truncate(file, 200)],
    ['is empty', (file: string) => truncate(file, 0)],
    ['is foreign', (file: string) => writeFile(file, '{"services":[]}'.repeat(20))],
  ])('reads all files when what is kept %s, and says so', async (_, damage) => {
    const kept = await folderOf(many);
    await kept.read();
    await damage(kept.file);

    expect(await kept.read()).toBe(size);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
    expect(await kept.read()).toBe(0);
  });

  it('notices every damaged byte', async () => {
    const kept = await folderOf([first, second]);
    await kept.read();
    const whole = await readFile(kept.file);

    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        await writeFile(kept.file, bytes);
        await kept.read();
      }),
      { numRuns: 100 },
    );
  });

  it('answers from what it read after that was replaced or deleted', async () => {
    const kept = await folderOf(many);
    await kept.read();
    const before = await readCatalog(kept.files, policy);
    const held = await kept.open().read();
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Another' }));
    const changing = kept.open();
    await changing.read();
    changing.noteChanges(2_000);
    await changing.keepUp();
    await rm(kept.file);

    expect(comparable(declaredIn(held))).toEqual(comparable(before));
  });

  it('reads the catalog where nothing can be kept', async () => {
    const kept = await folderOf(many);
    await mkdir(kept.dataDir);
    await writeFile(join(kept.dataDir, 'kept'), 'in the way');

    expect(await kept.read()).toBe(size);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
  });

  it('removes what a writer left that was killed', async () => {
    const kept = await folderOf([first]);
    await mkdir(dirname(kept.file), { recursive: true });
    const drafts = [`${kept.file}.${String(process.pid)}-7`, `${kept.file}.4194305-1`];
    for (const draft of drafts) {
      await writeFile(draft, 'half a file');
      await utimes(draft, 0, 0);
    }
    await kept.read();

    for (const draft of drafts) await expect(readFile(draft)).rejects.toThrow('ENOENT');
  });

  it('reads the same as without anything kept, whatever happens to the files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
        const kept = await folderOf(many.slice(0, 8));
        for (const edits of rounds) {
          for (const [kind, number] of edits) await change(kept, kind, number);
          await kept.read();
        }
      }),
      { numRuns: 25 },
    );
  });
});

const kinds = [
  'edit',
  'append',
  'remove',
  'twin',
  'bury',
  'misplace',
  'link',
  'shard',
  'category',
  'all',
] as const;
const edit = fc.tuple(fc.constantFrom(...kinds), fc.nat(9));
let edits = 0;

/** Does something to the file of a service that somebody could do by hand or by git. */
async function change(kept: KeptFolder, kind: (typeof kinds)[number], number: number): Promise<void> {
  edits += 1;
  const each = service(number, { description: `Edit ${String(edits)}.` });
  const [path, text] = [serviceFilePath(each.id), printServiceFile(each)];
  const name = `Twin ${String(edits)}`;
  const twin = aService({ name, endpoint: each.endpoint });

  await rm(kept.path('services'), { force: true }).catch(() => undefined);
  switch (kind) {
    case 'edit':
      return kept.put(path, text);
    case 'append':
      return kept.put(path, text).then(() => appendFile(kept.path(path), 'x'));
    case 'remove':
      return rm(kept.path(path), { force: true });
    case 'twin':
      return kept.put(serviceFilePath(twin.id), printServiceFile(twin));
    case 'bury':
      return kept.put(tombstoneFilePath(each.id), printTombstone(tombstoneOf(each)));
    case 'misplace':
      return kept.put(`services/zz/${each.id}.json`, text);
    case 'link':
      await rm(kept.path(path), { force: true });
      await mkdir(dirname(kept.path(path)), { recursive: true });
      return symlink('/dev/null', kept.path(path));
    case 'shard':
      return rm(dirname(kept.path(path)), { recursive: true, force: true });
    case 'category':
      return kept.put(path, printServiceFile({ ...each, category: 'none' }));
    case 'all':
      await rm(kept.path('services'), { recursive: true, force: true });
      return writeFile(kept.path('services'), 'in the way');
  }
}
