import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Another server holds the catalog; the message says which. */
export class CatalogInUse extends Error {
  override readonly name = 'CatalogInUse';
}

/**
 * Claims a catalog folder for this process until it ends. The claim is an exclusive lock on a small SQLite file, so the
 * operating system lets go of it however the process dies, and no stale lock is ever left behind.
 * @throws {CatalogInUse}
 */
export async function claimCatalog(folder: string, stateFolder: string): Promise<{ release(): void }> {
  const tag = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12);
  const path = join(stateFolder, `tollbook-${tag}.lock`);
  const holder = `${path}.pid`;
  const lock = new Database(path, { timeout: 0 });

  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const pid = await readFile(holder, 'utf8').catch(() => 'unknown');
    throw new CatalogInUse(
      `the catalog folder ${folder} is already served by another Tollbook (process ${pid}); stop it first, or set CATALOG_DIR to another folder`,
      { cause: error },
    );
  }

  await writeFile(holder, String(process.pid));
  return { release: () => void lock.close() };
}
