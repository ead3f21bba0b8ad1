import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface SlowReaderLimits {
  /** Any client has this long to take an answer. */
  readonly graceMs: number;
  /** A long answer must be taken at least this fast on average, in bytes a second. */
  readonly leastRate: number;
  readonly checkEveryMs: number;
}

/** A second of a slow mobile connection carries several times the least rate. */
const defaults: SlowReaderLimits = { graceMs: 30_000, leastRate: 32 * 1024, checkEveryMs: 5_000 };

/**
 * Closes the connections of clients that do not take their answers: each holds an answer in memory for as long as it likes
 * otherwise, and Node's own timeouts end only connections on which nothing at all moves.
 */
export function cutOffSlowReaders(server: Server, limits: Partial<SlowReaderLimits> = {}): void {
  const { graceMs, leastRate, checkEveryMs } = { ...defaults, ...limits };
  const open = new Set<ServerResponse>();
  /** When an answer that has not been taken must have been. */
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
        deadlines.set(response, now + graceMs + (1000 * response.writableLength) / leastRate);
      } else if (now > deadline) response.destroy();
    }
  };

  const timer = setInterval(check, checkEveryMs).unref();
  server.on('close', () => {
    clearInterval(timer);
  });
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    response.on('close', () => open.delete(response));
  });
}
