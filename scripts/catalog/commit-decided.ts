import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import type { LocalRepository } from '../../src/adapters/git/local-repository.ts';
import type { Config } from '../../src/config/config.ts';
import type { FileChange } from '../../src/domain/catalog-file.ts';
import { categoriesPath } from '../../src/domain/category.ts';
import { CatalogMoved } from '../../src/domain/commit.ts';
import { openLocalCatalog } from '../../src/open/catalog.ts';

/** What a command commits. */
interface Decided {
  readonly files: readonly FileChange[];
  readonly message: string;
}

/** A decision, and its commit; undefined where it changed nothing. */
type Committed<Decision> = Decision & { readonly commit: string | undefined };

const maxAttempts = 5;

/** Decides on the catalog in CATALOG_DIR, and commits that. A folder without a catalog becomes one only where there is something to commit. */
export async function commitInFolder<Decision extends Decided>(
  config: Config,
  decide: () => Promise<Decision>,
): Promise<Committed<Decision>> {
  const isCatalog = (await new CatalogFolder(config.catalogDir).read(categoriesPath)) !== undefined;
  if (!isCatalog) {
    const decision = await decide();
    if (decision.files.length === 0) return { ...decision, commit: undefined };
  }

  return commitDecided((await openLocalCatalog(config)).repository, decide);
}

/**
 * Decides on the catalog as it is and commits that: again where others, such as a running server, committed in between, so that nothing that an
 * owner did is overwritten by a decision on what was there before.
 */
export async function commitDecided<Decision extends Decided>(
  repository: LocalRepository,
  decide: () => Promise<Decision>,
): Promise<Committed<Decision>> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { commit: decidedOn } = await repository.version();
    const decision = await decide();
    const { files, message } = decision;
    if (files.length === 0) return { ...decision, commit: undefined };

    try {
      const { commit } = await repository.commit(files, message, new Date(), () =>
        refuseMoved(repository, decidedOn),
      );
      return { ...decision, commit };
    } catch (error) {
      if (!(error instanceof CatalogMoved)) throw error;
    }
  }

  throw new Error(
    'the catalog changes faster than this command can decide on it; run it again when fewer owners are at work',
  );
}

async function refuseMoved(repository: LocalRepository, decidedOn: string): Promise<void> {
  const { commit } = await repository.version();
  if (commit !== decidedOn) throw new CatalogMoved(`the catalog has moved to ${commit}`);
}
