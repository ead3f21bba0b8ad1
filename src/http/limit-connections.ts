import type { Server } from 'node:http';
import type { Log } from '../live/ports.ts';

/** File descriptors set aside for everything but clients: the database, git and its pipes, watched folders, probes. */
const reservedDescriptors = 200;

const minConnections = 16;

const warningIntervalMs = 60_000;

/**
 * Limits connections so that a flood of them cannot leave git or the database without file descriptors. Each connection is counted
 * twice, because it may be downloading a file. Connections over the limit are closed at once.
 */
export function limitConnections(
  server: Server,
  log: Log,
  maxConnections = connectionsFor(descriptorLimit()),
): void {
  server.maxConnections = maxConnections;

  let warnedAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - warnedAt < warningIntervalMs) return;

    warnedAt = performance.now();
    log.warn(
      { connections: maxConnections },
      'refusing connections: the limit of open connections is reached',
    );
  });
}

export function connectionsFor(descriptors: number): number {
  return Math.max(minConnections, Math.floor((descriptors - reservedDescriptors) / 2));
}

/** The number of files that this process may have open: `ulimit -n`. */
function descriptorLimit(): number {
  // Without this, the report would resolve the host names of all connections. (Missing from the type definitions.)
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);

  return Number.isNaN(soft) ? Infinity : soft;
}
