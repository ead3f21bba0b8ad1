import { once } from 'node:events';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { certificates } from '../../../support/seller.ts';

const password = 'recognisable1password';

/** Something that answers whether it has TLS, as PostgreSQL does (SSLRequest), and shows a certificate that nobody signed. */
async function aDoor(answer: 'S' | 'N'): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(answer);
      const { key, valid: cert } = certificates;
      if (answer === 'S') new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `postgres://tollbook:${password}@localhost:${String(port)}/postgres?sslmode=verify-full`;
}

// The short form of test/long/adapters/postgres/tls.test.ts, where a real PostgreSQL has a certificate.
it.each([
  ['an unknown certificate', 'S', 'its TLS certificate is refused; add sslrootcert='],
  ['no TLS', 'N', 'does not support SSL'],
] as const)('refuses a database that is to have TLS, and has %s', async (_, answer, why) => {
  const url = await aDoor(answer);
  const error: unknown = await PostgresDatabase.open(url, { timeoutMs: 2_000 }).catch(
    (reason: unknown) => reason,
  );

  expect(error).toBeInstanceOf(StateUnavailable);
  expect(String(error)).toContain(why);
  expect(String(error)).not.toContain(password);
});
