import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer, Workplace } from '../test/support/running-server.ts';
import { timedBuild } from './build.ts';
import { checkAllServices } from './checked-services.ts';
import { importGenerated } from './generated-catalog.ts';
import { Downloads } from './downloads.ts';
import { describeMachine, median, percentile } from './machine.ts';
import { withPeakMemory } from './peak-memory.ts';
import { isIdle, measureRegistrations } from './registrations.ts';
import { timedStart } from './start.ts';
import { SteadyReads } from './steady-reads.ts';

/** What the catalog is designed for, and what it tolerates. */
const sizes = [30_000, 100_000];

const searches = 50;

/** What was measured at one size, by the name of the row. */
type Column = Readonly<Record<string, number>>;

/** Measures what an operator does every day at two sizes of a catalog, and how each cost grows with the size. */
export async function benchGrowth(): Promise<void> {
  const measured: [services: number, column: Column][] = [];
  const workplaces: Workplace[] = [];
  try {
    for (const services of sizes) {
      const workplace = await Workplace.make();
      workplaces.push(workplace);
      measured.push([services, await costsOf(workplace, services)]);
      await writeTable(measured);
    }
  } finally {
    // Last of all: for minutes after many files were removed, ext4 makes new ones several times more slowly.
    for (const workplace of workplaces) await workplace.remove();
  }
}

async function costsOf(workplace: Workplace, services: number): Promise<Column> {
  const imported = await importGenerated(workplace, services);
  await checkAllServices(workplace);
  const cold = await timedStart(workplace);
  const warm = await timedStart(workplace);
  const answers = await timedAnswers(workplace);
  const builds = await timedBuilds(workplace);
  // Last, since they add thousands of services.
  const { lone, perSecond } = await measureRegistrations(workplace);

  return {
    'import, s': imported.seconds,
    'first start, s': cold.seconds,
    'start after an earlier one, s': warm.seconds,
    'memory after a start, GiB': warm.gigabytes,
    'one registration, ms': median(lone),
    'registrations of 64 clients, a second': perSecond,
    'search for two words, ms': answers.search,
    'first byte of export.ndjson after a change, ms': answers.firstByte,
    'p99 of reads beside that export, ms': answers.besideExport,
    'full build, s': builds.full,
    'memory of that build, GiB': builds.gigabytes,
    'build after the first change, s': builds.first,
    'build after one later change, s': builds.later,
  };
}

/** Of builds: what they take in seconds, and the most memory of the first. */
interface Builds {
  readonly full: number;
  readonly gigabytes: number;
  /** After a first change, and after a second one. */
  readonly first: number;
  readonly later: number;
}

async function timedBuilds(workplace: Workplace): Promise<Builds> {
  const [[full], peakMiB] = await withPeakMemory(() => timedBuild(workplace));
  await importGenerated(workplace, 1, 99);
  const [first] = await timedBuild(workplace);
  await importGenerated(workplace, 1, 96);
  const [later] = await timedBuild(workplace);
  return { full, gigabytes: peakMiB / 1024, first, later };
}

/** In milliseconds. */
interface Answers {
  /** The median of searches that nobody has made before. */
  readonly search: number;
  /** To the first byte of an export that nobody has seen. */
  readonly firstByte: number;
  /** The 99th percentile of reads while such an export is downloaded. */
  readonly besideExport: number;
}

async function timedAnswers(workplace: Workplace): Promise<Answers> {
  const server = await startServer(workplace.environment);
  try {
    await isIdle(server.pid);
    const times: number[] = [];
    for (let round = 0; round < searches; round += 1) {
      times.push(await timed(`${server.url}/api/services?query=weather+data&offset=${String(round)}`));
    }
    await importWhileServed(workplace, server, 98);
    const firstByte = await timed(`${server.url}/api/export.ndjson`);
    await importWhileServed(workplace, server, 97);
    return { search: median(times), firstByte, besideExport: await readsBesideExport(server) };
  } finally {
    await server.stop('SIGTERM');
  }
}

/** Adds a service, and waits until the server lists it. */
async function importWhileServed(workplace: Workplace, { url }: RunningServer, seed: number): Promise<void> {
  const before = await versionAt(url);
  await importGenerated(workplace, 1, seed);
  while ((await versionAt(url)) === before) await pause(100);
}

async function versionAt(url: string): Promise<string | null> {
  const answer = await fetch(`${url}/api/services?limit=1`);
  await answer.arrayBuffer();
  return answer.headers.get('X-Catalog-Version');
}

async function readsBesideExport({ url }: RunningServer): Promise<number> {
  const downloads = new Downloads();
  const reads = new SteadyReads(`${url}/api/services?limit=5`);
  try {
    await downloads.get(`${url}/api/export.ndjson`);
    return percentile(await reads.stop(), 99);
  } finally {
    await downloads.stop();
  }
}

/** Milliseconds until the first bytes of the body. */
async function timed(url: string): Promise<number> {
  const started = performance.now();
  const { body } = await fetch(url);
  const reader = body?.getReader();
  await reader?.read();
  const took = performance.now() - started;

  await reader?.cancel();
  return took;
}

async function writeTable(measured: readonly (readonly [services: number, column: Column])[]): Promise<void> {
  const [[fewest, first] = [0, {}], [most, last] = [0, {}]] = measured;
  const rows = Object.entries(first).map(([name, value]) => {
    const later = last[name];
    const grown = later === undefined ? '– | –' : `${shown(later)} | ${(later / value).toFixed(2)}`;
    return `| ${name} | ${shown(value)} | ${grown} |`;
  });
  const text = [
    '# growth',
    '',
    `- machine: ${describeMachine()}`,
    `- date: ${new Date().toISOString()}`,
    '- command: `npm run bench -- growth`',
    '',
    'Every service was checked before. Builds are those that a server makes.',
    '',
    `| services | ${String(fewest)} | ${String(most)} | × |`,
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');

  await mkdir(new URL('results/', import.meta.url), { recursive: true });
  await writeFile(new URL('results/growth.md', import.meta.url), text);
  console.log(text);
}

/** Three figures, however large. */
function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
