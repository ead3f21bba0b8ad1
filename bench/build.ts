import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { withPeakMemory } from './peak-memory.ts';
import { writeResult } from './result.ts';
import type { Workplace } from '../test/support/running-server.ts';

const usualServices = 10_000;
/** From the third on, a build begins in the folder of an earlier one. */
const changes = 5;
/** The full build, of the time that it takes to copy its files and to compress them. */
const wantedOfCopy = 6;
/** A build after one change, of the time of the full one. */
const wantedOfFull = 0.15;
const wantedMiB = 1_536;

/** Measures a full build, a copy of its files as its peer, and builds after the addition of one service. */
export async function benchBuild({
  services = usualServices,
}: {
  readonly services?: number;
}): Promise<void> {
  const workplace = await generatedCatalog(services);
  const [[full, said], peakMiB] = await withPeakMemory(() => timedBuild(workplace));
  const peer = await copyAndCompress(workplace);
  const again: number[] = [];
  let saidAgain = '';
  let peakAgain = 0;

  const file = join(workplace.folder, 'one.json');
  for (const body of generateRegistrations(changes, await categoryIds(), 3)) {
    await writeFile(file, JSON.stringify([body]));
    await workplace.script('catalog.ts', 'import', file);
    const [[seconds, output], peak] = await withPeakMemory(() => timedBuild(workplace));
    again.push(seconds);
    saidAgain = output;
    peakAgain = Math.max(peakAgain, peak);
  }
  await workplace.remove();

  const copy = peer.copied + peer.compressed;
  const maxMiB = Math.max(peakMiB, peakAgain);
  await writeResult('build', [
    {
      what: `full build of ${String(services)} services, to a copy of its files that is compressed`,
      wanted: `≤ ${String(wantedOfCopy)} ×`,
      measured: `${(full / copy).toFixed(1)} ×: ${full.toFixed(1)} s to ${copy.toFixed(1)} s`,
      reached: full <= wantedOfCopy * copy,
      note: `${said}; \`cp -r\`: ${peer.copied.toFixed(1)} s; \`gzip -r\`: ${peer.compressed.toFixed(1)} s`,
    },
    {
      what: 'build after one more service, to the full build',
      wanted: `≤ ${String(wantedOfFull)} ×`,
      measured: `${(median(again) / full).toFixed(2)} ×: ${median(again).toFixed(1)} s`,
      reached: median(again) <= wantedOfFull * full,
      note: saidAgain,
    },
    {
      what: 'most memory of all processes of a build',
      wanted: `≤ ${String(wantedMiB)} MiB`,
      measured: `${maxMiB.toFixed(0)} MiB`,
      reached: maxMiB <= wantedMiB,
      note: `full: ${peakMiB.toFixed(0)} MiB; after one more service: ${peakAgain.toFixed(0)} MiB`,
    },
  ]);
}

/** Seconds that other programs take to write the files of the newest build, and to compress each of them. */
async function copyAndCompress(
  workplace: Workplace,
): Promise<{ readonly copied: number; readonly compressed: number }> {
  const copy = join(workplace.folder, 'copy');
  const copied = await secondsOf(
    'cp',
    '-r',
    join(workplace.environment['DIST_DIR'] ?? '', 'current/client'),
    copy,
  );
  const compressed = await secondsOf('gzip', '-rfq', copy);
  await rm(copy, { recursive: true });

  return { copied, compressed };
}

async function secondsOf(command: string, ...args: string[]): Promise<number> {
  const started = performance.now();
  await promisify(execFile)(command, args);

  return (performance.now() - started) / 1000;
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
      // Without the warnings of the bundler, which are JSON.
      .filter((line) => !line.startsWith('{'))
      .join('; '),
  ];
}
