import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, startServer, type Workplace } from '../test/support/running-server.ts';
import type { Download } from './download-thread.ts';
import { Downloads } from './downloads.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { realWords } from './real-words.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';

const services = 100_000;
const rounds = 5;
/** A server that has just started reads all files once more, and fills its feed from git. It has settled when that holds up no read. */
const settledMs = 15;
const longestWarmUpMs = 300_000;
const wantedFirstByteMs = 100;
const wantedStallMs = 50;
const wantedKnownMs = 1;

/** What is downloaded while others read. */
const exports = [
  { path: '/api/export.ndjson', encoding: 'identity' },
  { path: '/api/export.ndjson', encoding: 'gzip' },
  { path: '/api/export.ndjson', encoding: 'br' },
  { path: '/api/export.csv', encoding: 'gzip' },
  { path: '/api/export', encoding: 'gzip' },
  { path: '/api/export.sqlite', encoding: 'identity' },
] as const;

/** Downloads a large catalog in every format, also just after changes, while others read. */
export async function benchExport(): Promise<void> {
  const workplace = await generatedCatalog(services, await realWords());
  const server = await startServer(workplace.environment);
  const downloads = new Downloads();

  try {
    await settled(server);
    const changes = await changesOf(workplace, server);
    const idle = await readsBeside(server, () => sleep(10_000));
    const figures: Figure[] = [
      await firstByteFigure('unchanged', server, downloads, () => Promise.resolve()),
      await firstByteFigure('just after a change', server, downloads, changes),
      await knownFigure(server, downloads),
    ];
    for (const each of exports) {
      figures.push(await downloadFigure(each, server, downloads, changes, idle.times));
    }
    await writeResult('export', figures);
  } finally {
    await downloads.stop();
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function settled(server: RunningServer): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < longestWarmUpMs) {
    const { times } = await readsBeside(server, () => sleep(10_000));
    if (percentile(times, 99) <= settledMs) return;
  }
}

/** Registers one more service with each call. */
async function changesOf(workplace: Workplace, { url }: RunningServer): Promise<() => Promise<void>> {
  const key = await workplace.key();
  const bodies = generateRegistrations(1_000, await categoryIds(), 3);

  return async () => {
    const { status } = await fetch(`${url}/api/services`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(bodies.next().value),
    });
    if (status !== 201) throw new Error(`a registration was answered ${String(status)}`);
  };
}

async function firstByteFigure(
  when: string,
  { url }: RunningServer,
  downloads: Downloads,
  change: () => Promise<void>,
): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await change();
    times.push((await downloads.get(`${url}/api/export.ndjson`)).first);
  }
  const longest = Math.max(...times);

  return {
    what: `first byte of export.ndjson, ${String(services)} services, ${when}, the longest of ${String(rounds)}`,
    wanted: `≤ ${String(wantedFirstByteMs)} ms`,
    measured: `${longest.toFixed(0)} ms`,
    reached: longest <= wantedFirstByteMs,
    note: `median ${median(times).toFixed(0)} ms`,
  };
}

async function knownFigure({ url }: RunningServer, downloads: Downloads): Promise<Figure> {
  const path = `${url}/api/export.ndjson`;
  const { tag } = await downloads.get(path);
  const times: number[] = [];
  for (let round = 0; round < 20 * rounds; round += 1) {
    const { status, total } = await downloads.get(path, { 'If-None-Match': tag });
    if (status !== 304) throw new Error(`a known export was answered ${String(status)}`);
    times.push(total);
  }

  return {
    what: '304 to who has it, median',
    wanted: `≤ ${String(wantedKnownMs)} ms`,
    measured: `${median(times).toFixed(1)} ms`,
    reached: median(times) <= wantedKnownMs,
    note: `p99 ${percentile(times, 99).toFixed(1)} ms, with a new connection each`,
  };
}

/** The milliseconds of reads while something is done, and its result. */
async function readsBeside<Result>(
  { url }: RunningServer,
  work: () => Promise<Result>,
): Promise<{ readonly times: readonly number[]; readonly result: Result }> {
  const reading = new SteadyReads(`${url}/api/services?limit=5`);
  const result = await work();

  return { times: await reading.stop(), result };
}

/** Downloads an export several times, each time just after a change. */
async function downloadFigure(
  { path, encoding }: (typeof exports)[number],
  server: RunningServer,
  downloads: Downloads,
  change: () => Promise<void>,
  idle: readonly number[],
): Promise<Figure> {
  const all: number[] = [];
  const made: Download[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await change();
    const { times, result } = await readsBeside(server, () =>
      downloads.get(server.url + path, { 'Accept-Encoding': encoding }),
    );
    all.push(...times);
    made.push(result);
  }
  const longest = Math.max(...all);
  const seconds = (pick: (one: Download) => number): string => (median(made.map(pick)) / 1000).toFixed(2);
  const megabytes = (median(made.map(({ bytes }) => bytes)) / 1e6).toFixed(1);

  return {
    what: `reads beside a download of ${path} (${encoding}) just after a change, the longest`,
    wanted: `≤ ${String(wantedStallMs)} ms`,
    measured: `${longest.toFixed(0)} ms`,
    reached: longest <= wantedStallMs,
    note: `p99 ${percentile(all, 99).toFixed(1)} ms (alone ${percentile(idle, 99).toFixed(1)} ms, the longest ${Math.max(...idle).toFixed(0)} ms); ${megabytes} MB, first byte after ${seconds(({ first }) => first)} s, all after ${seconds(({ total }) => total)} s; 100 reads a second, ${String(rounds)} downloads`,
  };
}
