import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Listening = z.object({ port: z.number() });
const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

/** Self-signed certificates for `seller.example.com`, all with the same key. */
export const certificates = {
  key: fixture('key.pem'),
  valid: fixture('valid.pem'),
  expired: fixture('expired.pem'),
};

/** A server that counts its connections and is closed when the test ends. */
export interface Seller {
  readonly port: number;
  /** Its host name is `seller.example.com`, which the tests resolve themselves. */
  readonly url: string;
  readonly connections: () => number;
  /** How many connections are still open. */
  readonly open: () => number;
}

/** An HTTP server. */
export function httpSeller(listener: RequestListener, where?: Where): Promise<Seller> {
  return listening(lenient(createServer({ maxHeaderSize: 300_000 }, listener)), 'http', where);
}

export function httpsSeller(listener: RequestListener, certificate: string): Promise<Seller> {
  const server = createHttpsServer({ key: certificates.key, cert: certificate }, listener);

  return listening(server, 'https');
}

/** A TCP server; `begin` is called when the first bytes of a request arrive. */
export function rawSeller(begin: (socket: Socket) => void, scheme = 'http', where?: Where): Promise<Seller> {
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      begin(socket);
    });
  });

  return listening(server, scheme, where);
}

interface Where {
  readonly address?: string;
  readonly port?: number;
  readonly ipv6Only?: boolean;
}

async function listening(server: Server, scheme: string, where: Where = {}): Promise<Seller> {
  const sockets = new Set<Socket>();
  let connections = 0;

  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen({ port: 0, host: where.address ?? '127.0.0.1', ...where });
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  const { port } = Listening.parse(server.address());
  return {
    port,
    url: `${scheme}://seller.example.com:${String(port)}`,
    connections: () => connections,
    open: () => sockets.size,
  };
}

function lenient(server: HttpServer): HttpServer {
  return server.on('clientError', (_error, socket) => socket.destroy());
}
