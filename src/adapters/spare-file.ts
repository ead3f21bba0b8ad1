import { copyFile, link, rename, rm } from 'node:fs/promises';

/** Keeps what a file holds under a second name, until it is put back or dropped. A link, so that putting it back takes no space on a full disk. */
export async function keepSpare(path: string): Promise<void> {
  await dropSpare(path);
  try {
    await link(path, spareName(path));
  } catch (error) {
    if (!isMissing(error)) await copyFile(path, spareName(path));
  }
}

/** Gives a file back what it held when its spare was kept; a file that was not there then goes away. */
export async function putSpareBack(path: string): Promise<void> {
  try {
    await rename(spareName(path), path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await rm(path, { force: true });
  }
}

export async function dropSpare(path: string): Promise<void> {
  await rm(spareName(path), { force: true });
}

function spareName(path: string): string {
  return `${path}.spare`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
