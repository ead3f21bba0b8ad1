import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer, type Workplace } from '../test/support/running-server.ts';
import { register } from '../test/support/registration.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';

const services = 10_000;
const streams = 1_000;
const wantedMegabytes = 200;
const silent = 50;
const seconds = 10;
const writesPerSecond = 5;
/** How much longer a read may take while there are streams, at the 99th percentile. */
const tolerance = 1.5;
const wantedDelayMs = 1_000;

/** Holds a thousand streams of changes open, while services are registered and read. */
export async function benchStreams(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const server = await startServer(workplace.environment);

  try {
    await writeResult('streams', await measure(server, workplace));
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function measure(server: RunningServer, workplace: Workplace): Promise<Figure[]> {
  const market = new Market(server.url, await workplace.key(), await categoryIds());
  const read = `${server.url}/api/services?limit=20`;
  await whileWriting(market, read);
  const before = await whileWriting(market, read);
  const idle = await megabytesOf(server.pid);

  const clients = await Clients.open(new URL(server.url).port, streams, silent);
  const opened = await megabytesOf(server.pid);
  const beside = await whileWriting(market, read);
  const busy = await megabytesOf(server.pid);
  const delays = clients.arrivals.map((at, i) => at - (beside.written[i] ?? Number.NaN));
  clients.close();

  return [
    {
      what: `memory of ${String(streams)} streams, and ${String(silent)} that nobody reads, ${String(services)} services`,
      wanted: `≤ ${String(wantedMegabytes)} MB`,
      measured: `${(busy - idle).toFixed(0)} MB`,
      reached: busy - idle <= wantedMegabytes,
      note: `the server has ${idle.toFixed(0)} MB before, ${opened.toFixed(0)} MB with the streams, ${busy.toFixed(0)} MB after ${String(seconds)} s of changes`,
    },
    {
      what: 'reads beside them, 99th percentile',
      wanted: `≤ ${String(tolerance)} of without streams`,
      measured: (beside.p99 / before.p99).toFixed(2),
      reached: beside.p99 <= tolerance * before.p99,
      note: `${beside.p99.toFixed(1)} ms beside ${before.p99.toFixed(1)} ms; one read every 10 ms, ${String(writesPerSecond)} registrations a second in both`,
    },
    {
      what: `from a 201 to the event at the last of ${String(streams)} clients, p95`,
      wanted: `≤ ${String(wantedDelayMs)} ms`,
      measured: `${percentile(delays, 95).toFixed(0)} ms`,
      reached: delays.length === beside.written.length && percentile(delays, 95) <= wantedDelayMs,
      note: `${String(delays.length)} of ${String(beside.written.length)} registrations arrived at all, median ${percentile(delays, 50).toFixed(0)} ms`,
    },
  ];
}

/** Registers services. */
class Market {
  readonly #url: string;
  readonly #key: string;
  readonly #bodies: ReturnType<typeof generateRegistrations>;

  constructor(url: string, key: string, categories: readonly string[]) {
    this.#url = url;
    this.#key = key;
    this.#bodies = generateRegistrations(1_000_000, [...categories], 7);
  }

  /** When it was answered, in milliseconds since 1970. */
  async list(): Promise<number> {
    const answer = await register(this.#url, this.#key, this.#bodies.next().value);
    if (answer.status !== 201) throw new Error(`a registration was answered ${String(answer.status)}`);
    return Date.now();
  }
}

/** Reads and writes at a steady pace. */
async function whileWriting(market: Market, url: string): Promise<{ p99: number; written: number[] }> {
  const reads = new SteadyReads(url);
  const written: number[] = [];
  for (let i = 0; i < seconds * writesPerSecond; i += 1) {
    written.push(await market.list());
    await new Promise((resolve) => setTimeout(resolve, 1000 / writesPerSecond));
  }

  return { p99: percentile(await reads.stop(), 99), written };
}

/** Streams that another process holds open. */
class Clients {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  /** When each event had arrived at all that read, in milliseconds since 1970. */
  readonly arrivals: number[] = [];

  private constructor(child: ChildProcessByStdio<null, Readable, null>, lines: Interface) {
    this.#child = child;
    lines.on('line', (line) => this.arrivals.push(Number(line)));
  }

  static async open(port: string, reading: number, unread: number): Promise<Clients> {
    const script = fileURLToPath(new URL('stream-clients.ts', import.meta.url));
    const args = [script, port, String(reading), String(unread)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    if (line !== `open ${String(reading + unread)}`) throw new Error(`the clients said "${line}"`);

    return new Clients(child, lines);
  }

  close(): void {
    this.#child.kill();
  }
}

/** The memory that a process has in use. */
async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];

  return Number(kilobytes) / 1024;
}
