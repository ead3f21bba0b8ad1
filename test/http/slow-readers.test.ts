import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cutOffSlowReaders } from '../../src/http/slow-readers.ts';

/** More than the buffers of the kernel hold. */
const long = Buffer.alloc(64 * 1024 * 1024, 'x');

let server: Server;

async function serve(limits: Parameters<typeof cutOffSlowReaders>[1]): Promise<number> {
  server = createServer((_request, response) => response.end(long));
  cutOffSlowReaders(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(port: number): Socket {
  return connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a client that does not read its answer', () => {
  it('is disconnected', async () => {
    const port = await serve({ graceMs: 50, minRate: 1e12, checkIntervalMs: 20 });
    const socket = ask(port).pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');

    const [request] = (await once(server, 'request')) as [{ socket: Socket }];
    await once(request.socket, 'close');
    socket.destroy();
  });

  it('gets the time that the minimum rate allows', async () => {
    const port = await serve({ graceMs: 0, minRate: 1, checkIntervalMs: 5 });
    const socket = ask(port).pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(server, 'request');
    await new Promise((resolve) => setTimeout(resolve, 100));

    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    await once(socket, 'close');
    expect(received).toBeGreaterThan(long.length);
  });
});
