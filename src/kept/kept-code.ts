import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Keeps what Node compiles from now on below DATA_DIR, for this process, its threads and the processes that it starts: stripping types and
 * compiling is most of what loading the server costs. Node compares each kept module with a hash of its source and with its own version, drops what
 * does not fit, and does without where nothing can be written. The folder may be deleted at any time.
 */
export function keepCode(dataDir: string): void {
  if (!mayWriteTo(dataDir)) return;

  process.env['NODE_COMPILE_CACHE'] ??= resolve(dataDir, 'kept', 'code');
  enableCompileCache();
}

/** Whether a folder is new, or holds what an earlier start kept. Others may be a mistake in the settings, which nobody has checked yet. */
function mayWriteTo(dataDir: string): boolean {
  return !existsSync(dataDir) || existsSync(join(dataDir, 'kept'));
}
