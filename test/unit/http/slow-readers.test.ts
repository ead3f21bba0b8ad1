import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutOffSlowReaders } from '../../../src/http/slow-readers.ts';
import { nextTurn } from '../../support/next-turn.ts';

/** More than the buffers of the kernel hold. */
const long = Buffer.alloc(32 * 1024 * 1024, 'x');
const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

let server: Server;

/** Starts a server, sends it a request, and gives both ends of the connection. */
async function ask(
  limits: Parameters<typeof cutOffSlowReaders>[1],
  listener: RequestListener,
): Promise<[Socket, Socket]> {
  server = createServer(listener);
  cutOffSlowReaders(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' })
    .on('error', () => undefined)
    .pause();
  client.write(request);
  const [{ socket }] = (await once(server, 'request')) as [{ socket: Socket }];

  return [client, socket];
}

const answerLong: RequestListener = (_request, response) => response.end(long);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

describe('a client that does not read its answer', () => {
  it('is disconnected', async () => {
    const [client, socket] = await ask({ graceMs: 50, minRate: 1e12, checkIntervalMs: 20 }, answerLong);

    vi.advanceTimersByTime(60);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(20);
    expect(socket.destroyed).toBe(true);
    client.destroy();
  });

  it('gets the time that the minimum rate allows', async () => {
    const [client] = await ask({ graceMs: 0, minRate: 1, checkIntervalMs: 60_000 }, answerLong);
    vi.advanceTimersByTime(24 * 60 * 60 * 1000);

    let received = 0;
    client.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    await once(client, 'close');
    expect(received).toBeGreaterThan(long.length);
  });

  it('may take long over a response that is made while it is sent, as long as it goes on reading', async () => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const chunks = 300;
    const [client, socket] = await ask(
      { graceMs: 500, minRate: 1024 * 1024, checkIntervalMs: 10 },
      (_request, response) => {
        pipeline(Readable.from(Array.from({ length: chunks }, () => chunk)), response, () => undefined);
      },
    );
    await vi.waitFor(() => {
      expect(socket.writableLength).toBeGreaterThan(0);
    });

    // The client needs two seconds: longer than for what waits at any time, so what it took must count too. The server
    // learns of that once the buffers of the kernel are read, which takes a tenth of them.
    let received = 0;
    for await (const data of client as AsyncIterable<Buffer>) {
      received += data.length;
      vi.advanceTimersByTime((2000 * data.length) / (chunks * chunk.length));
      await nextTurn();
    }
    expect(received).toBeGreaterThan(chunks * chunk.length);
  });

  it('is disconnected in the middle of one when it stops reading', async () => {
    let made = 0;
    const endless = function* (): Generator<Buffer> {
      for (;;) {
        made += 1;
        yield Buffer.alloc(64 * 1024, 'x');
      }
    };
    const [client, socket] = await ask(
      { graceMs: 50, minRate: 1e9, checkIntervalMs: 10 },
      (_request, response) => {
        pipeline(Readable.from(endless()), response, () => undefined);
      },
    );

    await expect
      .poll(() => {
        vi.advanceTimersByTime(50);
        return socket.destroyed;
      })
      .toBe(true);
    const before = made;
    await nextTurn();
    expect(made).toBe(before);
    client.destroy();
  });
});
