import { existsSync } from 'node:fs';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { CommitFailure } from '../../domain/commit.ts';
import { errorCode } from '../../domain/error-code.ts';
import { LockHeld, takeShortLock } from '../exclusive-lock.ts';

const JournalFile = z.strictObject({
  /** Relative to the top of the work tree. */
  path: z.string(),
  /** The id of the blob that the commit puts at this path; null when it removes the file. */
  blob: z.nullable(z.string()),
  /** Whether the file existed before. */
  existed: z.boolean(),
});
export type JournalFile = z.infer<typeof JournalFile>;

/** The content of the lock while we make a commit: enough to finish or undo that commit after a crash. */
const Journal = z.strictObject({ tollbook: z.literal(2), pid: z.int(), files: z.array(JournalFile) });
export type Journal = z.infer<typeof Journal>;

const patienceMs = 1500;
const pauseMs = 20;

/**
 * Git's own lock on the index, by git's protocol: the process that creates `index.lock` holds it, and no other git command changes the index
 * meanwhile. Ours contains a journal instead of an index, which distinguishes it from git's own after a crash. Beside it we hold a lock that ends
 * with the process, however that dies: a process id would say nothing to another container.
 */
export class IndexLock {
  readonly #path: string;
  readonly #life: string;
  #held: { release(): void } | undefined;

  /** `gitDir` is that of the work tree. */
  constructor(gitDir: string) {
    this.#path = join(gitDir, 'index.lock');
    this.#life = join(gitDir, 'tollbook-commit.lock');
  }

  /**
   * Takes the lock, and resolves to the journal of it. Waits up to 1.5 s for a running git command, or for another process of ours. `files` is
   * asked when nobody else commits any more: what it says of a file must not be from before another commit of that file.
   * @throws {CommitFailure} when another process holds the lock.
   */
  async take(files: () => readonly JournalFile[]): Promise<readonly JournalFile[]> {
    const deadline = Date.now() + patienceMs;

    this.#held = await this.#whenFree(deadline, () => takeShortLock(this.#life));
    try {
      return await this.#whenFree(deadline, async () => {
        // The journal of a process that died is for `takeOver`, and so are the backups that it names.
        if (existsSync(this.#path)) throw new IndexTaken();
        const journal: Journal = { tollbook: 2, pid: process.pid, files: [...files()] };
        await writeNew(this.#path, JSON.stringify(journal));
        return journal.files;
      });
    } catch (error) {
      this.letGo();
      throw error;
    }
  }

  /** Takes over the lock that one of our commits left when its process died. Undefined when there is none, or its process lives. */
  async takeOver(): Promise<{ journal: Journal; since: Date } | undefined> {
    if (!(await readJournal(this.#path))) return undefined;

    try {
      this.#held = takeShortLock(this.#life);
    } catch (error) {
      if (error instanceof LockHeld) return undefined;
      throw error;
    }
    // Its process may have ended it just before.
    const journal = await readJournal(this.#path);
    if (!journal) this.letGo();
    return journal;
  }

  /** Removes the journal once its changes are done or undone. */
  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  /** Ends the lock of this process. A journal that is still there is for the next one. */
  letGo(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  async #whenFree<Lock>(deadline: number, take: () => Lock | Promise<Lock>): Promise<Lock> {
    for (;;) {
      try {
        return await take();
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (Date.now() >= deadline) {
          throw new CommitFailure(
            error instanceof LockHeld
              ? 'another process of Tollbook is committing to this repository; try again once it has ended'
              : `another git process holds ${this.#path}; if none is running, remove that file`,
          );
        }
        await delay(pauseMs);
      }
    }
  }
}

/** Whether a lock on the index is one of ours, of a process that lives or died. */
export async function isJournal(path: string): Promise<boolean> {
  return (await readJournal(path)) !== undefined;
}

/** The journal in a lock; undefined where nobody holds the lock, or git itself does. */
async function readJournal(path: string): Promise<{ journal: Journal; since: Date } | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { journal: Journal.parse(JSON.parse(text)), since: mtime };
  } catch {
    return undefined;
  }
}

/** Creates a file atomically, with its whole text. @throws EEXIST when the file exists. */
async function writeNew(path: string, text: string): Promise<void> {
  const draft = `${path}.${String(process.pid)}`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
    await link(draft, path);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

class IndexTaken extends Error {}

function isTaken(error: unknown): boolean {
  return error instanceof LockHeld || error instanceof IndexTaken || errorCode(error) === 'EEXIST';
}
