import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { categoriesPath, printCategories } from '../../src/domain/category.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../src/domain/service-file.ts';
import type { Tombstone } from '../../src/domain/tombstone.ts';
import { aService, categories } from '../fixtures/services.ts';

/** A service with the given name and its own endpoint. */
export function serviceNamed(name: string, overrides: Partial<DeclaredService> = {}): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com`, ...overrides });
}

/** Writes a file of a catalog and creates its parent folders. */
export async function writeCatalogFile(catalog: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(catalog, path)), { recursive: true });
  await writeFile(join(catalog, path), text);
}

/** Writes the file of a service. Returns its path in the catalog. */
export async function writeService(catalog: string, service: DeclaredService): Promise<string> {
  const path = serviceFilePath(service.id);
  await writeCatalogFile(catalog, path, printServiceFile(service));
  return path;
}

/** Writes the file of a removed service. Returns its path in the catalog. */
export async function writeTombstone(catalog: string, tombstone: Tombstone): Promise<string> {
  const path = tombstoneFilePath(tombstone.id);
  await writeCatalogFile(catalog, path, printTombstone(tombstone));
  return path;
}

/** Writes a catalog with the categories of the fixtures. */
export async function writeCatalog(catalog: string, ...services: readonly DeclaredService[]): Promise<void> {
  await writeCatalogFile(catalog, categoriesPath, printCategories(categories));
  for (const service of services) await writeService(catalog, service);
}

/** The texts of all files of a catalog, except those of git. */
export async function readCatalogFiles(catalog: string): Promise<Record<string, string>> {
  const names = await readdir(catalog, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(catalog.length + 1))
    .filter((path) => !path.startsWith('.git/'))
    .sort();

  return Object.fromEntries(
    await Promise.all(
      files.map(async (path) => [path, await readFile(join(catalog, path), 'utf8')] as const),
    ),
  );
}
