import { readdirSync, readlinkSync } from 'node:fs';
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
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { FileStamps } from '../../../src/adapters/file-stamps.ts';
import { type CatalogReading, readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import type { ListedService } from '../../../src/domain/listed-service.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import { prepareComparison } from '../../../src/kept/compare-in-thread.ts';
import { KeptCatalog } from '../../../src/kept/kept-catalog.ts';
import { KeptCatalogWriter } from '../../../src/kept/kept-catalog-file.ts';
import { KeptRows } from '../../../src/kept/kept-rows.ts';
import { serviceRow } from '../../../src/kept/kept-service.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { soon } from '../../support/soon.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startProgram } from '../../support/programs.ts';
import { runProcess } from '../../support/run-process.ts';

const policy = { allowInsecure: false };
const size = 40;

/** Late enough that no file changed just before. */
const later = (): Date => new Date(Date.now() + 3_600_000);

function service(number: number, changed: Partial<DeclaredService> = {}): DeclaredService {
  return aService({
    name: `Service ${String(number)}`,
    endpoint: `https://s${String(number)}.example.com`,
    ...changed,
  });
}

/** A catalog folder, and readings of it that keep what they find. */
class Kept {
  readonly folder: string;
  readonly dataDir: string;
  readonly log = new MemoryLog();

  constructor(folder: string) {
    this.folder = join(folder, 'catalog');
    this.dataDir = join(folder, 'data');
  }

  static async of(services: readonly DeclaredService[]): Promise<Kept> {
    const kept = new Kept(await temporaryFolder());
    await kept.put(categoriesPath, printCategories(categories));
    for (const each of services) await kept.put(serviceFilePath(each.id), printServiceFile(each));
    return kept;
  }

  /** The same, of which a reading has been kept. */
  static async kept(services: readonly DeclaredService[]): Promise<Kept> {
    const kept = await Kept.of(services);
    await kept.read();
    return kept;
  }

  get file(): string {
    return join(this.dataDir, 'kept', 'catalog');
  }

  get files(): CatalogFolder {
    return new CatalogFolder(this.folder);
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  async put(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), text);
  }

  async git(...args: string[]): Promise<void> {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    const { code, stderr } = await runProcess('git', [...author, ...args], { cwd: this.folder });
    expect(code, stderr).toBe(0);
  }

  /** Commits everything as it is. */
  async commit(...args: string[]): Promise<void> {
    await this.git('add', '--all');
    await this.git('commit', '--message', 'Change', ...args);
  }

  open(clock = later, rules: typeof policy = policy): KeptCatalog {
    return new KeptCatalog({ files: this.files, policy: rules, dataDir: this.dataDir, clock, log: this.log });
  }

  /** Reads with what is kept, and gives how many files that took. */
  async read(clock = later, rules: typeof policy = policy): Promise<number> {
    expect(comparable(declaredIn(await this.open(clock, rules).read()))).toEqual(
      comparable(await readCatalog(this.files, rules)),
    );
    const { facts } = this.log.lines.findLast(({ message }) => message === 'read the catalog') ?? {};
    return facts && 'read' in facts ? Number(facts.read) : -1;
  }
}

/** The file behind a descriptor of this process; undefined when it has just been closed. */
function linkAt(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/** A reading with every declaration read. */
function declaredIn({ services, ...reading }: CatalogReading<ListedService>): CatalogReading {
  return { ...reading, services: services.map(({ declared }) => declared) };
}

function comparable({ services, tombstones, rejects, ...rest }: CatalogReading) {
  const byId = services.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, services: byId, tombstones: new Set(tombstones), rejects: new Map(rejects) };
}

const [first, second] = [service(0), service(1)];
const many = Array.from({ length: size }, (_, number) => service(number));

