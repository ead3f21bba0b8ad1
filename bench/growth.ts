import { mkdir, writeFile } from 'node:fs/promises';
import { startServer, Workplace } from '../test/support/running-server.ts';
import { timedBuild } from './build.ts';
import { importGenerated } from './generated-catalog.ts';
import { describeMachine, median } from './machine.ts';
import { isIdle, measureRegistrations } from './registrations.ts';
import { timedStart, untilKept } from './start.ts';

const sizes = [1_000, 10_000, 100_000];
const million = 1_000_000;

const searches = 50;

/** What was measured at one size, by the name of the row. */
type Column = Readonly<Record<string, number>>;

/** Measures what an operator does every day at several sizes of a catalog, and how each cost grows with the size. */
export async function benchGrowth(options: { readonly million: boolean }): Promise<void> {
  const measured: [services: number, column: Column][] = [];
  for (const services of options.million ? [...sizes, million] : sizes) {
    const workplace = await Workplace.make();
    try {
      measured.push([services, await costsOf(workplace, services)]);
    } finally {
      await workplace.remove();
    }
    await writeTable(measured);
  }
}

async function costsOf(workplace: Workplace, services: number): Promise<Column> {
  const imported = await importGenerated(workplace, services);
  const cold = await timedStart(workplace, untilKept);
  const warm = await timedStart(workplace);
  const answers = await timedAnswers(workplace);
  const [full] = await timedBuild(workplace);
  await importGenerated(workplace, 1, 99);
  const [again] = await timedBuild(workplace);
  // Last, since they add thousands of services.
  const { lone, perSecond } = await measureRegistrations(workplace);

  return {
    'import, s': imported.seconds,
    'first start, s': cold.seconds,
    'start after an earlier one, s': warm.seconds,
    'memory after a start, GiB': warm.gigabytes,
    'one registration, ms': median(lone),
    'registrations of 64 clients, a second': perSecond,
    'search for two words, ms': answers.search,
    'first byte of export.ndjson after a change, ms': answers.firstByte,
    'full build, s': full,
    'build after one change, s': again,
  };
}

interface Answers {
  readonly search: number;
  readonly firstByte: number;
}

/** The median milliseconds of searches that nobody has made before, and those to the first byte of an export that nobody has seen. */
async function timedAnswers(workplace: Workplace): Promise<Answers> {
  const server = await startServer(workplace.environment);
  try {
    await isIdle(server.pid);
    const times: number[] = [];
    for (let round = 0; round < searches; round += 1) {
      times.push(await timed(`${server.url}/api/services?query=weather+data&offset=${String(round)}`));
    }
    await importGenerated(workplace, 1, 98);
    return { search: median(times), firstByte: await timed(`${server.url}/api/export.ndjson`) };
  } finally {
    await server.stop('SIGTERM');
  }
}

/** Milliseconds until the first bytes of the body. */
async function timed(url: string): Promise<number> {
  const started = performance.now();
  const { body } = await fetch(url);
  const reader = body?.getReader();
  await reader?.read();
  const took = performance.now() - started;

  await reader?.cancel();
  return took;
}

async function writeTable(measured: readonly (readonly [services: number, column: Column])[]): Promise<void> {
  const [, first = {}] = measured[0] ?? [];
  const head = measured.map(([services], at) => (at === 0 ? String(services) : `${String(services)} | ×`));
  const rows = Object.keys(first).map((name) => {
    const cells = measured.map(([, column], at) => {
      const value = column[name] ?? Number.NaN;
      const before = measured[at - 1]?.[1][name];
      return before === undefined ? shown(value) : `${shown(value)} | ${(value / before).toFixed(2)}`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const text = [
    '# growth',
    '',
    `- machine: ${describeMachine()}`,
    `- date: ${new Date().toISOString()}`,
    '- command: `npm run bench -- growth`, with `--million` for the last size',
    '',
    'Each × is the ratio to the size before, which is a tenth of it.',
    '',
    `| services | ${head.join(' | ')} |`,
    `| --- |${' --- |'.repeat(2 * measured.length - 1)}`,
    ...rows,
    '',
  ].join('\n');

  await mkdir(new URL('results/', import.meta.url), { recursive: true });
  await writeFile(new URL('results/growth.md', import.meta.url), text);
  console.log(text);
}

/** Three figures, however large. */
function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
