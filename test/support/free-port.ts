import { once } from 'node:events';
import { createServer } from 'node:net';

const [lowest, highest] = [10_000, 32_000];

/**
 * A port of this machine that nobody uses, for a program that cannot be given port 0. It lies below those that Linux gives to connections
 * and to whoever listens anywhere, so that no other test gets it before the program does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
