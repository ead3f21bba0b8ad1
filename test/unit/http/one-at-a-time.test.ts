import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../src/http/one-at-a-time.ts';
import { nextTurn } from '../../support/next-turn.ts';

let server: Server;

async function serve(listener: RequestListener): Promise<Socket> {
  server = createServer(oneAtATime(listener));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
}

/** Everything received until the server closes the connection. */
async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const requests = (count: number): string =>
  Array.from({ length: count }, (_, i) => `GET /${String(i)} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('pipelined requests', () => {
  it('are answered one at a time and in order', async () => {
    let [running, most] = [0, 0];
    const socket = await serve((request, response) => {
      running += 1;
      most = Math.max(most, running);
      void nextTurn().then(() => {
        running -= 1;
        response.end(`<${request.url ?? ''}>`);
      });
    });
    socket.write(requests(2_000) + last);
    const bodies = (await textOf(socket)).match(/<[^>]*>/g);

    expect(bodies).toEqual([...Array.from({ length: 2_000 }, (_, i) => `</${String(i)}>`), '</last>']);
    expect(most).toBe(1);
  });

  it('do not starve the event loop, even when each is answered at once', async () => {
    let [turns, answered] = [0, 0];
    const socket = await serve((_request, response) => {
      answered += 1;
      response.end();
    });
    const counting = (async () => {
      for (; answered < 1_001; turns += 1) await nextTurn();
    })();
    socket.write(requests(1_000) + last);
    await textOf(socket);
    await counting;

    expect(turns).toBeGreaterThan(500);
  });

  it('with bodies are read completely', async () => {
    const socket = await serve((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () => response.end(`<${String(size)}>`));
    });
    const body = 'x'.repeat(100_000);
    const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`;
    socket.write(post.repeat(20) + last);

    expect((await textOf(socket)).match(/<\d+>/g)).toEqual([...Array<string>(20).fill('<100000>'), '<0>']);
  });

  it('are dropped when the client goes away', async () => {
    let started = 0;
    const socket = await serve((_request, response) => {
      started += 1;
      if (started === 1) socket.destroy();
      else response.end();
    });
    socket.write(requests(100));
    await once(server, 'connection').catch(() => undefined);
    await once(socket, 'close');
    for (let i = 0; i < 50; i += 1) await nextTurn();

    expect(started).toBe(1);
  });
});
