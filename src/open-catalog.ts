import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogFolder } from './adapters/catalog-folder.ts';
import { LocalRepository } from './adapters/git/local-repository.ts';
import type { GitHubRepository } from './adapters/github/github-repository.ts';
import type { Config } from './config.ts';
import { catalogFolder } from './domain/catalog-file.ts';
import { categoriesPath } from './domain/category.ts';
import type { EndpointPolicy } from './domain/endpoint-url.ts';
import { Snapshot } from './domain/snapshot.ts';
import { observedServices } from './live/observations.ts';
import type { CheckStore, CommitInfo, Upstream } from './live/ports.ts';
import { type CatalogReading, readCatalog, readCategories } from './catalog-files/read-catalog.ts';

/** A catalog opened for writing: the repository that holds it, and the folder that its files are read from. */
export interface OpenCatalog<Repository = LocalRepository | GitHubRepository> {
  readonly repository: Repository;
  readonly files: CatalogFolder;
  /** The repository again, where others write to it too and the folder is a clone of it. */
  readonly upstream?: Upstream;
}

/** The categories that a new catalog starts with. */
const startingCatalog = new CatalogFolder(fileURLToPath(new URL('../catalog', import.meta.url)));

/** Opens the catalog where it lives: on GitHub if that is configured, else in CATALOG_DIR. A new catalog gets categories. */
export async function openCatalog(config: Config): Promise<OpenCatalog> {
  const { github, catalogName } = config;
  if (!github) return openLocalCatalog(config);

  // Most catalogs do not need it, and it takes a third of the time that the server takes to load.
  const { GitHubRepository } = await import('./adapters/github/github-repository.ts');
  const repository = await GitHubRepository.open({ ...github, committerName: catalogName });
  const files = new CatalogFolder(join(github.folder, catalogFolder));
  await files.seedCategories();
  return { repository, files, upstream: repository };
}

/**
 * Opens the catalog in CATALOG_DIR, wherever its home is. A new catalog gets categories, and a repository where it lies in none.
 * @throws {CategoriesUnreadable} before it makes a repository, so that a catalog that cannot be read is left as it is.
 */
export async function openLocalCatalog({
  catalogDir,
  catalogName,
}: Config): Promise<OpenCatalog<LocalRepository>> {
  const files = new CatalogFolder(catalogDir);
  await files.seedCategories();
  await readCategories(files);

  return { repository: await LocalRepository.open({ folder: catalogDir, fallbackName: catalogName }), files };
}

/** Reads the catalog in CATALOG_DIR and writes nothing. Where it has no categories yet, those of a new catalog apply. @throws {CategoriesUnreadable} */
export async function readLocalCatalog({ catalogDir, endpointPolicy }: Config): Promise<CatalogReading> {
  const files = new CatalogFolder(catalogDir);
  const isNew = (await files.read(categoriesPath)) === undefined;

  return readCatalog(
    files,
    endpointPolicy,
    isNew ? { categories: await readCategories(startingCatalog) } : {},
  );
}

/** Reads an open catalog at its present commit. @throws {CategoriesUnreadable} */
export async function readSnapshot(
  { repository, files }: OpenCatalog,
  policy: EndpointPolicy,
  checks: Pick<CheckStore, 'facts'>,
): Promise<{ readonly snapshot: Snapshot } & Pick<CatalogReading, 'rejects'>> {
  // Before the files: a commit made meanwhile is then noticed later, and never missed.
  const at = await repository.version();
  const reading = await readCatalog(files, policy);

  return { snapshot: await snapshotOf(reading, at, checks), rejects: reading.rejects };
}

/** A snapshot of what was read, with what checks found, as if a build held all of it. */
export async function snapshotOf(
  { categories, services }: CatalogReading,
  at: CommitInfo,
  checks: Pick<CheckStore, 'facts'>,
): Promise<Snapshot> {
  return Snapshot.of({ ...at, unbuilt: 0 }, categories, await observedServices(services, checks));
}
