import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The name under which a file is written before it is renamed into place. */
export function temporaryName(path: string): string {
  return `${path}.tmp`;
}

/** Writes a temporary file, syncs it and renames it, so that after any crash the file holds either the old text or the new one. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });

  const temporary = temporaryName(path);
  try {
    // A crash may have left a file here, and a contributor may have put a link here, which a plain write would follow.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes renames and removals in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
