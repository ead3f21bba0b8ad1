import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { cutOffSlowReaders } from '../../../src/http/slow-readers.ts';

/** More than the buffers of the kernel hold. */
const long = Buffer.alloc(64 * 1024 * 1024, 'x');

let server: Server;

async function serve(limits: Parameters<typeof cutOffSlowReaders>[1]): Promise<number> {
  server = createServer((_request, response) => response.end(long));
  cutOffSlowReaders(server, limits);
  return listening();
}

async function listening(): Promise<number> {
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

  it('may take long over a response that is made while it is sent, as long as it goes on reading', async () => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const chunks = 400;
    server = createServer((_request, response) => {
      const body = Readable.from(Array.from({ length: chunks }, () => chunk));
      pipeline(body, response, () => undefined);
    });
    // The client needs longer than for what waits at any time; what it took must count too.
    cutOffSlowReaders(server, { graceMs: 500, minRate: 1024 * 1024, checkIntervalMs: 1 });
    const port = await listening();
    const socket = ask(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    let received = 0;
    for await (const data of socket as AsyncIterable<Buffer>) {
      received += data.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(received).toBeGreaterThan(chunks * chunk.length);
  });

  it('is disconnected in the middle of one when it stops reading', async () => {
    let made = 0;
    server = createServer((_request, response) => {
      const endless = function* (): Generator<Buffer> {
        for (;;) {
          made += 1;
          yield Buffer.alloc(64 * 1024, 'x');
        }
      };
      pipeline(Readable.from(endless()), response, () => undefined);
    });
    cutOffSlowReaders(server, { graceMs: 50, minRate: 1e9, checkIntervalMs: 10 });
    const socket = ask(await listening());
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [request] = (await once(server, 'request')) as [{ socket: Socket }];
    socket.pause();

    await once(request.socket, 'close');
    const kept = made;
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(kept);
    socket.destroy();
  });
});
