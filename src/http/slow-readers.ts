import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface SlowReaderLimits {
  /** How long every client has to read a response, whatever its size. */
  readonly graceMs: number;
  /** The rate at which a client must read beyond that, in bytes per second. */
  readonly minRate: number;
  readonly checkIntervalMs: number;
}

/** Even a slow mobile connection is several times faster than this rate. */
const defaults: SlowReaderLimits = { graceMs: 30_000, minRate: 32 * 1024, checkIntervalMs: 5_000 };

/**
 * Disconnects clients that do not read their responses, which would otherwise stay in memory for as long as such a client likes.
 * Node's own timeouts only end connections on which nothing moves at all.
 */
export function cutOffSlowReaders(server: Server, limits: Partial<SlowReaderLimits> = {}): void {
  const { graceMs, minRate, checkIntervalMs } = { ...defaults, ...limits };
  const open = new Set<ServerResponse>();
  /** By when each unread response must be read, as `performance.now()`. */
  const deadlines = new WeakMap<ServerResponse, number>();

  const check = (): void => {
    const now = performance.now();
    for (const response of open) {
      if (response.writableLength === 0) {
        deadlines.delete(response);
        continue;
      }

      const deadline = deadlines.get(response);
      if (deadline === undefined) {
        deadlines.set(response, now + graceMs + (1000 * response.writableLength) / minRate);
      } else if (now > deadline) response.destroy();
    }
  };

  const timer = setInterval(check, checkIntervalMs).unref();
  server.on('close', () => {
    clearInterval(timer);
  });
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    response.on('close', () => open.delete(response));
  });
}
