import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shared = fileURLToPath(new URL('../../node_modules/.cache/tollbook-tests/folders', import.meta.url));

/**
 * Fills a folder with what `make` makes, once for all tests: a copy takes a fraction of the time of the processes of git. `key` says all
 * that the contents depend on.
 */
export async function fillFolder(
  folder: string,
  key: readonly unknown[],
  make: (folder: string) => Promise<unknown>,
): Promise<void> {
  const place = join(shared, createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16));
  if (!existsSync(place)) {
    const draft = `${place}.${randomUUID()}`;
    await mkdir(draft, { recursive: true });
    await make(draft);
    // Where a test in another process was faster, its folder stays.
    await rename(draft, place).catch(() => rm(draft, { recursive: true }));
  }
  cpSync(place, folder, { recursive: true });
}
