import type { Server, ServerResponse } from 'node:http';

export interface SlowReaderLimits {
  /** How long every client has to read a response, whatever its size. */
  readonly graceMs: number;
  /** The rate at which a client must read beyond that, in bytes per second. */
  readonly minRate: number;
  readonly checkIntervalMs: number;
}

/** Even a slow mobile connection is several times faster than this rate. */
const defaults: SlowReaderLimits = { graceMs: 30_000, minRate: 32 * 1024, checkIntervalMs: 5_000 };

/** A response that its client has not read to its present end. */
interface Unread {
  /** When it was first seen like this, as `performance.now()`, and how many bytes the client had taken then. */
  readonly since: number;
  readonly taken: number;
}

/**
 * Disconnects clients that do not read their responses, which would otherwise stay in memory for as long as such a client likes.
 * Node's own timeouts only end connections on which nothing moves at all. The time for a response that is made while it is sent grows with
 * what its client takes, so a long download lasts as long as it goes on at the minimum rate.
 */
export function cutOffSlowReaders(server: Server, limits: Partial<SlowReaderLimits> = {}): void {
  const { graceMs, minRate, checkIntervalMs } = { ...defaults, ...limits };
  const open = openResponses(server);
  const unread = new WeakMap<ServerResponse, Unread>();

  const check = (): void => {
    const now = performance.now();
    for (const response of open) {
      const waiting = response.writableLength;
      if (waiting === 0) {
        unread.delete(response);
        continue;
      }

      const taken = takenFrom(response);
      const start = unread.get(response) ?? { since: now, taken };
      unread.set(response, start);
      const deadline = start.since + graceMs + (1000 * (taken - start.taken + waiting)) / minRate;
      if (now > deadline) response.destroy();
    }
  };

  const timer = setInterval(check, checkIntervalMs).unref();
  server.on('close', () => {
    clearInterval(timer);
  });
}

/** How many bytes the client has taken over the connection of a response. */
function takenFrom({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}

const byServer = new WeakMap<Server, Set<ServerResponse>>();

/**
 * The responses of a server that are not sent to their end, from the first call for this server. A response that the operating system takes
 * at once, as most are, never becomes one of them.
 */
export function openResponses(server: Server): ReadonlySet<ServerResponse> {
  const known = byServer.get(server);
  if (known) return known;

  const open = new Set<ServerResponse>();
  byServer.set(server, open);
  server.on('request', (_request, response) => {
    if (response.writableEnded && response.writableLength === 0) return;
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  return open;
}
