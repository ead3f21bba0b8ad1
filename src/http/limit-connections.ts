import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../live/ports.ts';
import type { Clients } from './clients.ts';
import { Shares } from './shares.ts';

/** File descriptors set aside for everything but clients: the database, git and its pipes, watched folders, probes. */
const reservedDescriptors = 200;

const minConnections = 16;

const warningIntervalMs = 60_000;

interface ConnectionLimits {
  readonly clients: Pick<Clients, 'ofConnection'>;
  /** Whether each client may hold only its share; never so for trusted proxies. */
  readonly isByClient: boolean;
  /** Tells a client that holds its share that it may open no more, and closes the connection. */
  readonly refuse: (socket: Socket) => void;
  readonly log: Log;
  readonly maxConnections?: number;
}

/**
 * Limits connections so that a flood of them cannot leave git or the database without file descriptors, nor other clients without connections.
 * Each connection is counted twice, because it may be downloading a file. Connections over the limit are closed at once.
 */
export function limitConnections(
  server: Server,
  { clients, isByClient, refuse, log, maxConnections = connectionsFor(descriptorLimit()) }: ConnectionLimits,
): void {
  const shares = new Shares(maxConnections, { isByClient });
  const warn = atMostOnceAMinute((reason: string) => {
    log.warn({ connections: maxConnections }, `refusing connections: ${reason}`);
  });

  server.maxConnections = maxConnections;
  server.on('drop', () => {
    warn('the limit of open connections is reached');
  });
  server.on('connection', (socket) => {
    const client = clients.ofConnection(socket);
    if (client === undefined) return;
    if (shares.shortage(client) === 'share') {
      warn('a client has its share of them open');
      refuse(socket);
      return;
    }

    socket.once('close', shares.hold(client));
  });
}

function atMostOnceAMinute(work: (reason: string) => void): (reason: string) => void {
  let workedAt = -Infinity;

  return (reason) => {
    if (performance.now() - workedAt < warningIntervalMs) return;

    workedAt = performance.now();
    work(reason);
  };
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
