import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAddressRange } from '../../../src/domain/address-range.ts';
import { Clients } from '../../../src/http/clients.ts';
import { connectionsFor, limitConnections } from '../../../src/http/limit-connections.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

let server: Server;

/** A server that takes two connections. */
async function aLimitedServer({ isByClient = false, clients = new Clients() } = {}): Promise<MemoryLog> {
  const log = new MemoryLog();
  const refuse = (socket: Socket): void => void socket.end('enough');
  server = createServer((_request, response) => response.end('here'));
  limitConnections(server, { clients, isByClient, refuse, log, maxConnections: 2 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return log;
}

function open(): Socket {
  const { port } = server.address() as AddressInfo;

  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** What a connection is told without asking. */
async function told(): Promise<string> {
  const socket = open();
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

async function answer(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  for (;;) {
    const text = await fetch(`http://127.0.0.1:${String(port)}/`, { headers: { connection: 'close' } })
      .then((response) => response.text())
      .catch(() => undefined);
    if (text !== undefined) return text;
  }
}

describe('the limit of connections', () => {
  it.each([
    [20_000, 9_900],
    [1_024, 412],
    [256, 28],
    [64, 16],
    [Infinity, Infinity],
  ])('of a process with %d descriptors is %d', (descriptors, connections) => {
    expect(connectionsFor(descriptors)).toBe(connections);
  });

  it('closes connections beyond it, logs that once, and accepts new ones when others end', async () => {
    const log = await aLimitedServer();
    const [first] = [open(), open()];
    await once(server, 'connection');
    await Promise.all([open(), open()].map((socket) => once(socket, 'close')));
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);

    first.destroy();
    expect(await answer()).toBe('here');
  });

  it('leaves half of them to other clients, and says so to a client that wants more', async () => {
    const log = await aLimitedServer({ isByClient: true });
    const first = open();
    await once(server, 'connection');

    expect(await told()).toBe('enough');
    expect(log.lines.map(({ message }) => message)).toEqual([
      'refusing connections: a client has its share of them open',
    ]);

    first.destroy();
    expect(await answer()).toBe('here');
  });

  it('holds for all clients behind a trusted proxy together', async () => {
    const proxies = readAddressRange('127.0.0.0/8');
    const clients = new Clients(proxies && [proxies]);
    const log = await aLimitedServer({ isByClient: true, clients });
    open();
    await once(server, 'connection');

    expect(await answer()).toBe('here');
    expect(log.lines).toEqual([]);
  });
});
