import { join } from 'node:path';
import { CatalogFolder } from './adapters/catalog-folder.ts';
import { LocalRepository } from './adapters/git/local-repository.ts';
import { GitHubRepository } from './adapters/github/github-repository.ts';
import type { Config } from './config.ts';
import { catalogFolder } from './domain/catalog-file.ts';

/** Where the catalog is at home, and the folder that its files are read from. */
export interface CatalogHome {
  readonly repository: LocalRepository | GitHubRepository;
  readonly files: CatalogFolder;
}

/** Opens the catalog's home: GitHub where that is configured, else CATALOG_DIR. Where it holds no categories it gets some. */
export async function openHome({ catalogDir, catalogName, github }: Config): Promise<CatalogHome> {
  if (github) {
    const repository = await GitHubRepository.open({ ...github, committerName: catalogName });
    const files = new CatalogFolder(join(github.folder, catalogFolder));
    await files.seedCategories();
    return { repository, files };
  }

  const files = new CatalogFolder(catalogDir);
  await files.seedCategories();
  return { repository: await LocalRepository.open({ folder: catalogDir, fallbackName: catalogName }), files };
}
