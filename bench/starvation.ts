import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startServer, startServerWithin, type Workplace } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';

const services = 10_000;
const seconds = 20;
const readEveryMs = 50;
const wantedMs = 250;
const wantedReadyMs = 50;

const Page = z.object({ changes: z.array(z.object({ cursor: z.string() })) });

/** What one address holds while others read. */
interface Attack {
  readonly what: string;
  readonly connections: number;
  /** Asks for the oldest changes where it ends with `since=`; absent for silent connections. */
  readonly path?: string;
  /** Files that the server may have open; absent for as many as the machine allows. */
  readonly descriptors?: number;
}

const attacks: readonly Attack[] = [
  { what: '500 streams from an old cursor', connections: 500, path: '/api/changes/stream?since=' },
  { what: '412 silent connections, `ulimit -n 1024`', connections: 412, descriptors: 1024 },
  { what: '5,000 streams', connections: 5_000, path: '/api/changes/stream' },
  { what: '2,000 requests that wait for a change', connections: 2_000, path: '/api/changes?wait=30' },
];

/** Has one address take all that it can get, while another reads. */
export async function benchStarvation(): Promise<void> {
  const workplace = await generatedCatalog(services);
  try {
    const figures: Figure[] = [];
    for (const attack of attacks) figures.push(...(await figuresOf(attack, workplace)));
    await writeResult('starvation', figures);
  } finally {
    await workplace.remove();
  }
}

async function figuresOf(
  { what, connections, path, descriptors }: Attack,
  workplace: Workplace,
): Promise<Figure[]> {
  // Clients are told apart, and may try as often as they like.
  const environment = { ...workplace.environment, RATE_LIMIT_READ: '1000000/min' };
  const server = await (descriptors === undefined
    ? startServer(environment)
    : startServerWithin(descriptors, environment));

  try {
    await times(server.url);
    const alone = await times(server.url);
    const asked = path?.endsWith('since=') === true ? path + (await oldest(server.url)) : path;
    const reading = times(server.url);
    const crowd = await crowdOf(server.url, connections, asked);
    const beside = await reading;
    crowd.kill();
    return [
      figure(`reads beside ${what} of one address, p99`, beside.reads, wantedMs, alone.reads),
      figure(`/ready beside ${what}, p99`, beside.ready, wantedReadyMs, alone.ready),
    ];
  } finally {
    await server.stop('SIGKILL', true);
  }
}

function figure(what: string, found: number, wanted: number, alone: number): Figure {
  return {
    what,
    wanted: `≤ ${String(wanted)} ms`,
    measured: `${found.toFixed(1)} ms`,
    reached: found <= wanted,
    note: `${alone.toFixed(1)} ms without; the attacker runs on the same two cores`,
  };
}

/** What a read, and `/ready`, takes a client of another address at the 99th percentile. */
async function times(url: string): Promise<{ reads: number; ready: number }> {
  const all = [`${url}/api/services?limit=20&sortBy=name`, `${url}/ready`].map(
    (each) => new SteadyReads(each, readEveryMs),
  );
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const [reads = Number.NaN, ready = Number.NaN] = await Promise.all(
    all.map(async (each) => percentile(await each.stop(), 99)),
  );
  return { reads, ready };
}

async function oldest(url: string): Promise<string> {
  const { changes } = Page.parse(await (await fetch(`${url}/api/changes?limit=1`)).json());

  return changes[0]?.cursor ?? '';
}

async function crowdOf(url: string, connections: number, path: string | undefined) {
  const script = fileURLToPath(new URL('crowd.ts', import.meta.url));
  const args = [script, new URL(url).port, String(connections), ...(path === undefined ? [] : [path])];
  const crowd = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(crowd.stdout, 'data');
  return crowd;
}
