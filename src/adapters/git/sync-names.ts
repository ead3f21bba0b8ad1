import { dirname, join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { syncFolder } from '../durable-file.ts';

/*
 * With `core.fsync`, git syncs what it writes, but not the folders that name it: after a power cut, an object or a branch could be whole
 * and have no name.
 */

/** Makes the names of packs, and of one loose object, survive a power cut. `commonDir`: the folder of the repository. */
export async function syncObjectNames(commonDir: string, object: string): Promise<void> {
  const objects = join(commonDir, 'objects');

  for (const name of ['pack', object.slice(0, 2), '.']) {
    await syncIfThere(join(objects, name));
  }
}

/** Makes the place of a branch survive a power cut. `branch`: its full name. */
export async function syncBranchName(commonDir: string, branch: string): Promise<void> {
  for (let name = dirname(branch); name !== '.'; name = dirname(name)) {
    await syncIfThere(join(commonDir, name));
  }
  // Here lie packed refs.
  await syncIfThere(commonDir);
}

async function syncIfThere(path: string): Promise<void> {
  try {
    await syncFolder(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
