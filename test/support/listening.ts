import { once } from 'node:events';
import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Address = z.object({ port: z.number() });

/** Starts a server on this machine that is closed when the test ends, and returns its URL. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  return `http://127.0.0.1:${String(Address.parse(server.address()).port)}`;
}
