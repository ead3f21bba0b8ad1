import { copyFile, link, rename, rm } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';

/**
 * Keeps what a file holds under a second name, until it is put back or dropped; false when there is no file. A link, so that
 * putting it back takes no space on a full disk.
 */
export async function keepSpare(path: string): Promise<boolean> {
  try {
    await link(path, spareName(path));
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false;
    if (!isCode(error, 'EEXIST')) return copyFile(path, spareName(path)).then(() => true);
  }

  // A crash left it behind.
  await dropSpare(path);
  return keepSpare(path);
}

/** Gives a file back what it held when its spare was kept; a file that was not there then goes away. */
export async function putSpareBack(path: string): Promise<void> {
  try {
    await rename(spareName(path), path);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    await rm(path, { force: true });
  }
}

export async function dropSpare(path: string): Promise<void> {
  await rm(spareName(path), { force: true });
}

function spareName(path: string): string {
  return `${path}.spare`;
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}
