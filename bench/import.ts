import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import { median } from './machine.ts';
import { writeResult } from './result.ts';

const services = 2_400;
const rounds = 3;
const wantedSeconds = 10;

/** Imports a file of services with the whole command, as a person would run it. `CORPUS` may name another file to import. */
export async function benchImport(): Promise<void> {
  const seconds: number[] = [];
  let said = '';

  for (let round = 0; round < rounds; round += 1) {
    const workplace = await Workplace.make();
    const file = process.env['CORPUS'] ?? join(workplace.folder, 'services.json');
    if (process.env['CORPUS'] === undefined) {
      await writeFile(file, JSON.stringify([...generateRegistrations(services, await categoryIds())]));
    }

    const started = performance.now();
    said = (await workplace.script('catalog.ts', 'import', file)).trim().split('\n').at(-1) ?? '';
    seconds.push((performance.now() - started) / 1000);
    await workplace.remove();
  }

  await writeResult('import', [
    {
      what: `import of ${String(services)} services in one commit`,
      wanted: `≤ ${String(wantedSeconds)} s`,
      measured: `${median(seconds).toFixed(1)} s`,
      reached: median(seconds) <= wantedSeconds,
      note: said,
    },
  ]);
}
