import { fileURLToPath } from 'node:url';
import { CatalogFolder } from '../src/adapters/catalog-folder.ts';
import { LocalRepository } from '../src/adapters/git/local-repository.ts';
import { type Config, readConfig } from '../src/config.ts';
import { categoriesPath, type Category } from '../src/domain/category.ts';
import { readCategories } from '../src/catalog-files/read-catalog.ts';

/** The catalog that the environment names, as a command finds it. */
export function openCatalog(): { config: Config; files: CatalogFolder } {
  const config = readConfig(process.env);

  return { config, files: new CatalogFolder(config.catalogDir) };
}

const ownCatalog = new CatalogFolder(fileURLToPath(new URL('../catalog', import.meta.url)));

/** The categories of a catalog, or those that a new one begins with. */
export async function categoriesOf(files: CatalogFolder): Promise<readonly Category[]> {
  const isNew = (await files.read(categoriesPath)) === undefined;

  return readCategories(isNew ? ownCatalog : files);
}

/** The repository on this machine that the catalog folder is in. */
export function openRepository({ catalogDir, catalogName }: Config): Promise<LocalRepository> {
  return LocalRepository.open({ folder: catalogDir, fallbackName: catalogName });
}
