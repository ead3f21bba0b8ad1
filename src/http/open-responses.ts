import type { Server, ServerResponse } from 'node:http';

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
