import { lstatSync } from 'node:fs';

/** Longer than the steps in which any file system counts time. */
const coarsestMs = 2_000;

/**
 * A text that stays the same for as long as a file does, much as git knows it: inode, size, and the times of its last changes. Undefined where there
 * is no regular file, it cannot be looked at, or it changed so shortly before `now` that it could change once more and keep its stamp.
 */
export function stampOf(path: string, now: Date): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.ctimeMs > now.getTime() - coarsestMs) return undefined;
    return [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
  } catch {
    return undefined;
  }
}
