import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../../src/config/config-error.ts';

/** Where a server of the catalog listens unless told otherwise. */
export const usualPort = 4321;

/** The port that was asked for; without one, 4321 where it is free, else any other. @throws {ConfigError} when the one asked for is taken */
export async function freePort(asked: number | undefined): Promise<number> {
  const port = await tryPort(asked ?? usualPort);
  if (port !== undefined) return port;
  if (asked !== undefined) throw new ConfigError(`port ${asked} is taken; name another one`);

  const other = await tryPort(0);
  if (other === undefined) throw new Error('no port is free');
  return other;
}

/** Listens for a moment. Undefined where that is not possible. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
