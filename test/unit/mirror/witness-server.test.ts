import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WitnessServer } from '../../../src/mirror/witness-server.ts';
import type { WitnessReply } from '../../../src/mirror/witness.ts';

const origin = 'catalog.example.com/log';
const monitored = `/${createHash('sha256').update(origin).digest('hex')}/checkpoint`;

let reply: WitnessReply | Error;
let bodies: string[];
let cosigned: string | undefined;
let warnings: string[];
let url: string;

beforeEach(async () => {
  reply = { status: 200, line: '— witness.example/w1 AAAA\n' };
  [bodies, warnings, cosigned] = [[], [], undefined];
  const add = async (body: string): Promise<WitnessReply> => {
    bodies.push(body);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const witness = {
    ...{ add, origin },
    get cosigned() {
      return cosigned;
    },
  };
  const server = await WitnessServer.listen(witness, { port: 0, host: '127.0.0.1' }, ({ text: warning }) => {
    warnings.push(warning);
  });
  onTestFinished(() => {
    server.close();
  });
  ({ url } = server);
});

const post = (body: string): Promise<Response> => fetch(`${url}/add-checkpoint`, { method: 'POST', body });

/** Sends bytes as they are, and returns what comes back until the connection ends. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

describe('the server of a witness', () => {
  it('gives out the cosignature', async () => {
    const response = await post('old 0\n');

    expect(await response.text()).toBe('— witness.example/w1 AAAA\n');
    expect(bodies).toEqual(['old 0\n']);
  });

  it('names the size that it knows, in the type of the specification', async () => {
    reply = { status: 409, known: 17 };
    const response = await post('old 0\n');

    expect([response.status, await response.text()]).toEqual([409, '17\n']);
    expect(response.headers.get('content-type')).toBe('text/x.tlog.size');
  });

  it.each([400, 403, 404, 409, 422] as const)('says why it refuses: %i', async (status) => {
    reply = { status, reason: 'because' };
    const response = await post('old 0\n');

    expect([response.status, await response.text()]).toEqual([status, 'because\n']);
  });

  it('shows the newest checkpoint that it cosigned', async () => {
    expect((await fetch(url + monitored)).status).toBe(404);
    cosigned = 'a note\n';
    expect(await (await fetch(url + monitored)).text()).toBe('a note\n');
  });

  it.each([
    ['GET', '/add-checkpoint'],
    ['PUT', '/add-checkpoint'],
    ['POST', '/'],
    ['POST', '/add-checkpoint/'],
    ['POST', '//add-checkpoint'],
    ['DELETE', monitored],
    ['GET', '/witness.key'],
    ['GET', '/..%2fwitness.key'],
  ])('has nothing at %s %s', async (method, path) => {
    cosigned = 'a note\n';

    expect((await fetch(url + path, { method })).status).toBe(404);
    expect(bodies).toEqual([]);
  });

  it('reads no more than 20 KiB, whether or not the length is told before', async () => {
    const large = 'x'.repeat(20 * 1024 + 1);
    const chunked = `POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n`;

    expect(
      await raw(`POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 9999999999\r\n\r\n${large}`),
    ).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
    expect(await raw(chunked)).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
    expect(bodies).toEqual([]);
  });

  it.each([
    ['something else than HTTP', 'old 0\r\n\r\n', 400],
    ['a header that is too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
  ])('survives %s', async (_, bytes, status) => {
    expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    expect((await post('old 0\n')).status).toBe(200);
  });

  it('says nothing of requests that break off', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end('POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 100\r\n\r\nold');
    await text(socket);

    expect((await post('old 0\n')).status).toBe(200);
    expect([bodies, warnings]).toEqual([['old 0\n'], []]);
  });

  it('says no more than that it failed, and tells its operator why', async () => {
    reply = new Error('the disk is full\u001b[31m');
    const response = await post('old 0\n');

    expect([response.status, await response.text()]).toEqual([500, 'the witness failed\n']);
    expect(warnings).toEqual(['a request to the witness failed: the disk is fullU+001B[31m']);
  });

  it('says when its port is taken', async () => {
    const place = { port: Number(new URL(url).port), host: '127.0.0.1' };

    await expect(
      WitnessServer.listen(
        { add: async () => ({ status: 409, known: 0 }), origin, cosigned: undefined },
        place,
        () => undefined,
      ),
    ).rejects.toThrow(
      `the witness cannot listen on port ${String(place.port)} of 127.0.0.1 (another program uses it)`,
    );
  });
});
