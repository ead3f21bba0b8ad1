import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

const maxLoggedPath = 200;

/** The path of a request as it is logged. */
export function loggedPath({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');

  return (query === -1 ? url : url.slice(0, query)).slice(0, maxLoggedPath);
}

/** Logs writes at info and reads at debug. Failures are logged where they happen. */
export function logWhenDone(log: Logger, requestId: string, path: string, response: ServerResponse): void {
  const { method } = response.req;
  const level = method === 'GET' || method === 'HEAD' ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;

  const started = performance.now();
  response.on('finish', () => {
    const ms = Math.round(performance.now() - started);
    log[level]({ requestId, method, path, status: response.statusCode, ms }, 'request');
  });
}
