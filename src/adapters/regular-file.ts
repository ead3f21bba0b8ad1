import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileReading, maxFileBytes } from '../domain/catalog-file.ts';
import { errorCode } from '../domain/error-code.ts';

/** Without O_NONBLOCK, opening a FIFO blocks until another process writes to it. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reading is synchronous, so all files can share one buffer. Its extra byte reveals a file that is too large. */
const buffer = Buffer.alloc(maxFileBytes + 1);

/**
 * Reads a file that may come from a stranger; undefined when there is none. Only small regular files are read: a link could point to
 * any file of this machine, and a FIFO or a device never ends. The open file is checked once more, because it may have been replaced
 * since `lstat`.
 */
export function readRegularFile(path: string): FileReading | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && (faultOf(found) ?? readOpened(path));
  } catch (error) {
    return readingOfError(error);
  }
}

export function textOf(bytes: Buffer): FileReading {
  if (bytes.length > maxFileBytes) return { fault: 'file_too_large' };

  return isUtf8(bytes) ? { text: bytes.toString() } : { fault: 'file_not_utf8' };
}

/**
 * The first parent of `path` within `folder` that exists but is not a folder: for example a link, which would lead reads and writes
 * out of the catalog. Undefined when all parents are folders or do not exist.
 */
export function nonFolderParent(folder: string, path: string): string | undefined {
  const parts = dirname(path)
    .split('/')
    .filter((part) => part !== '.');

  for (let depth = 1; depth <= parts.length; depth += 1) {
    const part = parts.slice(0, depth).join('/');
    const found = lstatSync(join(folder, part), { throwIfNoEntry: false });
    if (!found) return undefined;
    if (!found.isDirectory()) return part;
  }
  return undefined;
}

function readOpened(path: string): FileReading {
  const file = openSync(path, flags);
  try {
    return faultOf(fstatSync(file)) ?? textOf(buffer.subarray(0, fillBuffer(file)));
  } finally {
    closeSync(file);
  }
}

/** Reads until the buffer is full or the file ends, and returns the number of bytes read. */
function fillBuffer(file: number): number {
  let length = 0;

  while (length < buffer.length) {
    const count = readSync(file, buffer, length, buffer.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length;
}

function faultOf(found: { isFile(): boolean; readonly size: number }): FileReading | undefined {
  if (!found.isFile()) return { fault: 'file_not_regular' };

  return found.size > maxFileBytes ? { fault: 'file_too_large' } : undefined;
}

/**
 * Interprets an error of reading a file or folder; undefined means that there is none.
 * @throws the error itself when it is about this process (such as EMFILE), since the file may be fine
 */
export function readingOfError(error: unknown): FileReading | undefined {
  const code = errorCode(error);

  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
  if (code === 'ELOOP') return { fault: 'file_not_regular' };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') return { fault: 'file_unreadable' };
  throw error;
}
