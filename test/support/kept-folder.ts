import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import { type CatalogReading, readCatalog } from '../../src/catalog-files/read-catalog.ts';
import { categoriesPath, printCategories } from '../../src/domain/category.ts';
import type { ListedService } from '../../src/domain/listed-service.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';
import { KeptCatalog } from '../../src/kept/kept-catalog.ts';
import { MemoryLog } from '../fixtures/memory-log.ts';
import { aService, categories } from '../fixtures/services.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const policy = { allowInsecure: false };

type Compare = ConstructorParameters<typeof KeptCatalog>[0]['compare'];

/** Late enough that no file changed just before. */
export const later = (): Date => new Date(Date.now() + 3_600_000);

export function numbered(number: number, changed: Partial<DeclaredService> = {}): DeclaredService {
  return aService({
    name: `Service ${String(number)}`,
    endpoint: `https://s${String(number)}.example.com`,
    ...changed,
  });
}

/** A catalog folder, and readings of it that keep what they find. */
export class KeptFolder {
  readonly folder: string;
  readonly dataDir: string;
  readonly log = new MemoryLog();
  /** What compares the files with what is kept; a thread, if it is undefined. */
  compare: Compare;

  private constructor(folder: string, compare: Compare) {
    this.folder = join(folder, 'catalog');
    this.dataDir = join(folder, 'data');
    this.compare = compare;
  }

  /** Of which nothing is kept yet. */
  static async of(services: readonly DeclaredService[], compare?: Compare): Promise<KeptFolder> {
    const kept = new KeptFolder(await temporaryFolder(), compare);
    await kept.put(categoriesPath, printCategories(categories));
    for (const each of services) await kept.put(serviceFilePath(each.id), printServiceFile(each));
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

  open(clock = later, rules: typeof policy = policy): KeptCatalog {
    const { compare } = this;
    return new KeptCatalog({
      ...{ files: this.files, policy: rules, dataDir: this.dataDir, clock, log: this.log },
      ...(compare && { compare }),
    });
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

/** A reading with every declaration read. */
export function declaredIn({ services, ...reading }: CatalogReading<ListedService>): CatalogReading {
  return { ...reading, services: services.map(({ declared }) => declared) };
}

export function comparable({ services, tombstones, rejects, ...rest }: CatalogReading) {
  const byId = services.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, services: byId, tombstones: new Set(tombstones), rejects: new Map(rejects) };
}
