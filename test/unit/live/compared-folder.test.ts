import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { FileComparison } from '../../../src/live/file-comparison.ts';
import { FileFollower } from '../../../src/live/file-follower.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

/** Late enough that no file changed just before. */
const later = (): Date => new Date(Date.now() + 3_600_000);

/** A folder that is listed, and compared with what is listed. */
class ComparedFolder {
  readonly #files: CatalogFolder;
  readonly #catalog = aLiveCatalog();
  readonly #comparison: FileComparison;
  #edits = 0;

  private constructor(folder: string) {
    const [catalog, files] = [this.#catalog, new CatalogFolder(folder)];
    const follower = new FileFollower({ ...catalog, files, bury: () => undefined });
    this.#files = files;
    this.#comparison = new FileComparison({
      ...{ ...catalog, files, follower, clock: later },
      ...{ stamps: new Map(), intervalMs: 0 },
    });
  }

  static async make(): Promise<ComparedFolder> {
    const made = new ComparedFolder(await temporaryFolder());
    await made.#put(categoriesPath, printCategories(categories));
    return made;
  }

  async compare(): Promise<void> {
    await this.#comparison.compare();
  }

  listed(): unknown {
    const { store, rejected } = this.#catalog;

    return contentOf(
      Array.from(store.snapshot.entries(), ({ declared }) => declared),
      rejected.files.keys(),
    );
  }

  async readAnew(): Promise<unknown> {
    const { services, rejects } = await readCatalog(this.#files, this.#catalog.policy);

    return contentOf(services, rejects.keys());
  }

  /** Does something to the file of a service that somebody could do by hand or by git. */
  async change(kind: (typeof kinds)[number], number: number): Promise<void> {
    this.#edits += 1;
    const description = `Edit ${'again '.repeat(this.#edits)}.`;
    const each = aService({
      ...{
        name: `Service ${String(number)}`,
        endpoint: `https://s${String(number)}.example.com`,
        description,
      },
    });
    const [path, text] = [serviceFilePath(each.id), printServiceFile(each)];
    const twin = aService({ name: `Twin ${String(this.#edits)}`, endpoint: each.endpoint });

    await rm(this.#path('services'), { force: true }).catch(() => undefined);
    switch (kind) {
      case 'edit':
        return this.#put(path, text);
      case 'append':
        return this.#put(path, text).then(() => appendFile(this.#path(path), 'x'));
      case 'remove':
        return rm(this.#path(path), { force: true });
      case 'twin':
        return this.#put(serviceFilePath(twin.id), printServiceFile(twin));
      case 'bury':
        return this.#put(tombstoneFilePath(each.id), printTombstone(tombstoneOf(each)));
      case 'misplace':
        return this.#put(`services/zz/${each.id}.json`, text);
      case 'link':
        await rm(this.#path(path), { force: true });
        await mkdir(dirname(this.#path(path)), { recursive: true });
        return symlink('/dev/null', this.#path(path));
      case 'shard':
        return rm(dirname(this.#path(path)), { recursive: true, force: true });
      case 'category':
        return this.#put(path, printServiceFile({ ...each, category: 'none' }));
      case 'all':
        await rm(this.#path('services'), { recursive: true, force: true });
        return writeFile(this.#path('services'), 'in the way');
    }
  }

  #path(path: string): string {
    return join(this.#files.path, path);
  }

  async #put(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.#path(path)), { recursive: true });
    await writeFile(this.#path(path), text);
  }
}

function contentOf(services: readonly DeclaredService[], rejected: Iterable<string>): unknown {
  return { services: new Map(services.map((each) => [each.id, each])), rejected: new Set(rejected) };
}

describe('a comparison of a folder', () => {
  it('lists the same as a new reading, whatever happens to the files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
        const folder = await ComparedFolder.make();
        for (const edits of rounds) {
          for (const [kind, number] of edits) await folder.change(kind, number);
          await folder.compare();
          expect(folder.listed()).toEqual(await folder.readAnew());
        }
      }),
      { numRuns: 25 },
    );
  });
});
