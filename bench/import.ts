import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import { type Figure, writeResult } from './result.ts';

/** How many services to import, and within how many seconds. */
const wanted = [
  { services: 5_000, seconds: 5 },
  { services: 100_000, seconds: 30 },
];
const wantedRatio = 1.5;

/** Imports files of services with the whole command, as a person would run it. */
export async function benchImport(): Promise<void> {
  const figures: Figure[] = [];
  const perService: number[] = [];

  for (const { services, seconds } of wanted) {
    const { took, said } = await importOf(services);
    perService.push(took / services);
    figures.push({
      what: `import of ${String(services)} services in one commit`,
      wanted: `≤ ${String(seconds)} s`,
      measured: `${took.toFixed(1)} s`,
      reached: took <= seconds,
      note: said,
    });
  }

  const ratio = (perService[1] ?? 0) / (perService[0] ?? 0);
  await writeResult('import', [
    ...figures,
    {
      what: 'each service of the larger import to one of the smaller',
      wanted: `≤ ${String(wantedRatio)} times`,
      measured: `${ratio.toFixed(2)} times`,
      reached: ratio <= wantedRatio,
    },
  ]);
}

/** The seconds that an import takes, and what it prints at last. */
async function importOf(services: number): Promise<{ readonly took: number; readonly said: string }> {
  const workplace = await Workplace.make();
  try {
    return await importInto(workplace, services);
  } finally {
    await workplace.remove();
  }
}

/** Imports generated services, and says how many seconds the command took and what it printed at last. */
export async function importInto(
  workplace: Workplace,
  services: number,
  seed = 1,
): Promise<{ readonly took: number; readonly said: string }> {
  const file = join(workplace.folder, 'services.json');
  await writeFile(file, JSON.stringify([...generateRegistrations(services, await categoryIds(), seed)]));

  const started = performance.now();
  const output = await workplace.script('catalog.ts', 'import', file);
  const took = (performance.now() - started) / 1000;
  return { took, said: output.trim().split('\n').at(-1) ?? '' };
}
