import { rmSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';

/**
 * Backs up a file as a hard link, until `restoreBackup` or `removeBackup`; false when there is no file. A link, unlike
 * a copy, can be put back on a full disk.
 */
export async function linkBackup(path: string): Promise<boolean> {
  try {
    await link(path, backupName(path));
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false;
    if (!isCode(error, 'EEXIST')) return copyFile(path, backupName(path)).then(() => true);
  }

  // A crash left an older backup behind.
  await removeBackup(path);
  return linkBackup(path);
}

/** Restores a file from its backup. Without one, the file stays as it is. */
export async function restoreBackup(path: string): Promise<void> {
  try {
    await rename(backupName(path), path);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  // rename(2) does nothing when both names lead to one file, that is when the file was not replaced yet.
  await removeBackup(path);
}

/** Also what a contributor put in its place, which may be a folder. */
export async function removeBackup(path: string): Promise<void> {
  await rm(backupName(path), { force: true, recursive: true });
}

/** The same at once, where no other work may come between. */
export function removeBackupSync(path: string): void {
  rmSync(backupName(path), { force: true, recursive: true });
}

function backupName(path: string): string {
  return `${path}.spare`;
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}
