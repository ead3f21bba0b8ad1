import type { Server } from 'node:http';
import type { Log } from '../live/ports.ts';

/** Descriptors that the process needs beside its connections: the database, git and its pipes, watched folders, checks. */
const reserved = 200;

const least = 16;

const toldEveryMs = 60_000;

/**
 * Takes no more connections than there are descriptors for, with one more for the file that each may be downloading: a flood of
 * them must not leave git or the database without. What is over the limit is closed at once.
 */
export function limitConnections(server: Server, log: Log, most = connectionsFor(descriptorLimit())): void {
  server.maxConnections = most;

  let toldAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - toldAt < toldEveryMs) return;

    toldAt = performance.now();
    log.warn({ connections: most }, 'connections are refused: as many are open as this process may have');
  });
}

export function connectionsFor(descriptors: number): number {
  return Math.max(least, Math.floor((descriptors - reserved) / 2));
}

/** How many files this process may have open: `ulimit -n`. */
function descriptorLimit(): number {
  // Else it would look up the names of all that is connected. (The types do not know it yet.)
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);

  return Number.isNaN(soft) ? Infinity : soft;
}
