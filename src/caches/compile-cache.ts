import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Caches compiled modules below DATA_DIR for this process, its threads and its child processes: stripping types and compiling is most of the cost
 * of loading the server. Node checks each module against a hash of its source and its own version, and runs without a cache where it cannot
 * write. The folder may be deleted at any time.
 */
export function useCompileCache(dataDir: string): void {
  if (!mayWriteTo(dataDir)) return;

  process.env['NODE_COMPILE_CACHE'] ??= resolve(dataDir, 'cache', 'code');
  enableCompileCache();
}

/** Whether a folder is new, or holds the caches of an earlier start. Another folder may be a mistake in the settings, which are not validated yet. */
function mayWriteTo(dataDir: string): boolean {
  return !existsSync(dataDir) || existsSync(join(dataDir, 'cache'));
}
