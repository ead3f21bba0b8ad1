import { join } from 'node:path';
import { mirror } from '../src/mirror/mirror.ts';
import { mirrorUnderEdits } from '../test/support/mirrored-edits.ts';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const services = 100_000;
const changes = 1000;
const rounds = 5;
const wantedMs = 1000;
const batchSize = 500;
const formats = ['files', 'ndjson'] as const;

const trial = { writers: 32, edits: 10_000, serverKills: 10, mirrorKills: 40, options: ['--verify'] };

/** Applies changes to mirrors of a large catalog; then has many owners edit a catalog while its server and its mirrors are killed. */
export async function benchMirror(): Promise<void> {
  const figures = [...(await changesOfMany()), await underEdits()];

  await writeResult('mirror', figures);
}

async function changesOfMany(): Promise<Figure[]> {
  const workplace = await generatedCatalog(services);
  const key = await workplace.key();
  const server = await startServer(workplace.environment);
  const bodies = generateRegistrations(1_000_000, await categoryIds(), 7);
  const visit = (format: (typeof formats)[number]): Promise<number> =>
    timed(() => mirror({ from: server.url, to: join(workplace.folder, format), format }));

  try {
    const first = new Map<string, number>();
    for (const format of formats) first.set(format, await visit(format));
    const times = new Map(formats.map((format) => [format, new Array<number>()]));
    for (let round = 0; round < rounds; round += 1) {
      await change(server.url, key, bodies);
      for (const format of formats) times.get(format)?.push(await visit(format));
    }

    return formats.map((format) => ({
      what: `${String(changes)} changes of ${String(services)} services fetched and applied, format ${format}, median`,
      wanted: `≤ ${String(wantedMs)} ms`,
      measured: `${median(times.get(format) ?? []).toFixed(0)} ms`,
      reached: median(times.get(format) ?? []) <= wantedMs,
      note: `the first visit takes ${((first.get(format) ?? 0) / 1000).toFixed(1)} s`,
    }));
  } finally {
    await stop(workplace, server);
  }
}

/** Lists new services, which are as many changes. */
async function change(url: string, key: string, bodies: Iterator<object>): Promise<void> {
  for (let done = 0; done < changes; done += batchSize) {
    const batch = Array.from({ length: batchSize }, () => bodies.next().value as unknown);
    const answer = await fetch(`${url}/api/services/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ services: batch }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the batch was answered with ${String(answer.status)}`);
  }
}

async function underEdits(): Promise<Figure> {
  const { edits, services: left, mirrors } = await mirrorUnderEdits(trial);
  const isReached = mirrors.every(
    ({ faults, ended, isEqual }) => faults.length === 0 && ended.code === 0 && isEqual,
  );
  const made = Object.values(edits).reduce((sum, count) => sum + count, 0);

  return {
    what: `mirrors after ${String(made)} edits by ${String(trial.writers)} owners, ${String(trial.serverKills)} kills of the server and ${String(trial.mirrorKills)} of each mirror`,
    wanted: 'equal the export, byte for byte',
    measured: mirrors
      .map(
        ({ format, ended, isEqual }) =>
          `${format}: ${isEqual ? 'equal' : 'different'}, exit ${String(ended.code)}`,
      )
      .join('; '),
    reached: isReached,
    note: `${Object.entries(edits)
      .map(([kind, count]) => `${kind} ${String(count)}`)
      .join(', ')}; ${String(left)} services are left; each mirror verifies the log`,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function stop(workplace: Workplace, server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  await server.stop('SIGTERM');
  await workplace.remove();
}
