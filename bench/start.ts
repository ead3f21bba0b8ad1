import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { checkAllServices } from './checked-services.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

/** A catalog to start with. */
interface Size {
  readonly services: number;
  /** Whether its site is built first, which takes long for large catalogs. */
  readonly isBuilt?: boolean;
  /** Whether every service was checked before. */
  readonly isChecked?: boolean;
}

const sizes: readonly Size[] = [
  { services: 10_000, isBuilt: true },
  { services: 30_000 },
  { services: 30_000, isChecked: true },
  { services: 100_000 },
];

const rounds = 5;

const runFile = promisify(execFile);

const parseEveryFile = fileURLToPath(new URL('parse-every-file.ts', import.meta.url));

export interface Start {
  readonly seconds: number;
  /** Resident memory once it answers. */
  readonly gigabytes: number;
}

/** Measures the time from the start of the process to its first answers, first and after an earlier start, against a script that parses every file. */
export async function benchStart(): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) figures.push(...(await measure(size)));

  await writeResult('start', figures);
}

async function measure({ services, isBuilt = false, isChecked = false }: Size): Promise<Figure[]> {
  const workplace = await generatedCatalog(services);
  try {
    if (isBuilt) await workplace.script('build.ts');
    if (isChecked) await checkAllServices(workplace);
    await rm(join(workplace.folder, 'data', 'cache'), { recursive: true, force: true });
    const first = await timedStart(workplace);
    const later: Start[] = [];
    const scripts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      scripts.push(await timedScript(workplace));
      later.push(await timedStart(workplace));
    }

    const script = median(scripts);
    const seconds = median(later.map((each) => each.seconds));
    const gigabytes = Math.max(...later.map((each) => each.gigabytes));
    const size = `${String(services)} services${isBuilt ? ', built before' : ''}${isChecked ? ', all of them checked' : ''}`;
    return [
      {
        what: `ready to answer with ${size}, after an earlier start`,
        wanted: `≤ 2 × the script + 2 s = ${(2 * script + 2).toFixed(2)} s`,
        measured: `${seconds.toFixed(2)} s`,
        reached: seconds <= 2 * script + 2,
        note: `process start to health and the answer of a text search; ${String(rounds)} starts; ${gigabytes.toFixed(2)} GiB resident; the script parses every file in ${script.toFixed(2)} s`,
      },
      {
        what: `the same, when nothing is cached below DATA_DIR`,
        wanted: '',
        measured: `${first.seconds.toFixed(2)} s`,
        reached: true,
        note: `one start; ${first.gigabytes.toFixed(2)} GiB resident`,
      },
    ];
  } finally {
    await workplace.remove();
  }
}

/** Seconds that a process takes to read and parse every file of the catalog, one after another. */
async function timedScript({ folder }: Workplace): Promise<number> {
  const started = performance.now();
  await runFile(process.execPath, [parseEveryFile, join(folder, 'catalog')]);
  return (performance.now() - started) / 1000;
}

/** Starts a server, waits for its first answers, and stops it. */
export async function timedStart({ environment }: Workplace): Promise<Start> {
  const started = performance.now();
  const server = await startServer(environment);
  for (const path of ['/health', '/api/services?query=data']) {
    const answer = await fetch(`${server.url}${path}`);
    if (answer.status !== 200) throw new Error(`the first answer of ${path} was ${String(answer.status)}`);
    await answer.arrayBuffer();
  }
  const seconds = (performance.now() - started) / 1000;
  const gigabytes = await residentGigabytes(server.pid);

  await server.stop('SIGTERM');
  return { seconds, gigabytes };
}

async function residentGigabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];

  return Number(kilobytes) / 2 ** 20;
}
