import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { CommitFailure } from '../../domain/commit.ts';
import { errorCode } from '../../domain/error-code.ts';

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

/**
 * Takes git's own lock on the index, by git's protocol: the process that creates `index.lock` holds it. No other git command changes the
 * index meanwhile. Our lock contains a journal instead of an index, which distinguishes it from git's own after a crash.
 * Waits up to 1.5 s for a running git command.
 * @throws {CommitFailure} when another process keeps the lock.
 */
export async function takeIndexLock(path: string, files: readonly JournalFile[]): Promise<void> {
  const journal: Journal = { tollbook: 2, pid: process.pid, files: [...files] };

  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      await writeNew(path, JSON.stringify(journal));
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (Date.now() < deadline) await delay(20);
      else throw new CommitFailure(`another git process holds ${path}; if none is running, remove that file`);
    }
  }
}

export async function releaseIndexLock(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** The journal that one of our commits left in the lock when it crashed; undefined when there is none or its process is alive. */
export async function abandonedJournal(path: string): Promise<{ journal: Journal; since: Date } | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const journal = Journal.parse(JSON.parse(text));
    return isAlive(journal.pid) ? undefined : { journal, since: mtime };
  } catch {
    // Nobody holds the lock, or git itself does.
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

function isTaken(error: unknown): boolean {
  return errorCode(error) === 'EEXIST';
}

/** Our own id counts as dead: in a container, the server gets the same id after every restart. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;

  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
