import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Cluster } from '../test/long/soak/cluster.ts';
import { freePort } from '../test/support/free-port.ts';
import { aRegistration } from '../test/support/registration.ts';
import { cpuSecondsOf } from './cpu-seconds.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { load } from './wrk.ts';

const servers = 3;
const services = 100;
const connections = 32;
const rounds = 5;
const secondsPerRound = 4;
const wantedShare = 0.8;

interface Caddy {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/** Microseconds of processor time for a read. */
interface Cost {
  /** Of the Caddy that was asked. */
  readonly own: number;
  /** Of what is behind it. */
  readonly behind: number;
}

interface Costs {
  readonly balanced: Cost;
  readonly proxied: Cost;
  readonly filed: Cost;
}

const Batch = z.object({ results: z.array(z.object({ service: z.object({ id: z.string() }) })) });

/**
 * Reads services from three servers behind Caddy, and from Caddy over files with the same bytes. Both are divided by the processor time of
 * everything that answers: Caddy, and the servers behind it.
 */
export async function benchBalanced(): Promise<void> {
  const cluster = await Cluster.start(servers, { PROBE_INTERVAL: '0' });
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-balanced-'));
  try {
    const paths = await registered(cluster);
    await keepAsFiles(cluster, paths, join(folder, 'files'));
    await writeFile(join(folder, 'paths'), paths.join('\n'));
    const filed = await startCaddy(folder, `root * ${join(folder, 'files')}\n\tfile_server`);
    const proxied = await startCaddy(folder, `reverse_proxy ${hostOf(filed.url)}`);
    const upstreams = cluster.members.map(({ url }) => hostOf(url)).join(' ');
    const balanced = await startCaddy(folder, `reverse_proxy ${upstreams}`);
    const pids = cluster.members.map(({ pid }) => pid ?? 0);

    const readsOf = async (caddy: Caddy, behind: readonly number[]): Promise<Cost> => {
      const [own, others] = [await cpuSecondsOf([caddy.pid]), await cpuSecondsOf(behind)];
      const { asked } = await load(caddy.url, join(folder, 'paths'), connections, secondsPerRound);
      const microseconds = 1e6 / asked;
      return {
        own: ((await cpuSecondsOf([caddy.pid])) - own) * microseconds,
        behind: ((await cpuSecondsOf(behind)) - others) * microseconds,
      };
    };
    const costs: Costs[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      costs.push({
        balanced: await readsOf(balanced, pids),
        proxied: await readsOf(proxied, [filed.pid]),
        filed: await readsOf(filed, []),
      });
    }
    for (const caddy of [balanced, proxied, filed]) caddy.stop();
    await writeResult('balanced', figuresOf(costs.slice(1)));
  } finally {
    await cluster.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const hostOf = (url: string): string => new URL(url).host;

function figuresOf(costs: readonly Costs[]): Figure[] {
  const middle = (cost: (each: Costs) => number): number => median(costs.map(cost));
  const both = ({ own, behind }: Cost): number => own + behind;
  const share = (kind: 'balanced' | 'proxied'): number =>
    middle((each) => both(each.filed) / both(each[kind]));
  const told = (kind: keyof Costs): string =>
    `${middle((each) => each[kind].own).toFixed(0)} + ${middle((each) => each[kind].behind).toFixed(0)}`;

  return [
    {
      what: `reads of a service from ${String(servers)} servers behind Caddy, for the same processor time`,
      wanted: `≥ ${String(wantedShare)} of Caddy over files`,
      measured: share('balanced').toFixed(2),
      reached: share('balanced') >= wantedShare,
      note: `µs of Caddy + of what is behind it for each read: ${told('balanced')} beside ${told('filed')}; ${String(connections)} connections by wrk`,
    },
    {
      what: 'for comparison, reads of files from another Caddy behind Caddy',
      wanted: 'stated',
      measured: share('proxied').toFixed(2),
      reached: true,
      note: `${told('proxied')} µs: what passing on costs, whoever answers`,
    },
  ];
}

/** Registers services, and gives the paths under which they are read. */
async function registered(cluster: Cluster): Promise<string[]> {
  const [member] = cluster.members;
  if (!member) throw new Error('a cluster has at least one server');
  const bodies = Array.from({ length: services }, (_, i) => aRegistration(i));
  const answer = await fetch(`${member.url}/api/services/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await member.key('bench')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ services: bodies }),
  });

  return Batch.parse(await answer.json()).results.map(({ service }) => `/api/services/${service.id}`);
}

/** Reads each path from every server, so that all have it, and keeps the answer as a file. */
async function keepAsFiles({ members }: Cluster, paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) {
    const answers = await Promise.all(members.map(({ url }) => fetch(url + path)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bodies[0] ?? '');
  }
}

async function startCaddy(folder: string, directives: string): Promise<Caddy> {
  const port = await freePort();
  const config = join(folder, `Caddyfile-${String(port)}`);
  await writeFile(config, `{\n\tadmin off\n}\nhttp://127.0.0.1:${String(port)} {\n\t${directives}\n}\n`);
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${String(port)}`;
  while (!(await fetch(url).catch(() => undefined))) await sleep(50);

  return { url, pid: child.pid ?? 0, stop: () => child.kill() };
}
