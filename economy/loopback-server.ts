import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** An HTTP server on a free port of this machine. */
export interface LoopbackServer {
  readonly url: string;
  /** Ends open connections too. */
  readonly close: () => Promise<void>;
}

export async function openServer(handler: RequestListener): Promise<LoopbackServer> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server has no port');

  let closed: Promise<unknown> | undefined;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      if (closed === undefined) {
        closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
      }
      await closed;
    },
  };
}
