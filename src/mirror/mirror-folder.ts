import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LockHeld, takeLock } from '../adapters/exclusive-lock.ts';
import { printable, quoted } from '../domain/plain-text.ts';
import { FilesStore } from './files-store.ts';
import { MirrorFault } from './mirror-fault.ts';
import { linesName, NdjsonStore } from './ndjson-store.ts';
import { damaged } from './own-folder.ts';
import { type Format, type MirrorState, readState, writeState } from './state.ts';
import type { Store } from './store.ts';

const lockName = 'mirror.lock';

/** The folder of a mirror, while this process holds its lock. */
export interface MirrorFolder {
  readonly path: string;
  readonly store: Store;
  /** Undefined in a new folder. */
  readonly state: MirrorState | undefined;
  save(state: MirrorState): Promise<void>;
  close(): void;
}

interface Options {
  readonly from: URL;
  readonly format: Format | undefined;
}

/** Opens the folder of a mirror, and makes it when it is missing. @throws {MirrorFault} when it is in use, or belongs to something else. */
export async function openMirrorFolder(to: string, options: Options): Promise<MirrorFolder> {
  await mkdir(to, { recursive: true });
  const path = await realpath(to);
  await refuseForeign(path);
  const lock = await lockFolder(path);

  try {
    const state = await readState(path);
    if (state) refuseOther(path, state, options);
    // A damaged file of lines would stay damaged, since it is compared with the new export.
    if (!state) await rm(join(path, linesName), { force: true });
    const store = await openStore(path, state?.format ?? options.format ?? 'files');
    return {
      path,
      store,
      state,
      save: (next) => writeState(path, next),
      close: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function openStore(path: string, format: Format): Promise<Store> {
  return format === 'files' ? FilesStore.open(path) : Promise.resolve(new NdjsonStore(path));
}

/** Every mirror begins with its lock, so a folder that holds anything else first is not one. */
async function refuseForeign(path: string): Promise<void> {
  const names = await readdir(path);
  if (names.length === 0) return;

  if (!names.includes(lockName)) {
    throw new MirrorFault(
      'folder',
      `${printable(path)} holds something other than a mirror; choose another folder, or empty it`,
    );
  }
  for (const name of [lockName, `${lockName}.pid`].filter((each) => names.includes(each))) {
    if (!(await lstat(join(path, name))).isFile()) throw damaged(join(path, name));
  }
}

async function lockFolder(path: string): Promise<{ release(): void }> {
  try {
    return await takeLock(join(path, lockName));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new MirrorFault(
      'folder',
      `another mirror writes ${printable(path)} (process ${error.holder}); stop it first, or choose another folder`,
      { cause: error },
    );
  }
}

function refuseOther(path: string, state: MirrorState, { from, format }: Options): void {
  if (state.from !== from.href) {
    throw new MirrorFault(
      'folder',
      `${printable(path)} is a mirror of ${quoted(state.from)}; give that as --from, or choose another folder`,
    );
  }
  if (format !== undefined && format !== state.format) {
    throw new MirrorFault(
      'folder',
      `${printable(path)} is a mirror in the format ${state.format}; leave --format out, or choose another folder`,
    );
  }
}
