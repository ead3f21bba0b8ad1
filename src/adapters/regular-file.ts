import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileReading, maxFileBytes } from '../domain/catalog-file.ts';
import { errorCode } from '../domain/error-code.ts';

/** Without O_NONBLOCK, opening a FIFO waits until somebody writes to it. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reading is synchronous, so one buffer serves every file; its last byte shows that a file has grown too large. */
const room = Buffer.alloc(maxFileBytes + 1);

/**
 * Reads a file that strangers may have put there; undefined when there is none. Only a small regular file is opened: a link could
 * lead to any file of this machine, a FIFO or a device never ends. What was decided by the name is checked again on the open
 * file, which may be another one by then.
 */
export function readRegularFile(path: string): FileReading | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && (faultOf(found) ?? readOpened(path));
  } catch (error) {
    return readingOfError(error);
  }
}

/** The text of a small file in UTF-8. */
export function textOf(bytes: Buffer): FileReading {
  if (bytes.length > maxFileBytes) return { fault: 'file_too_large' };

  return isUtf8(bytes) ? { text: bytes.toString() } : { fault: 'file_not_utf8' };
}

/**
 * The first part of the way from a folder down to a path in it that is there, but is no folder: a link, for example, through which
 * one would read or write somewhere else. Undefined when there is none.
 */
export function strayOnTheWay(folder: string, path: string): string | undefined {
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
    return faultOf(fstatSync(file)) ?? textOf(room.subarray(0, fill(file)));
  } finally {
    closeSync(file);
  }
}

/** Reads as much as there is room for; answers how much that was. */
function fill(file: number): number {
  let at = 0;

  while (at < room.length) {
    const count = readSync(file, room, at, room.length - at, null);
    if (count === 0) break;
    at += count;
  }
  return at;
}

function faultOf(found: { isFile(): boolean; readonly size: number }): FileReading | undefined {
  if (!found.isFile()) return { fault: 'file_not_regular' };

  return found.size > maxFileBytes ? { fault: 'file_too_large' } : undefined;
}

/** What an error says of the file or folder that was read. One that speaks of this process says nothing, and is thrown: the file may be good. */
export function readingOfError(error: unknown): FileReading | undefined {
  const code = errorCode(error);

  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
  if (code === 'ELOOP') return { fault: 'file_not_regular' };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') return { fault: 'file_unreadable' };
  throw error;
}
