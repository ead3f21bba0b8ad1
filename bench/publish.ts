import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { generatedCatalog } from './generated-catalog.ts';
import { type Figure, writeResult } from './result.ts';
import type { Workplace } from '../test/support/running-server.ts';

const services = 10_000;
const wantedSeconds = 90;
const wantedAgain = 30;

/** Publishes the static site of a large catalog with the command of the workflow, then again after a change of one file. Probes nothing. */
export async function benchPublish(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const first = await timedPublish(workplace);
  await changeOneFile(workplace);
  const again = await timedPublish(workplace);
  await workplace.remove();

  await writeResult('publish', [
    figure(`static site of ${String(services)} services`, wantedSeconds, first),
    figure('the same again after one file changed', wantedAgain, again),
  ]);
}

/** The duration of the whole command in seconds, and the stages that it printed. */
async function timedPublish(workplace: Workplace): Promise<{ seconds: number; stages: string }> {
  const started = performance.now();
  const output = await workplace.script('publish.ts', '--out', join(workplace.folder, 'site'), '--no-probe');
  const seconds = (performance.now() - started) / 1000;

  return { seconds, stages: [...output.matchAll(/^ {2}(.+)$/gm)].map(([, stage]) => stage).join('; ') };
}

async function changeOneFile(workplace: Workplace): Promise<void> {
  const [path = ''] = (await workplace.git('ls-files', 'services')).split('\n');
  const file = join(workplace.catalog, path);
  const service = z.looseObject({ description: z.string() }).parse(JSON.parse(await readFile(file, 'utf8')));

  await writeFile(file, `${JSON.stringify({ ...service, description: 'Something else.' }, null, 2)}\n`);
  await workplace.git('commit', '--quiet', '--all', '--message=Change one');
}

function figure(
  what: string,
  wanted: number,
  { seconds, stages }: { seconds: number; stages: string },
): Figure {
  return {
    what,
    wanted: `≤ ${String(wanted)} s`,
    measured: `${seconds.toFixed(1)} s`,
    reached: seconds <= wanted,
    note: stages,
  };
}
