import type { CatalogFolder } from './adapters/catalog-folder.ts';
import { LocalRepository } from './adapters/git/local-repository.ts';
import { GitHubRepository } from './adapters/github/github-repository.ts';
import type { Config } from './config.ts';

/** Where the catalog is at home: on GitHub where that is configured, else in git on this machine. */
export type CatalogHome = LocalRepository | GitHubRepository;

/** Opens the catalog's home, and sees to it that its folder holds categories. */
export async function openHome(
  { catalogDir, catalogName, github }: Config,
  files: CatalogFolder,
): Promise<CatalogHome> {
  if (github) {
    const home = await GitHubRepository.open({ ...github, committerName: catalogName });
    await files.seedCategories();
    return home;
  }

  await files.seedCategories();
  return LocalRepository.open({ folder: catalogDir, fallbackName: catalogName });
}
