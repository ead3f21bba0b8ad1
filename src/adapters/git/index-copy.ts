import { copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import type { JournalFile } from './index-lock.ts';
import { runGit } from './run-git.ts';

/** From this size on, in bytes, git splits the index: a part that rarely changes, and what differs from it. 10,000 files have an index of 1 MB. */
const largeIndex = 1_000_000;

/**
 * Git rewrites the whole of a split index once more than 5 % of its entries differ from the shared part. It keeps former shared parts
 * for an hour, for commands that still use them.
 */
const splitting = ['splitIndex.maxPercentChange=5', 'splitIndex.sharedIndexExpire=1.hour.ago'];

/**
 * A copy of git's index, to which a commit adds its files, and which replaces the index once the commit is made. Both are small: a commit
 * writes what it changes, however many files the catalog has.
 */
export class IndexCopy {
  readonly #top: string;
  readonly #index: string;
  readonly #copy: string;

  /** `gitDir` is that of the work tree. */
  constructor(top: string, gitDir: string) {
    this.#top = top;
    this.#index = join(gitDir, 'index');
    this.#copy = join(gitDir, 'index.tollbook');
  }

  get lock(): string {
    return `${this.#copy}.lock`;
  }

  /**
   * Makes the copy, with these files as they are in the work tree. Leaves it to others to write their objects.
   * @throws {GitError}
   */
  async stage(files: readonly { readonly path: string }[]): Promise<void> {
    const size = await this.#take();

    await runGit(['update-index', '--info-only', '--add', '--remove', '-z', '--stdin'], {
      cwd: this.#top,
      input: nulTerminated(files),
      env: { GIT_INDEX_FILE: this.#copy },
      config: size < largeIndex ? splitting : [...splitting, 'core.splitIndex=true'],
    });
  }

  /** Never fails, because the commit is made: at worst `git status` shows the files as changed. */
  async place(): Promise<void> {
    await rename(this.#copy, this.#index).catch(() => this.drop());
  }

  async drop(): Promise<void> {
    await rm(this.#copy, { force: true });
  }

  /** Makes the index itself and the work tree hold the files of a commit that was made. @throws {GitError} */
  async match(files: readonly JournalFile[]): Promise<void> {
    const present = files.filter(({ blob }) => blob !== null);
    const removed = files.filter(({ blob }) => blob === null);
    const entries = present.map(({ path, blob }) => `100644 ${String(blob)}\t${path}\0`).join('');

    await this.#git(['update-index', '--force-remove', '-z', '--stdin'], nulTerminated(removed));
    await this.#git(['update-index', '-z', '--index-info'], entries);
    await this.#git(['checkout-index', '--force', '--index', '-z', '--stdin'], nulTerminated(present));
  }

  /** Takes the copy and returns its size in bytes. Git replaces an index and never writes into it, so a second name is a copy. */
  async #take(): Promise<number> {
    await this.drop();
    try {
      await link(this.#index, this.#copy);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 0;
      await copyFile(this.#index, this.#copy);
    }
    return (await stat(this.#copy)).size;
  }

  async #git(args: readonly string[], input: string): Promise<void> {
    await runGit(args, { cwd: this.#top, input });
  }
}

function nulTerminated(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => `${path}\0`).join('');
}
