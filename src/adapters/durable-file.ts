import { execFile } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../domain/error-code.ts';
import { eachConcurrently } from './each-concurrently.ts';

interface NewText {
  readonly path: string;
  readonly text: string;
}

/** From this number of files on, one flush of the whole file system is faster than one for each file and folder. */
const manyFiles = 1_000;

/** How many files to write before yielding to the event loop. */
const filesPerTurn = 100;

/** The name under which a file is written before it is renamed into place. */
export function temporaryName(path: string): string {
  return `${path}.tmp`;
}

/**
 * Writes a temporary file, syncs it and renames it, so that after any crash the file holds either the old text or the new one. `mode`: who may
 * read it.
 */
export async function writeDurably(path: string, text: string, mode = 0o666): Promise<void> {
  await makeFolder(dirname(path));

  const temporary = temporaryName(path);
  try {
    await removeTemporary(path);
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await removeTemporary(path);
    throw error;
  }
}

/** A crash may have left a file here, and a contributor may have put a folder here, or a link, which a plain write would follow. */
export async function removeTemporary(path: string): Promise<void> {
  await rm(temporaryName(path), { force: true, recursive: true });
}

/** Makes a folder with its parents, as far as they are missing, so that their names survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;

  const top = dirname(first);
  for (let made = resolve(path); made !== top; made = dirname(made)) {
    await syncFolder(dirname(made));
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

/** Makes a folder with everything in it survive a power cut. */
export async function syncAllIn(folder: string): Promise<void> {
  if (await syncFileSystem(folder)) return;

  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile() || each.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));

  await eachConcurrently([...paths, folder], syncFolder);
}

/**
 * Writes files, so that all of them survive a power cut once it resolves. Until then each holds, after any crash of the process, either
 * its old text or the new one; after a power cut, it may hold anything. `folder` holds all of them.
 */
export async function writeAllDurably(folder: string, files: readonly NewText[]): Promise<void> {
  if (files.length < manyFiles) {
    await eachConcurrently(files, ({ path, text }) => writeDurably(path, text));
    await syncFolders(files);
    return;
  }

  await eachConcurrently(foldersOf(files), makeFolder);
  for (const [i, { path, text }] of files.entries()) {
    replaceFile(path, text);
    if (i % filesPerTurn === 0) await nextTurn();
  }
  if (!(await syncFileSystem(folder))) await syncEach(files);
}

/** Makes renames and removals in the folders of these files survive a power cut. */
export async function syncFolders(files: readonly Pick<NewText, 'path'>[]): Promise<void> {
  await eachConcurrently(foldersOf(files), syncFolder);
}

function foldersOf(files: readonly Pick<NewText, 'path'>[]): Set<string> {
  return new Set(files.map(({ path }) => dirname(path)));
}

/** Like `writeDurably` without the sync. Synchronous calls take a third of the time for small files. */
function replaceFile(path: string, text: string): void {
  const temporary = temporaryName(path);
  try {
    writeNew(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes a file where there is usually none. What is there is as `removeTemporary` says. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    rmSync(path, { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  }
}

/** Flushes the file system that a folder is on; false where that is not possible. Only the `sync` of Linux waits until it is done. */
async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;

  return promisify(execFile)('sync', ['-f', folder]).then(
    () => true,
    () => false,
  );
}

async function syncEach(files: readonly NewText[]): Promise<void> {
  await eachConcurrently(files, async ({ path }) => {
    const file = await open(path, 'r');
    await file.sync().finally(() => file.close());
  });
  await syncFolders(files);
}
