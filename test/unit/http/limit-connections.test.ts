import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectionsFor, limitConnections } from '../../../src/http/limit-connections.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

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
    const log = new MemoryLog();
    const server = createServer((_request, response) => response.end('here'));
    limitConnections(server, log, 2);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = (): ReturnType<typeof connect> => connect(port, '127.0.0.1').on('error', () => undefined);

    const [first] = [open(), open()];
    await Promise.all([once(server, 'connection'), once(server, 'connection')].slice(0, 1));
    await Promise.all([open(), open()].map((socket) => once(socket, 'close')));
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);

    first.destroy();
    let answer: string | undefined;
    while (answer === undefined) {
      answer = await fetch(`http://127.0.0.1:${String(port)}/`, { headers: { connection: 'close' } })
        .then((response) => response.text())
        .catch(() => undefined);
    }
    expect(answer).toBe('here');
    server.closeAllConnections();
    server.close();
  });
});
