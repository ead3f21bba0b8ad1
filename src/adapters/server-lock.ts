import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LockHeld, takeLock } from './exclusive-lock.ts';

/** Another server holds the lock of the catalog; the message names its process. */
export class CatalogInUse extends Error {
  override readonly name = 'CatalogInUse';
}

/**
 * Locks a catalog folder for this process.
 * @throws {CatalogInUse | LockUnusable}
 */
export async function claimCatalog(folder: string, stateFolder: string): Promise<{ release(): void }> {
  const tag = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12);

  try {
    return await takeLock(join(stateFolder, `tollbook-${tag}.lock`));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new CatalogInUse(
      `the catalog folder ${folder} is already served by another Tollbook (process ${error.holder}); stop it first, or set CATALOG_DIR to another folder`,
      { cause: error },
    );
  }
}
