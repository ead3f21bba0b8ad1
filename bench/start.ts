import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer, type Workplace } from '../test/support/running-server.ts';
import { checkAllServices } from './checked-services.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

/** A size of a catalog, and how long a start may take after an earlier one. */
interface Size {
  readonly services: number;
  readonly wantedSeconds: number;
  readonly wantedGigabytes?: number;
  /** Whether its site is built first, which takes long for large catalogs. */
  readonly isBuilt?: boolean;
  /** Whether every service was checked before. */
  readonly isChecked?: boolean;
}

const sizes: readonly Size[] = [
  { services: 10_000, wantedSeconds: 2, isBuilt: true },
  { services: 100_000, wantedSeconds: 2 },
  { services: 100_000, wantedSeconds: 2, isChecked: true },
];
const million: Size = { services: 1_000_000, wantedSeconds: 15, wantedGigabytes: 2.5 };

const rounds = 5;

export interface Start {
  readonly seconds: number;
  /** Resident memory once it answers. */
  readonly gigabytes: number;
}

/** Measures the time from the start of the process to its first answers: of a catalog that was never read, and after an earlier start. */
export async function benchStart(options: { readonly million: boolean }): Promise<void> {
  const figures: Figure[] = [];
  for (const size of options.million ? [...sizes, million] : sizes) figures.push(...(await measure(size)));

  await writeResult('start', figures);
}

async function measure({
  services,
  wantedSeconds,
  wantedGigabytes,
  isBuilt = false,
  isChecked = false,
}: Size): Promise<Figure[]> {
  const workplace = await generatedCatalog(services);
  try {
    if (isBuilt) await workplace.script('build.ts');
    if (isChecked) await checkAllServices(workplace);
    await rm(join(workplace.folder, 'data', 'kept'), { recursive: true, force: true });
    const cold = await timedStart(workplace, untilKept);
    const warm: Start[] = [];
    for (let round = 0; round < rounds; round += 1) warm.push(await timedStart(workplace));

    const seconds = median(warm.map((each) => each.seconds));
    const gigabytes = Math.max(...warm.map((each) => each.gigabytes));
    const isSmall = wantedGigabytes === undefined || gigabytes <= wantedGigabytes;
    const size = `${String(services)} services${isBuilt ? ', built before' : ''}${isChecked ? ', all of them checked' : ''}`;
    return [
      {
        what: `ready to answer with ${size}, after an earlier start`,
        wanted: `≤ ${String(wantedSeconds)} s${wantedGigabytes === undefined ? '' : `, ≤ ${String(wantedGigabytes)} GiB`}`,
        measured: `${seconds.toFixed(2)} s`,
        reached: seconds <= wantedSeconds && isSmall,
        note: `process start to health and the answer of a text search; ${String(rounds)} starts; ${gigabytes.toFixed(2)} GiB resident`,
      },
      {
        what: `the same, when nothing is kept below DATA_DIR`,
        wanted: '',
        measured: `${cold.seconds.toFixed(2)} s`,
        reached: true,
        note: `one start; ${cold.gigabytes.toFixed(2)} GiB resident`,
      },
    ];
  } finally {
    await workplace.remove();
  }
}

/** Starts a server, waits for its first answers, and stops it. */
export async function timedStart(
  { environment }: Workplace,
  beforeStop: (server: RunningServer) => Promise<void> = () => Promise.resolve(),
): Promise<Start> {
  const started = performance.now();
  const server = await startServer(environment);
  for (const path of ['/health', '/api/services?query=data']) {
    const answer = await fetch(`${server.url}${path}`);
    if (answer.status !== 200) throw new Error(`the first answer of ${path} was ${String(answer.status)}`);
    await answer.arrayBuffer();
  }
  const seconds = (performance.now() - started) / 1000;
  const gigabytes = await residentGigabytes(server.pid);

  await beforeStop(server);
  await server.stop('SIGTERM');
  return { seconds, gigabytes };
}

/** Waits until a server has kept what it read. */
export async function untilKept(server: RunningServer): Promise<void> {
  while (!server.output().includes('kept the search index')) await pause(200);
}

async function residentGigabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];

  return Number(kilobytes) / 2 ** 20;
}
