import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  byNameServers,
  checkedAddresses,
  publicReach,
} from '../../../../src/adapters/probe/checked-addresses.ts';

/** For each name, the bytes of the addresses in its A (1) and AAAA (28) records. */
type Zone = Readonly<Record<string, Readonly<Partial<Record<1 | 28, readonly (readonly number[])[]>>>>>;

const loopback6 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const zone: Zone = {
  'both.example.com': {
    1: [[1, 1, 1, 1]],
    28: [[0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]],
  },
  'four.example.com': {
    1: [
      [1, 1, 1, 1],
      [9, 9, 9, 9],
    ],
  },
  'trap.example.com': { 1: [[1, 1, 1, 1]], 28: [loopback6] },
  'home.example.com': { 1: [[127, 0, 0, 1]] },
  'empty.example.com': {},
};

/** A name server for `zone` that never answers for `slow.example.com`. */
async function nameServer(): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());

  return `127.0.0.1:${String(socket.address().port)}`;
}

/** An answer repeats the question before its records: RFC 1035, section 4. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  if (name === 'slow.example.com') return undefined;

  const type = query.readUInt16BE(at + 1);
  const records = zone[name]?.[type === 28 ? 28 : 1] ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(zone[name] ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(records.length, 6);
  header.fill(0, 8);
  return Buffer.concat([
    header,
    query.subarray(12, at + 5),
    ...records.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])),
  ]);
}

const inTime = AbortSignal.timeout(20_000);

describe('resolving by name servers', () => {
  it.each([
    ['both.example.com', ['1.1.1.1', '2606:4700::1111']],
    ['four.example.com', ['1.1.1.1', '9.9.9.9']],
    ['home.example.com', ['127.0.0.1']],
  ])('finds the addresses of %s: %j', async (host, addresses) => {
    expect(await byNameServers([await nameServer()])(host, inTime)).toEqual(addresses);
  });

  it.each([
    ['none.example.com', { failure: 'name_unknown', detail: 'the name none.example.com has no address' }],
    ['empty.example.com', { failure: 'name_unknown', detail: 'the name empty.example.com has no address' }],
    [
      'trap.example.com',
      {
        failure: 'address_refused',
        detail: 'trap.example.com resolves to ::1, which is not a public address',
      },
    ],
    ['both.example.com', ['1.1.1.1', '2606:4700::1111']],
  ])('checks the addresses of %s: %j', async (host, expected) => {
    const reach = { ...publicReach, resolve: byNameServers([await nameServer()]) };

    expect(await checkedAddresses(new URL(`https://${host}/v1`), reach, inTime)).toEqual(expected);
  });

  it('ends a lookup when its signal is aborted', async () => {
    const reach = { ...publicReach, resolve: byNameServers([await nameServer()]) };
    const started = performance.now();

    expect(
      await checkedAddresses(new URL('https://slow.example.com'), reach, AbortSignal.timeout(100)),
    ).toEqual({ failure: 'timed_out', detail: 'the name slow.example.com was not resolved in time' });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('blames no name when our own name server is down', async () => {
    const reach = { ...publicReach, resolve: byNameServers(['127.0.0.1:1']) };

    await expect(checkedAddresses(new URL('https://api.example.com'), reach, inTime)).rejects.toThrow(
      'api.example.com could not be asked: this machine has no way to it (ECONNREFUSED)',
    );
  });
});
