import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { generatedCatalog } from './generated-catalog.ts';
import { withPeakMemory } from './peak-memory.ts';
import { type Figure, writeResult } from './result.ts';
import type { Workplace } from '../test/support/running-server.ts';

/** What is wanted of a catalog of some size, in seconds and MiB. */
interface Wanted {
  readonly services: number;
  readonly full: number;
  readonly again: number;
  readonly memory: number;
}

const small: Wanted = { services: 10_000, full: 20, again: 3, memory: 2_048 };
const large: Wanted = { services: 100_000, full: 240, again: 8, memory: 2_048 };

/** A run of the command. */
interface Run {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly stages: string;
}

/** Publishes the static site of a catalog with the command of the workflow, then again after a change of one file. Probes nothing. */
export async function benchPublish(): Promise<void> {
  await writeResult('publish', await measured(small));
}

/** The same with 100,000 services; takes a quarter of an hour. */
export async function benchPublishLarge(): Promise<void> {
  await writeResult('publish-large', await measured(large));
}

async function measured({ services, full, again, memory }: Wanted): Promise<Figure[]> {
  const workplace = await generatedCatalog(services);
  const first = await timedPublish(workplace);
  await changeOneFile(workplace);
  const second = await timedPublish(workplace);
  await workplace.remove();

  return [
    figureOf(`static site of ${String(services)} services`, full, first),
    figureOf('the same again after one file changed', again, second),
    {
      what: 'most memory of all processes',
      wanted: `≤ ${String(memory)} MiB`,
      measured: `${first.peakMiB.toFixed(0)} MiB; after the change ${second.peakMiB.toFixed(0)} MiB`,
      reached: Math.max(first.peakMiB, second.peakMiB) <= memory,
    },
  ];
}

/** Times the whole command, and gives the stages that it printed. */
async function timedPublish(workplace: Workplace): Promise<Run> {
  const started = performance.now();
  const [output, peakMiB] = await withPeakMemory(() =>
    workplace.script('publish.ts', '--out', join(workplace.folder, 'site'), '--no-probe'),
  );
  const seconds = (performance.now() - started) / 1000;

  return {
    seconds,
    peakMiB,
    stages: [...output.matchAll(/^ {2}(.+)$/gm)].map(([, stage]) => stage).join('; '),
  };
}

async function changeOneFile(workplace: Workplace): Promise<void> {
  const [path = ''] = (await workplace.git('ls-files', 'services')).split('\n');
  const file = join(workplace.catalog, path);
  const service = z.looseObject({ description: z.string() }).parse(JSON.parse(await readFile(file, 'utf8')));

  await writeFile(file, `${JSON.stringify({ ...service, description: 'Something else.' }, null, 2)}\n`);
  await workplace.git('commit', '--quiet', '--all', '--message=Change one');
}

function figureOf(what: string, wanted: number, { seconds, stages }: Run): Figure {
  return {
    what,
    wanted: `≤ ${String(wanted)} s`,
    measured: `${seconds.toFixed(1)} s`,
    reached: seconds <= wanted,
    note: stages,
  };
}