describe('KeptCatalog', () => {
  it('reads all files the first time, and none the second', async () => {
    const kept = await Kept.of(many);
    await kept.put(tombstoneFilePath(service(99).id), printTombstone(tombstoneOf(service(99))));

    expect(await kept.read()).toBe(size + 1);
    expect(await kept.read()).toBe(0);
  });

  it('reads what was edited, added, removed and renamed since', async () => {
    const kept = await Kept.of(many);
    await kept.read();
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await kept.put(serviceFilePath(service(90).id), printServiceFile(service(90)));
    await rm(kept.path(serviceFilePath(second.id)));
    const third = kept.path(serviceFilePath(service(2).id));
    await rename(third, third.replace('.json', '-x.json'));

    expect(await kept.read()).toBe(3);
  });

  it('sees an edit that keeps the size and the time of a file', async () => {
    const kept = await Kept.of([first]);
    await kept.read();
    const path = kept.path(serviceFilePath(first.id));
    const text = await readFile(path, 'utf8');
    await runProcess('cp', ['-p', path, `${path}.old`]);
    await writeFile(path, text.replace('Service', 'Zervice'));
    await runProcess('touch', ['-r', `${path}.old`, path]);

    expect(await kept.read()).toBe(1);
  });

  it('reads what differs after a switch of branches', async () => {
    const kept = await Kept.of(many);
    await kept.git('init', '--initial-branch', 'main');
    await kept.commit();
    await kept.git('switch', '--create', 'other');
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await rm(kept.path(serviceFilePath(second.id)));
    await kept.commit();
    await kept.read();

    await kept.git('switch', 'main');
    expect(await kept.read()).toBe(2);
    await kept.git('switch', 'other');
    expect(await kept.read()).toBe(1);
  });

  it('reads what differs after history was rewritten', async () => {
    const kept = await Kept.of(many);
    await kept.git('init', '--initial-branch', 'main');
    await kept.commit();
    await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
    await kept.commit();
    await kept.read();

    await kept.commit('--amend', '--allow-empty', '--message', 'The same under another name');
    expect(await kept.read()).toBe(0);
    await kept.git('reset', '--hard', 'HEAD~1');
    expect(await kept.read()).toBe(1);
  });

  describe('whose tables a thread reads before', () => {
    it('reads the same', async () => {
      const kept = await Kept.kept(many);
      prepareComparison(kept.file);

      expect(await kept.read()).toBe(0);
      expect(await kept.read()).toBe(0);
    });

    it('reads what was kept since', async () => {
      const kept = await Kept.kept(many);
      const [older, newer] = [`${kept.file}.older`, `${kept.file}.newer`];
      await rename(kept.file, older);
      await kept.put(serviceFilePath(first.id), printServiceFile({ ...first, description: 'Edited.' }));
      await kept.read();
      await rename(kept.file, newer);
      await rename(older, kept.file);
      prepareComparison(kept.file);
      // Mostly enough for the thread to read the older one; the other order is right, too.
      await setTimeout(500);
      await rename(newer, kept.file);

      expect(await kept.read()).toBe(0);
    });

    it.each<[string, (file: string) => Promise<unknown>, number]>([
      ['is gone', (file) => rm(file), size],
      ['is damaged', (file) => truncate(file, 2_000), size],
      ['is another one', async (file) => rename((await Kept.kept([second])).file, file), size],
    ])('reads the files where what was kept %s', async (_state, change, read) => {
      const kept = await Kept.kept(many);
      await change(kept.file);
      prepareComparison(kept.file);

      expect(await kept.read()).toBe(read);
    });
  });

  it('lists nothing that other rules judged', async () => {
    const kept = await Kept.of([first]);
    const writer = new KeptCatalogWriter(kept.file, 'other rules');
    const rows = KeptRows.of([serviceRow(second)]);
    writer.add(dirname(serviceFilePath(second.id)), FileStamps.of([['second.json', undefined]]), rows);
    writer.finish();

    expect(await kept.read()).toBe(1);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
  });

  it('reads files again that changed just before they were read', async () => {
    const kept = await Kept.of([first, second]);
    await kept.read(() => new Date());

    expect(await kept.read(() => new Date())).toBe(2);
  });

  it('reads files that are left out at every start', async () => {
    const kept = await Kept.of([first]);
    await kept.put(serviceFilePath(second.id), '{');

    expect(await kept.read()).toBe(2);
    expect(await kept.read()).toBe(1);
  });

  it('reads all files under other rules, and after a change of the categories', async () => {
    const kept = await Kept.of([first, service(1, { category: 'maps-geolocation' })]);
    await kept.read();

    expect(await kept.read(later, { allowInsecure: true })).toBe(2);
    await kept.put(categoriesPath, printCategories(categories.slice(0, 1)));
    expect(await kept.read(later, { allowInsecure: true })).toBe(2);
  });

  it('lists a service whose twin is gone, though its file is as it was', async () => {
    const twin = aService({ name: 'Twin', endpoint: first.endpoint, createdAt: '2027-01-31T12:00:00.000Z' });
    const kept = await Kept.of([first, twin]);
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
    const kept = await Kept.of(many);
    await kept.read();
    await damage(kept.file);

    expect(await kept.read()).toBe(size);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
    expect(await kept.read()).toBe(0);
  });

  it('notices every damaged byte', async () => {
    const kept = await Kept.of([first, second]);
    await kept.read();
    const whole = await readFile(kept.file);

    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        await writeFile(kept.file, bytes);
        await kept.read();
      }),
      { numRuns: 20 },
    );
  });

  it('answers from what it read after that was replaced or deleted', async () => {
    const kept = await Kept.kept(many);
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

  it('keeps no file open for readings that are forgotten', async () => {
    const kept = await Kept.kept(many);
    const isOpen = () =>
      readdirSync('/proc/self/fd').filter((descriptor) => linkAt(descriptor) === kept.file).length;
    for (let round = 0; round < 10; round += 1) await kept.read();
    expect(isOpen()).toBeGreaterThan(0);

    await vi.waitFor(() => {
      collectGarbage();
      expect(isOpen()).toBe(0);
    }, soon);
  });

  it('reads the catalog where nothing can be kept', async () => {
    const kept = await Kept.of(many);
    await mkdir(kept.dataDir);
    await writeFile(join(kept.dataDir, 'kept'), 'in the way');

    expect(await kept.read()).toBe(size);
    expect(kept.log.lines.map(({ level }) => level)).toContain('warn');
  });

  it('serves readings at the same time', async () => {
    const kept = await Kept.of(many);
    await Promise.all([kept.read(), kept.read(), kept.read()]);

    expect(await kept.read()).toBe(0);
  });

  it('removes what a writer left that was killed', async () => {
    const kept = await Kept.of([first]);
    await mkdir(dirname(kept.file), { recursive: true });
    const drafts = [`${kept.file}.${String(process.pid)}-7`, `${kept.file}.4194305-1`];
    for (const draft of drafts) {
      await writeFile(draft, 'half a file');
      await utimes(draft, 0, 0);
    }
    await kept.read();

    for (const draft of drafts) await expect(readFile(draft)).rejects.toThrow('ENOENT');
  });

  it.each([20, 120, 400])(
    'reads the same after a reading was killed, %i ms after it began',
    async (ms) => {
      const kept = await Kept.of(many);
      const writer = await startProgram('keep-catalog', [kept.folder, kept.dataDir]);
      await setTimeout(ms);
      await writer.kill();

      await kept.read();
      expect(await kept.read()).toBe(0);
    },
    90_000,
  );

  it('reads the same as without anything kept, whatever happens to the files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
        const kept = await Kept.of(many.slice(0, 8));
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
async function change(kept: Kept, kind: (typeof kinds)[number], number: number): Promise<void> {
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
