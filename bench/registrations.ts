import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { register } from '../test/support/registration.ts';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

/** What the catalog is designed for, and what it tolerates. */
const sizes = [30_000, 100_000];
const clients = 64;
const seconds = 10;
const alone = 40;
/** To the commits that git makes by itself, a file each. */
const wantedRatio = 8;
/** Files that git commits by itself. */
const byHand = 20;

/** After the start, the server reads the past of a new database. It is idle once it has taken less than this, in a second. */
const idleMs = 50;
const longestStartSeconds = 300;

interface Registrations {
  /** Milliseconds that each registration took. */
  readonly lone: readonly number[];
  readonly crowd: readonly number[];
  readonly perSecond: number;
  readonly made: number;
  readonly lost: number;
}

interface Measured extends Registrations {
  readonly services: number;
  /** Files a second that `git add` and `git commit` take, one after the other. */
  readonly gitPerSecond: number;
}

/** Registers services in a small and in a large catalog, one after the other and with many clients at once, then looks for every 201 in git. */
export async function benchRegistrations(): Promise<void> {
  const figures: Figure[] = [];
  for (const services of sizes) figures.push(figureOf(await measure(services)));

  await writeResult('registrations', figures);
}

function figureOf({ services, lone, crowd, perSecond, made, lost, gitPerSecond }: Measured): Figure {
  const ratio = perSecond / gitPerSecond;

  return {
    what: `${String(clients)} clients, ${String(services)} services`,
    wanted: `≥ ${String(wantedRatio)} × \`git add && git commit\` of a file, every 201 in git`,
    measured: `${ratio.toFixed(1)} ×, ${String(lost)} of ${String(made)} not in git`,
    reached: ratio >= wantedRatio && lost === 0,
    note: `${perSecond.toFixed(0)} a second to ${gitPerSecond.toFixed(1)}; p50 ${median(crowd).toFixed(0)} ms, p95 ${percentile(crowd, 95).toFixed(0)} ms; one client alone p50 ${median(lone).toFixed(0)} ms, p95 ${percentile(lone, 95).toFixed(0)} ms`,
  };
}

async function measure(services: number): Promise<Measured> {
  const workplace = await generatedCatalog(services);
  try {
    const registrations = await measureRegistrations(workplace);
    return { services, ...registrations, gitPerSecond: await gitRate(workplace) };
  } finally {
    await workplace.remove();
  }
}

/** Files a second that git adds and commits by itself in the same catalog. */
async function gitRate(workplace: Workplace): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < byHand; i += 1) {
    const path = join(workplace.catalog, `by-hand-${String(i)}.txt`);
    await writeFile(path, `${String(i)}\n`);
    await workplace.git('add', path);
    await workplace.git('commit', '--quiet', '--message=By hand');
  }
  return byHand / ((performance.now() - started) / 1000);
}

/** Of the services registered here: others than those of any catalog that was generated before. */
const ownSeed = 100;

/** Registers services in a catalog by a server of its own. */
export async function measureRegistrations(workplace: Workplace): Promise<Registrations> {
  const key = await workplace.key();
  const server = await startServer(workplace.environment);
  const bodies = generateRegistrations(1_000_000, await categoryIds(), ownSeed);
  const made: string[] = [];

  async function registerNext(): Promise<number> {
    const started = performance.now();
    const answer = await register(server.url, key, bodies.next().value);
    if (answer.status !== 201) {
      throw new Error(`a registration was answered ${String(answer.status)}: ${await answer.text()}`);
    }

    made.push(((await answer.json()) as { id: string }).id);
    return performance.now() - started;
  }

  try {
    await isIdle(server.pid);
    const lone: number[] = [];
    for (let i = 0; i < alone; i += 1) lone.push(await registerNext());

    const crowd: number[] = [];
    const before = made.length;
    const started = performance.now();
    const client = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) crowd.push(await registerNext());
    };
    await Promise.all(Array.from({ length: clients }, client));
    const perSecond = (made.length - before) / ((performance.now() - started) / 1000);

    const inGit = await workplace.git('ls-tree', '-r', '--name-only', 'HEAD');
    const ids = new Set(inGit.split('\n').map((path) => basename(path, '.json')));
    const lost = made.filter((id) => !ids.has(id)).length;
    return { lone, crowd, perSecond, made: made.length, lost };
  } finally {
    await server.stop('SIGTERM');
  }
}

/** Waits until a server has done what follows its start. */
export async function isIdle(pid: number): Promise<void> {
  for (let second = 0; second < longestStartSeconds; second += 1) {
    const before = await processorMs(pid);
    await delay(1000);
    if ((await processorMs(pid)) - before < idleMs) return;
  }
}

/** The processor time that a process has taken, from `/proc`, which counts in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const [, counted = ''] = (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ');
  const [user, system] = counted.split(' ').slice(11, 13);

  return 10 * (Number(user) + Number(system));
}
