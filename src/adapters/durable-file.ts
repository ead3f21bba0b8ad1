import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Name under which a file is written before it takes its place. */
export function temporaryName(path: string): string {
  return `${path}.tmp`;
}

/** Writes a file so that after any crash it holds either all of the new text or all of the old: temporary file, fsync, rename. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });

  const temporary = temporaryName(path);
  try {
    // Whatever stands under that name was left by a crash, or put there by a stranger: a link would be written through.
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
