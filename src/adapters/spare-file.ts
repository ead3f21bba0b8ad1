import { copyFile, link, rename, rm } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';

/**
 * Backs up a file by giving it a second name, until `putSpareBack` or `dropSpare`; false when there is no file. A hard link, unlike
 * a copy, can be put back on a full disk.
 */
export async function keepSpare(path: string): Promise<boolean> {
  try {
    await link(path, spareName(path));
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false;
    if (!isCode(error, 'EEXIST')) return copyFile(path, spareName(path)).then(() => true);
  }

  // A crash left an older spare behind.
  await dropSpare(path);
  return keepSpare(path);
}

/** Restores a file from its spare. Without a spare, the file stays as it is. */
export async function putSpareBack(path: string): Promise<void> {
  try {
    await rename(spareName(path), path);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  // rename(2) does nothing when both names lead to one file, that is when the file was not replaced yet.
  await dropSpare(path);
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
