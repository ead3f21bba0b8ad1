import { Workplace } from '../test/support/running-server.ts';
import { importGenerated } from './generated-catalog.ts';
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
    const { seconds: took, said } = await importOf(services);
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

async function importOf(services: number): ReturnType<typeof importGenerated> {
  const workplace = await Workplace.make();
  try {
    return await importGenerated(workplace, services);
  } finally {
    await workplace.remove();
  }
}
