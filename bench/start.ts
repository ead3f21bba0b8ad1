import { startServer } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { writeResult } from './result.ts';

const services = 10_000;
const rounds = 5;
const wantedSeconds = 2;

/** Measures the time from the start of the process to its first response, with a large catalog that is already built. */
export async function benchStart(): Promise<void> {
  const workplace = await generatedCatalog(services);
  await workplace.script('build.ts');
  const seconds: number[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const server = await startServer(workplace.environment);
    const answer = await fetch(`${server.url}/api/services?query=data`);
    if (answer.status !== 200) throw new Error(`the first answer was ${String(answer.status)}`);

    seconds.push((performance.now() - started) / 1000);
    await server.stop('SIGTERM');
  }
  await workplace.remove();

  await writeResult('start', [
    {
      what: `ready to answer with ${String(services)} services, built before`,
      wanted: `≤ ${String(wantedSeconds)} s`,
      measured: `${median(seconds).toFixed(2)} s`,
      reached: median(seconds) <= wantedSeconds,
      note: `process start to the answer of a text search; ${String(rounds)} starts`,
    },
  ]);
}
