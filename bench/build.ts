import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { withPeakMemory } from './peak-memory.ts';
import { writeResult } from './result.ts';
import type { Workplace } from '../test/support/running-server.ts';

const services = 2_400;
const changes = 5;
const wantedSeconds = 15;

/** Measures a full build, and builds after the addition of one service. */
export async function benchBuild(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const [[full, said], peakMiB] = await withPeakMemory(() => timedBuild(workplace));
  const again: number[] = [];
  let saidAgain = '';

  const file = join(workplace.folder, 'one.json');
  for (const body of generateRegistrations(changes, await categoryIds(), 3)) {
    await writeFile(file, JSON.stringify([body]));
    await workplace.script('catalog.ts', 'import', file);
    const [seconds, output] = await timedBuild(workplace);
    again.push(seconds);
    saidAgain = output;
  }
  await workplace.remove();

  await writeResult('build', [
    {
      what: `full build of ${String(services)} services`,
      wanted: `≤ ${String(wantedSeconds)} s`,
      measured: `${full.toFixed(1)} s`,
      reached: full <= wantedSeconds,
      note: `${said}; ${peakMiB.toFixed(0)} MiB of memory`,
    },
    {
      what: 'build after one more service',
      wanted: '≤ half of a full build',
      measured: `${median(again).toFixed(1)} s, ${(median(again) / full).toFixed(2)} of it`,
      reached: median(again) <= full / 2,
      note: saidAgain,
    },
  ]);
}

/** The duration of a build as a server makes it, of the whole command in seconds, and the stages that it printed. */
export async function timedBuild(workplace: Workplace): Promise<[number, string]> {
  const started = performance.now();
  const output = await workplace.script('build.ts', '--for-server');

  return [
    (performance.now() - started) / 1000,
    output
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .join('; '),
  ];
}
