import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, writeDurably } from '../adapters/durable-file.ts';
import { errorCode } from '../domain/error-code.ts';
import { printable } from '../domain/plain-text.ts';
import { MirrorFault } from './mirror-fault.ts';

/** Makes a folder unless it is there; whether it was made. @throws {MirrorFault} when something else has its name. */
export async function makeFolder(path: string): Promise<boolean> {
  if (await isFolder(path)) return false;

  await mkdir(path);
  return true;
}

/** Whether there is a folder; false when there is nothing. @throws {MirrorFault} for anything else, such as a link, which could lead out of the mirror. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await lstat(path)).isDirectory()) return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  throw new MirrorFault(
    'folder',
    `${printable(path)} is not a folder, and links are not followed; remove it`,
  );
}

/** The text of a file in the folder; undefined where there is none. @throws {MirrorFault} for a link. */
export async function readOwnText(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === 'ELOOP') throw damaged(path);
    throw error;
  }
}

/** Replaces a file in the folder in one step. It survives a power cut once this resolves. `mode`: who may read it. */
export async function writeOwnText(path: string, text: string, mode?: number): Promise<void> {
  await writeDurably(path, text, mode);
  await syncFolder(dirname(path));
}

export function damaged(path: string): MirrorFault {
  return new MirrorFault(
    'folder',
    `${printable(path)} is not what this mirror wrote; delete the file mirror.json, so that the next run takes a new export`,
  );
}
