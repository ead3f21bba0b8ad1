import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isAlive } from './is-alive.ts';

/**
 * Where to write a new version of a file that several processes may write at once, before it is renamed into place. Each thread of each process
 * has a draft of its own. Makes the folder, and removes the drafts of writers that were killed.
 */
export function newDraft(path: string): string {
  const draft = `${path}.${String(process.pid)}-${String(threadId)}`;

  mkdirSync(dirname(path), { recursive: true });
  removeDrafts(path);
  rmSync(draft, { force: true });
  return draft;
}

function removeDrafts(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const [, base, pid] = /^(.+)\.(\d+)-\d+$/.exec(name) ?? [];
    if (base !== basename(path) || !isAbandoned(Number(pid), join(folder, name))) continue;
    rmSync(join(folder, name), { force: true });
  }
}

/** Whether the writer of a draft has ended. An earlier process may have had the number of this one. */
function isAbandoned(pid: number, draft: string): boolean {
  if (pid === process.pid) {
    const startedAt = Date.now() - process.uptime() * 1000;
    return (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? startedAt) < startedAt;
  }
  return !isAlive(pid);
}
