import { register } from '../test/support/registration.ts';
import { startServer } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { writeResult } from './result.ts';

const services = 10_000;
const clients = 64;
const seconds = 10;
const alone = 40;
const wantedPerSecond = 300;
const wantedMs = 80;

/** Registers services in a large catalog, one after the other and with many clients at once, then looks for every 201 in git. */
export async function benchRegistrations(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const key = await workplace.key();
  const server = await startServer(workplace.environment);
  const bodies = generateRegistrations(1_000_000, await categoryIds(), 2);
  const made: string[] = [];

  async function registerNext(): Promise<number> {
    const started = performance.now();
    const answer = await register(server.url, key, bodies.next().value);
    if (answer.status !== 201) {
      throw new Error(`a registration was answered ${String(answer.status)}: ${await answer.text()}`);
    }

    made.push(((await answer.json()) as { id: string }).id);
    return performance.now() - started;
  }

  try {
    const lone: number[] = [];
    for (let i = 0; i < alone; i += 1) lone.push(await registerNext());

    const crowd: number[] = [];
    const before = made.length;
    const started = performance.now();
    const client = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) crowd.push(await registerNext());
    };
    await Promise.all(Array.from({ length: clients }, client));
    const perSecond = (made.length - before) / ((performance.now() - started) / 1000);

    const inGit = await workplace.git('ls-tree', '-r', '--name-only', 'HEAD');
    const lost = made.filter((id) => !inGit.includes(`/${id}.json`));
    await writeResult('registrations', [
      {
        what: `one client, ${String(services)} services`,
        wanted: `≤ ${String(wantedMs)} ms at the median`,
        measured: `${median(lone).toFixed(0)} ms`,
        reached: median(lone) <= wantedMs,
        note: `p95 ${percentile(lone, 95).toFixed(0)} ms over ${String(alone)}`,
      },
      {
        what: `${String(clients)} clients, ${String(services)} services`,
        wanted: `≥ ${String(wantedPerSecond)} a second, every 201 in git`,
        measured: `${perSecond.toFixed(0)} a second, ${String(lost.length)} of ${String(made.length)} not in git`,
        reached: perSecond >= wantedPerSecond && lost.length === 0,
        note: `p50 ${median(crowd).toFixed(0)} ms, p95 ${percentile(crowd, 95).toFixed(0)} ms`,
      },
    ]);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}
