import { setTimeout as delay } from 'node:timers/promises';
import { requestCases } from '../test/whole/fuzz/requests.ts';
import { isFault, sendAll } from '../test/whole/fuzz/send-all.ts';
import type { Meter } from '../test/whole/fuzz/stall-meter.ts';
import { WatchedServer } from '../test/whole/fuzz/watched-server.ts';
import { runProcess } from '../test/support/run-process.ts';
import { type Figure, writeResult } from './result.ts';

const minutes = 10;
/** Minutes to ignore at first, while caches fill and code is compiled. */
const settlingMinutes = 2;
const casesPerRound = 700;
const longestStallMs = 250;
/** Growth that does not count as a leak, because the garbage collector works lazily. */
const maxGrowthMb = 50;
const settleMs = 60_000;

/** Sends malformed requests for ten minutes, then runs long versions of the fuzz and survival suites with two seeds. */
export async function benchRobustness(): Promise<void> {
  const figures = [...(await publicFace()), ...(await otherSuites())];

  await writeResult('robustness', figures);
}

/** The measurements of the ten minutes. */
interface Trial {
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: number;
  readonly surprises: number;
  readonly meter: Meter;
  /** Resident memory at the end of each minute, in MB. */
  readonly residentMb: readonly number[];
  readonly descriptors: readonly [before: number, after: number];
}

async function publicFace(): Promise<Figure[]> {
  const watched = await WatchedServer.start();
  try {
    return figuresOf(await trial(watched));
  } finally {
    await watched.stop();
  }
}

async function trial(watched: WatchedServer): Promise<Trial> {
  const before = watched.descriptors();
  const counts = new Map<string, number>();
  const residentMb: number[] = [];
  let [faults, seed] = [0, 0];
  await sendAll(watched.port, requestCases(watched.known, seed, casesPerRound));
  await watched.resetMeter();

  for (let minute = 0; minute < minutes; minute += 1) {
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      const answers = await sendAll(watched.port, requestCases(watched.known, (seed += 1), casesPerRound));
      faults += answers.filter(({ answer }) => isFault(answer)).length;
      for (const { sent } of answers) counts.set(sent.area, (counts.get(sent.area) ?? 0) + 1);
    }
    residentMb.push((await watched.meter()).residentMb);
  }

  const [meter, surprises] = [await watched.meter(), watched.surprises().length];
  await delay(settleMs);
  return { counts, faults, surprises, meter, residentMb, descriptors: [before, watched.descriptors()] };
}

function figuresOf({ counts, faults, surprises, meter, residentMb, descriptors }: Trial): Figure[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const settled = residentMb.slice(settlingMinutes);
  const growth = (settled.at(-1) ?? 0) - (settled[0] ?? 0);
  const [before, after] = descriptors;

  return [
    {
      what: `requests to the public face in ${String(minutes)} minutes`,
      wanted: 'no 5xx but an intended 503, nothing surprising in the log',
      measured: `${String(faults)} of ${String(all)}; ${String(surprises)} lines`,
      reached: faults === 0 && surprises === 0,
      note: [...counts].map(([area, count]) => `${area} ${String(count)}`).join(', '),
    },
    {
      what: 'worst stall beside them',
      wanted: `≤ ${String(longestStallMs)} ms`,
      measured: `${meter.worstCpuMs.toFixed(0)} ms of processor time, ${meter.worstWallMs.toFixed(0)} ms by the clock`,
      reached: meter.worstWallMs <= longestStallMs,
      note: 'between two ticks of the event loop; server and clients share the machine',
    },
    {
      what: 'descriptors of the server, before and a minute after',
      wanted: 'as before',
      measured: `${String(before)}, ${String(after)}`,
      reached: after <= before + 3,
    },
    {
      what: 'resident memory, minute by minute',
      wanted: `level after the first ${String(settlingMinutes)} (≤ ${String(maxGrowthMb)} MB more)`,
      measured: `${growth.toFixed(0)} MB`,
      reached: growth <= maxGrowthMb,
      note: `${residentMb.map((mb) => mb.toFixed(0)).join(', ')} MB`,
    },
  ];
}

const suites = [
  { what: "sellers' answers", file: 'test/whole/fuzz/seller-answers.test.ts' },
  { what: 'catalog folders', file: 'test/whole/fuzz/catalog-folders.test.ts' },
  { what: 'kill -9', file: 'test/whole/survival/kill.test.ts' },
];
/** A factor: this many times the cases of `npm test`, and three times those of `npm run test:long`. */
const longRun = '30';
const seeds = ['402', '20260101'];

/** Runs the long suites; what they demand of each case is in the suites themselves. */
async function otherSuites(): Promise<Figure[]> {
  const figures: Figure[] = [];

  for (const { what, file } of suites) {
    for (const seed of seeds) {
      const started = performance.now();
      const { code } = await runProcess('npx', ['vitest', 'run', '--project', 'whole', file], {
        env: { ...process.env, FUZZ_SEED: seed, FUZZ_RUNS: longRun },
      });
      figures.push({
        what: `${what}: \`${file}\`, seed ${seed}`,
        wanted: 'passes',
        measured: code === 0 ? 'passes' : `exit code ${String(code)}`,
        reached: code === 0,
        note: `${((performance.now() - started) / 1000).toFixed(0)} s`,
      });
    }
  }
  return figures;
}
