import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogFile } from '../domain/catalog-file.ts';
import { categoriesPath } from '../domain/category.ts';
import { servicesFolder } from '../domain/service-file.ts';
import { writeDurably } from './durable-file.ts';

const ownCategories = new URL(`../../catalog/${categoriesPath}`, import.meta.url);

/** The catalog as files on disk. */
export class CatalogFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The text of a file; undefined when there is none. What is there and cannot be read is as good as empty: no rule lets an empty
   * file pass, so it is left out and told. Bytes that are not UTF-8 read as U+FFFD.
   */
  async read(path: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.path, path), 'utf8');
    } catch (error) {
      return isAbsent(error) ? undefined : '';
    }
  }

  /** Names of the service files in one folder, as paths. */
  async list(folder: string): Promise<string[]> {
    return Promise.resolve(this.#jsonFiles(folder));
  }

  /**
   * Every service file, one folder at a time. Reading is synchronous within a folder, which is several times faster than
   * asynchronous reading, and other work gets its turn between folders.
   */
  async *serviceFiles(): AsyncGenerator<CatalogFile[]> {
    const shards = this.#names(servicesFolder).sort();

    for (const folder of [servicesFolder, ...shards.map((shard) => `${servicesFolder}/${shard}`)]) {
      yield this.#jsonFiles(folder).flatMap((path) => {
        const text = this.#readNow(path);
        return text === undefined ? [] : [{ path, text }];
      });
      await nextTurn();
    }
  }

  /** A folder without categories gets those of this project, so that an empty folder is a good place to start. */
  async seedCategories(): Promise<void> {
    if ((await this.read(categoriesPath)) === undefined) {
      await writeDurably(join(this.path, categoriesPath), await readFile(ownCategories, 'utf8'));
    }
  }

  #jsonFiles(folder: string): string[] {
    return this.#names(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`);
  }

  #readNow(path: string): string | undefined {
    try {
      return readFileSync(join(this.path, path), 'utf8');
    } catch (error) {
      return isAbsent(error) ? undefined : '';
    }
  }

  /** Names in a folder; none where there is no such folder. */
  #names(folder: string): string[] {
    try {
      return readdirSync(join(this.path, folder));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }
}

/** There is no such file, or it is a folder or a link that leads nowhere. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absent.has(String(error.code));
}
