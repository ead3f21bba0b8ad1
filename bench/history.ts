import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import { SqlVersions } from '../src/adapters/state/versions.ts';
import { serviceFilePath } from '../src/domain/service-file.ts';
import { register } from '../test/support/registration.ts';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { generateRegistrations, randomFrom } from './generate.ts';
import { generateCommits } from './generate-commits.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';

const services = 10_000;
const commits = 100_000;
const changes = 1_000;
const rounds = 5;
const reads = 500;
const registrations = 50;
const wantedFirstMs = 1_000;
const wantedP95Ms = 50;
const wantedP99Ms = 100;

const Registered = z.object({ id: z.string() });

/** Reads histories from a catalog with very many commits, with an index and without, beside `git log` alone. */
export async function benchHistory(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const id = await generateCommits(workplace, commits, commits / changes);
  const alone = await gitAlone(workplace, id);

  try {
    const fresh = await firstReads(workplace, id, true);
    const indexing = await indexed(workplace, id);
    const later = await firstReads(workplace, id, false);
    const server = await startServer(workplace.environment);
    const warm = await warmReads(server.url, id);
    const written = await readsAfterWrites(server.url, await workplace.key());
    await server.stop('SIGTERM');
    // Last, because the filters would help the server too.
    await workplace.git('commit-graph', 'write', '--reachable', '--changed-paths');
    const filtered = await gitAlone(workplace, id);

    await writeResult('history', [
      readFigure('first read after a start', later, 100, wantedFirstMs),
      readFigure('first read after a start without an index, from git', fresh, 100, wantedFirstMs),
      readFigure(`${String(reads)} different pages of 20`, warm, 95, wantedP95Ms),
      readFigure('a new service, once its registration is answered', written, 95, wantedP95Ms),
      indexing,
      gitFigure('`git log -- <file>` alone', alone),
      gitFigure('`git log -- <file>` alone, with changed-path filters', filtered),
    ]);
  } finally {
    await workplace.remove();
  }
}

/** Milliseconds that git takes to list the commits of one file. */
async function gitAlone(workplace: Workplace, id: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const listed = await workplace.git('log', '--first-parent', '--format=%H', '--', serviceFilePath(id));
    times.push(performance.now() - started);
    const found = listed.trim().split('\n').length;
    if (found !== changes + 1) throw new Error(`git lists ${String(found)} changes`);
  }
  return times;
}

/** Milliseconds of the first read of several starts. */
async function firstReads(workplace: Workplace, id: string, withoutIndex: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (withoutIndex) await rm(join(workplace.folder, 'data'), { recursive: true, force: true });
    const server = await startServer(workplace.environment);
    try {
      times.push(await timeOf(`${server.url}/api/services/${id}/history`, changes + 1));
    } finally {
      await server.stop('SIGTERM');
    }
  }
  return times;
}

/** How long the index takes, and how long a read of one service takes meanwhile. */
async function indexed(workplace: Workplace, id: string): Promise<Figure> {
  await rm(join(workplace.folder, 'data'), { recursive: true, force: true });
  const server = await startServer(workplace.environment);
  const started = performance.now();
  const steady = new SteadyReads(`${server.url}/api/services/${id}`);
  await untilIndexed(workplace);
  const seconds = (performance.now() - started) / 1000;
  const p99 = percentile(await steady.stop(), 99);
  await server.stop('SIGTERM');

  return {
    what: 'reads of a service while the index is made',
    wanted: `p99 ≤ ${String(wantedP99Ms)} ms`,
    measured: `p99 ${p99.toFixed(0)} ms`,
    reached: p99 <= wantedP99Ms,
    note: `the index is complete after ${seconds.toFixed(1)} s`,
  };
}

async function untilIndexed(workplace: Workplace): Promise<void> {
  const database = await SqliteDatabase.in(join(workplace.folder, 'data'));
  const versions = new SqlVersions(database);
  while (!(await versions.progress())?.isWhole) await sleep(20);
  await database.close();
}

/** Milliseconds of reads of random pages: half of the service with most changes, half of others. */
async function warmReads(url: string, id: string): Promise<number[]> {
  const random = randomFrom(6);
  const listed = await fetch(`${url}/api/services?limit=100&offset=5000`);
  const others = z.array(Registered).parse(await listed.json());
  const times: number[] = [];

  for (let i = 0; i < reads; i += 1) {
    const [of, offset] =
      i % 2 === 0 ? [id, Math.floor(random() * changes)] : [others[(i >> 1) % 100]?.id, i % 7];
    times.push(await timeOf(`${url}/api/services/${of ?? ''}/history?offset=${String(offset)}`));
  }
  return times;
}

/** Milliseconds of the first read of each new service. */
async function readsAfterWrites(url: string, key: string): Promise<number[]> {
  const times: number[] = [];
  for (const body of generateRegistrations(registrations, await categoryIds(), 7)) {
    const { id } = Registered.parse(await (await register(url, key, body)).json());
    times.push(await timeOf(`${url}/api/services/${id}/history`, 1));
  }
  return times;
}

async function timeOf(url: string, total?: number): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url);
  await answer.text();
  const took = performance.now() - started;
  const found = Number(answer.headers.get('x-total-count'));
  if (answer.status !== 200 || found !== (total ?? found)) {
    throw new Error(`${url} was answered ${String(answer.status)}, with ${String(found)} changes`);
  }
  return took;
}

function readFigure(what: string, times: readonly number[], percent: 95 | 100, wantedMs: number): Figure {
  const measured = percentile(times, percent);
  const which = percent === 100 ? 'slowest' : `p${String(percent)}`;

  return {
    what,
    wanted: `${which} ≤ ${String(wantedMs)} ms`,
    measured: `${measured.toFixed(0)} ms`,
    reached: measured <= wantedMs,
    note: `median ${median(times).toFixed(0)} ms of ${String(times.length)}`,
  };
}

/** Nothing is wanted of git; it shows what the index is for. */
function gitFigure(what: string, times: readonly number[]): Figure {
  return {
    what,
    wanted: 'for comparison',
    measured: `${median(times).toFixed(0)} ms`,
    reached: true,
    note: `${String(changes)} changes among ${String(commits)} commits, median of ${String(times.length)}`,
  };
}
