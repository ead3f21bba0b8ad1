import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../domain/catalog-file.ts';
import { CommitFailure } from '../../domain/commit.ts';
import { quoted } from '../../domain/plain-text.ts';
import { eachConcurrently } from '../each-concurrently.ts';
import { removeTemporary, syncFolders, writeAllDurably } from '../durable-file.ts';
import { nonFolderParent } from '../regular-file.ts';
import { linkBackup, removeBackup, removeBackupSync, restoreBackup } from '../backup-link.ts';
import { blobId } from './commit-object.ts';
import type { JournalFile } from './index-lock.ts';

/** The files of a work tree that a commit changes. Until the commit is made, each can be put back as it was. */
export class WorkFiles {
  /** Top of the work tree. */
  readonly #top: string;

  constructor(top: string) {
    this.#top = top;
  }

  /**
   * What it takes to finish or undo a change of these files. Removes what a contributor put in the place of a backup: with a journal, it would count
   * as one. `objectFormat`: sha1 or sha256.
   * @throws {CommitFailure} for a path that leads through a link
   */
  journalOf(files: readonly FileChange[], objectFormat: string): JournalFile[] {
    this.refuseStrays(files);
    for (const { path } of files) removeBackupSync(this.#at(path));

    return files.map(({ path, text }) => ({
      path,
      blob: text === null ? null : blobId(text, objectFormat),
      existed: exists(this.#at(path)),
    }));
  }

  /** Refuses paths that lead through a link, which would redirect the write. @throws {CommitFailure} */
  refuseStrays(files: readonly FileChange[]): void {
    const oneInEachFolder = new Map(files.map(({ path }) => [dirname(path), path]));

    for (const path of oneInEachFolder.values()) {
      const stray = nonFolderParent(this.#top, path);
      if (stray !== undefined) {
        throw new CommitFailure(`${quoted(stray)} is no folder; put a folder in its place`);
      }
    }
  }

  /** Gives files that existed a second name, by which `undo` restores them. */
  async linkBackups(journal: readonly JournalFile[]): Promise<void> {
    await eachConcurrently(this.#existing(journal), linkBackup);
  }

  async dropSpares(journal: readonly JournalFile[]): Promise<void> {
    await eachConcurrently(this.#existing(journal), removeBackup);
  }

  /** Writes and removes the files. When it resolves, they survive a power cut. */
  async write(files: readonly FileChange[]): Promise<void> {
    const written = files.flatMap(({ path, text }) =>
      text === null ? [] : [{ path: this.#at(path), text }],
    );
    const removed = files.flatMap(({ path, text }) => (text === null ? [{ path: this.#at(path) }] : []));

    await writeAllDurably(this.#top, written);
    await eachConcurrently(removed, ({ path }) => rm(path, { force: true }));
    await syncFolders(removed);
  }

  /** Restores the old texts and removes new files. A file that cannot be restored does not stop the others. @throws {CommitFailure} */
  async undoAll(journal: readonly JournalFile[]): Promise<void> {
    const failures: unknown[] = [];
    await eachConcurrently(journal, (file) =>
      this.#undo(file).catch((error: unknown) => failures.push(error)),
    );
    if (failures.length > 0) {
      throw new CommitFailure(`a file could not be put back: ${String(failures[0])}`);
    }
  }

  /** Removes what a crash left beside files whose commit was made. */
  async clearUp(journal: readonly JournalFile[]): Promise<void> {
    await eachConcurrently(journal, async ({ path, blob }) => {
      await removeTemporary(this.#at(path));
      await removeBackup(this.#at(path));
      if (blob === null) await rm(this.#at(path), { force: true });
    });
  }

  /** A file that existed but has no backup was not changed yet, or is restored already. */
  async #undo({ path, existed }: JournalFile): Promise<void> {
    await removeTemporary(this.#at(path));
    if (existed) await restoreBackup(this.#at(path));
    else await rm(this.#at(path), { force: true });
  }

  #existing(journal: readonly JournalFile[]): string[] {
    return journal.filter(({ existed }) => existed).map(({ path }) => this.#at(path));
  }

  #at(path: string): string {
    return join(this.#top, path);
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
