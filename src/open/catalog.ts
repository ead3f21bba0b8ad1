import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogFolder } from '../adapters/catalog-folder.ts';
import { CommittedFiles } from '../adapters/git/committed-files.ts';
import type { SignCommit } from '../adapters/git/commit-object.ts';
import { LocalRepository } from '../adapters/git/local-repository.ts';
import { RemoteRepository } from '../adapters/git/remote-repository.ts';
import type { GitHubRepository } from '../adapters/github/github-repository.ts';
import { claimCatalog } from '../adapters/server-lock.ts';
import { sshSigner } from '../adapters/signing/ssh-signature.ts';
import type { Config } from '../config/config.ts';
import { catalogFolder } from '../domain/catalog-file.ts';
import { categoriesPath } from '../domain/category.ts';
import type { CommitInfo } from '../domain/commit.ts';
import { Snapshot } from '../domain/snapshot.ts';
import { ValidFilesCache } from '../caches/valid-files-cache.ts';
import { type Memory, observedServices } from '../live/observations.ts';
import type { Log, Upstream } from '../live/ports.ts';
import { logFolder } from '../catalog-files/log-files.ts';
import type { LogSources } from '../live/transparency-log.ts';
import { type CatalogReading, readCatalog, readCategories } from '../catalog-files/read-catalog.ts';

/** A catalog opened for writing: its repository, and the folder to read its files from. */
export interface OpenCatalog<Repository = LocalRepository | GitHubRepository | RemoteRepository> {
  readonly repository: Repository;
  readonly files: CatalogFolder;
  /** The entries of the log of who is paid, as they are on the branch. */
  readonly committedLog: LogSources['committed'];
  /** The same repository, if others commit to it too and the folder is a clone of it. */
  readonly upstream?: Upstream;
  /** Advice to the operator about the home of the catalog, as a sentence. */
  readonly advice?: string | undefined;
}

/** The project's own catalog, whose categories a new catalog starts with. */
const startingCatalog = new CatalogFolder(fileURLToPath(new URL('../../catalog', import.meta.url)));

/** A catalog that no other server opens before it is released, or this process ends. */
export interface ClaimedCatalog extends OpenCatalog {
  readonly release: () => void;
}

/**
 * Opens the catalog at its home for a server: on GitHub or at a git remote if that is configured, else in CATALOG_DIR. A new catalog gets
 * categories. @throws {CatalogInUse} before anything is changed that the other server may be at
 */
export async function openCatalog(config: Config): Promise<ClaimedCatalog> {
  const { github, remote, catalogName: committerName } = config;
  const writing = { committerName, signCommit: commitSignerOf(config) };
  if (remote) {
    const opened = await openClone(remote, () => RemoteRepository.open({ ...remote, ...writing }));
    return { ...opened, advice: await opened.repository.advice() };
  }
  if (!github) {
    const catalog = await openLocalCatalog(config);
    return { ...catalog, ...(await claimCatalog(catalog.files.path, catalog.repository.gitDir)) };
  }

  // Most catalogs do not need this module, and it accounts for a third of the server's load time.
  const { GitHubRepository } = await import('../adapters/github/github-repository.ts');
  return openClone(github, () => GitHubRepository.open({ ...github, ...writing }));
}

/** Claims the folder of a clone before opening it, which removes what a crash left, or the clone itself. */
async function openClone<Repository extends GitHubRepository | RemoteRepository>(
  { folder }: { readonly folder: string },
  open: () => Promise<Repository>,
): Promise<ClaimedCatalog & { readonly repository: Repository }> {
  await mkdir(folder, { recursive: true });
  const claim = await claimCatalog(folder, dirname(folder));
  const repository = await open();
  const files = new CatalogFolder(join(folder, catalogFolder));
  await files.seedCategories();
  // The clone has exactly what is on the branch, ahead of what git has fetched.
  return { repository, files, upstream: repository, committedLog: () => files, ...claim };
}

/**
 * Opens the catalog in CATALOG_DIR, wherever its home is. A new catalog gets categories, and a repository unless it is in one already.
 * @throws {CategoriesUnreadable} before making a repository, so that an unreadable catalog is left as it is.
 */
export async function openLocalCatalog(config: Config): Promise<OpenCatalog<LocalRepository>> {
  const { catalogDir, catalogName } = config;
  const files = new CatalogFolder(catalogDir);
  await files.seedCategories();
  await readCategories(files);

  const signCommit = commitSignerOf(config);
  const repository = await LocalRepository.open({
    folder: catalogDir,
    fallbackName: catalogName,
    signCommit,
  });
  // In a clone of a server whose home is GitHub, git lags behind the files until the next fetch.
  const committedLog = () => (config.github ? files : new CommittedFiles(repository.history, logFolder));
  return { repository, files, committedLog };
}

function commitSignerOf({ signingKey }: Pick<Config, 'signingKey'>): SignCommit | undefined {
  return signingKey && sshSigner(signingKey).signCommit;
}

/** Reads the catalog in CATALOG_DIR and writes nothing. If it has no categories yet, uses those of a new catalog. @throws {CategoriesUnreadable} */
export async function readLocalCatalog({ catalogDir, endpointPolicy }: Config): Promise<CatalogReading> {
  const files = new CatalogFolder(catalogDir);
  const isNew = (await files.read(categoriesPath)) === undefined;

  return readCatalog(
    files,
    endpointPolicy,
    isNew ? { categories: await readCategories(startingCatalog) } : {},
  );
}

/** Reads an open catalog at its present commit, with the cache of earlier readings below DATA_DIR. @throws {CategoriesUnreadable} */
export async function readSnapshot(
  { repository, files }: Pick<OpenCatalog, 'repository' | 'files'>,
  { endpointPolicy: policy, dataDir }: Pick<Config, 'endpointPolicy' | 'dataDir'>,
  memory: Memory,
  log: Log,
): Promise<{ readonly snapshot: Snapshot } & Pick<CatalogReading, 'rejects'>> {
  // Read the version before the files, so that a commit made meanwhile is found later rather than missed.
  const at = await repository.version();
  const categories = await readCategories(files);
  const known = await ValidFilesCache.open({ dataDir, policy, categories, log });
  const reading = await readCatalog(files, policy, { categories, known });
  await known.save();

  return { snapshot: await snapshotOf(reading, at, memory), rejects: reading.rejects };
}

/** A snapshot of what was read, with what is remembered of services, and no unbuilt changes. */
export async function snapshotOf(
  { categories, services, tombstones }: CatalogReading,
  at: CommitInfo,
  memory: Memory,
): Promise<Snapshot> {
  const entries = await observedServices(services, await memory.checks.facts(), memory);

  return Snapshot.of({ ...at, unbuilt: 0 }, categories, entries, tombstones);
}
