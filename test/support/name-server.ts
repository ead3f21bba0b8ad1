import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** The TXT records of a name, each as its strings; a response code of DNS (RFC 1035, section 4.1.1); or no answer at all. */
export type TxtAnswer = readonly (readonly string[])[] | number | 'silence';

export const servfail = 2;
export const nxdomain = 3;
export const refused = 5;

export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** The names that were asked for, in order. */
  readonly asked: readonly string[];
}

/** The longest answer by UDP; a longer one is asked for again by TCP. */
const maxUdpBytes = 512;

/** A name server for TXT records on this machine, by UDP and TCP. It is closed when the test ends. */
export async function nameServer(answerFor: (name: string) => TxtAnswer): Promise<NameServer> {
  const asked: string[] = [];
  const answerTo = (query: Buffer): Buffer | undefined => {
    const { name, end } = questionOf(query);
    asked.push(name);
    const answer = answerFor(name);
    return answer === 'silence' ? undefined : printAnswer(query.subarray(0, end), answer);
  };

  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      const answer = answerTo(bytes.subarray(2));
      if (answer) socket.end(Buffer.concat([uint16(answer.length), answer]));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const at = tcp.address();
  const port = typeof at === 'object' && at ? at.port : 0;

  const udp = createSocket('udp4');
  udp.on('message', (query, client) => {
    const answer = answerTo(query);
    if (answer) udp.send(answer.length > maxUdpBytes ? truncated(query, answer) : answer, client.port);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { address: `127.0.0.1:${String(port)}`, asked };
}

/** The name that a query asks for, and where its question ends: RFC 1035, section 4.1.2. */
function questionOf(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function printAnswer(question: Buffer, answer: Exclude<TxtAnswer, 'silence'>): Buffer {
  const records = typeof answer === 'number' ? [] : answer;
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 + (typeof answer === 'number' ? answer : 0), 2);
  header.writeUInt16BE(records.length, 6);
  header.fill(0, 8, 12);

  return Buffer.concat([header, ...records.map(printRecord)]);
}

/** A record whose name is that of the question: type TXT, class IN, a minute to live. */
function printRecord(strings: readonly string[]): Buffer {
  const data = Buffer.concat(
    strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])),
  );

  return Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]), uint16(data.length), data]);
}

/** The header and the question alone, with the flag that says that more would follow. */
function truncated(query: Buffer, answer: Buffer): Buffer {
  const cut = Buffer.from(answer.subarray(0, questionOf(query).end));
  cut.writeUInt16BE(answer.readUInt16BE(2) | 0x0200, 2);
  cut.writeUInt16BE(0, 6);
  return cut;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
