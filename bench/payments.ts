import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import { SqlPayments } from '../src/adapters/state/payments.ts';
import type { AttributedSettlement } from '../src/domain/payments.ts';
import type { BlockTime } from '../src/domain/settlement.ts';
import { address } from '../test/support/chain/evm-chain.ts';
import { type RunningServer, startServer, Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import {
  generatePayments,
  month,
  secondsPerBlock,
  type Seller,
  sellersIn,
  usdc,
} from './generate-payments.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';
import { load, type Load } from './wrk.ts';

const services = 1_000;
const settlements = 100_000;
const wantedSeconds = 60;
const wantedP99Ms = 100;
/** A server that has just started is slow with its first answers, whether or not it counts. */
const warmUpReads = 500;

const passSeconds = 40;
const wantedCalls = 2;

const onFile = 1_000_000;
const recordedAtOnce = 1_000;
const rounds = 3;
const secondsPerRound = 4;
/** The limit of the start with payments on file, relative to that without. */
const wantedShare = 1.2;
/** How much longer an answer may take with payments on file, at p50 and at p99. The payments of a service are a longer answer then. */
const wantedMoreMs = { p50: 0.5, p99: 5 };

const network = 'eip155:84532';

/** What is read with and without payments. */
const compared = [
  { what: 'the status record', pathOf: (id: string) => `/api/services/${id}/status` },
  { what: 'the payments', pathOf: (id: string) => `/api/services/${id}/payments` },
  { what: 'the page', pathOf: (id: string) => `/services/${id}/` },
];

const Counted = z.object({ txCount: z.int() });

/** Counts the payments of a month from a local RPC provider, and reads services with many payments on file. */
export async function benchPayments(): Promise<void> {
  const workplace = await paidCatalog();
  const catalog = join(workplace.folder, 'exported.json');
  await workplace.script('catalog.ts', 'export', catalog);
  const sellers = await sellersIn(catalog);

  try {
    const withTimes = await catchUp(workplace, sellers, { catalog, hasLogTimes: true });
    const without = await catchUp(workplace, sellers, { catalog, hasLogTimes: false });
    await writeResult('payments', [
      ...caughtUpFigures(withTimes, 'block times in logs'),
      ...caughtUpFigures(without, 'no block times in logs'),
      callsFigure(withTimes.calls),
      ...(await figuresOnFile(workplace, sellers)),
    ]);
  } finally {
    await workplace.remove();
  }
}

/** A new catalog of services on Base Sepolia, each with a wallet of its own. */
async function paidCatalog(): Promise<Workplace> {
  const workplace = await Workplace.make();
  const file = join(workplace.folder, 'services.json');
  const bodies = [...generateRegistrations(services, await categoryIds())];

  await writeFile(file, JSON.stringify(bodies).replaceAll(/"network":"[^"]+"/g, '"network":"base-sepolia"'));
  await workplace.script('catalog.ts', 'import', file);
  return workplace;
}

interface CaughtUp {
  readonly seconds: number;
  /** Milliseconds of each read meanwhile, but for the first ones. */
  readonly reads: readonly number[];
  /** Milliseconds of each read while there was no news. */
  readonly idleReads: readonly number[];
  /** Methods called while it caught up. */
  readonly called: readonly string[];
  /** The number of calls of each pass without news. */
  readonly calls: readonly number[];
}

interface ChainOptions {
  /** The exported catalog. */
  readonly catalog: string;
  readonly hasLogTimes: boolean;
}

/** Starts a server that has counted nothing yet, waits until it has counted everything, and then for some passes without news. */
async function catchUp(
  workplace: Workplace,
  sellers: readonly Seller[],
  chain: ChainOptions,
): Promise<CaughtUp> {
  const provider = await Provider.start(chain);
  const server = await startServer({
    ...workplace.environment,
    DATA_DIR: join(workplace.folder, `counted-${String(chain.hasLogTimes)}`),
    RPC_URL_BASE_SEPOLIA: provider.url,
    PAYMENT_INTERVAL: '2s',
    LOG_LEVEL: 'info',
  });
  const started = performance.now();
  const read = `${server.url}/api/services`;
  const reading = new SteadyReads(read);

  try {
    const finished = await untilCounted(server, sellers);
    const reads = (await reading.stop()).slice(warmUpReads);
    const called = await provider.called();
    const idle = new SteadyReads(read);
    await sleep(passSeconds * 1000);
    const idleReads = await idle.stop();
    const calls = passesIn(await provider.called());
    return { seconds: (finished - started) / 1000, reads, idleReads, called, calls };
  } finally {
    await server.stop('SIGTERM');
    provider.stop();
  }
}

/** Waits until all settlements are counted. Resolves with the time when they were, by `performance.now()`. */
async function untilCounted(server: RunningServer, sellers: readonly Seller[]): Promise<number> {
  const paid = [...generatePayments(sellers, settlements)];
  const last = paid.at(-1)?.seller;
  if (!last) throw new Error('nobody is paid');

  const wanted = paid.filter(({ seller }) => seller === last).length;
  while ((await countOf(server, last)) < wanted) await sleep(50);

  const finished = performance.now();
  let total = 0;
  for (const seller of sellers) total += await countOf(server, seller);
  if (total !== settlements) {
    throw new Error(`${String(total)} of ${String(settlements)} payments were counted`);
  }
  return finished;
}

async function countOf({ url }: RunningServer, { id }: Seller): Promise<number> {
  const answer = await fetch(`${url}/api/services/${id}/payments`);

  return Counted.parse(await answer.json()).txCount;
}

/** The numbers of calls of the passes: each begins with the newest block. The last one may not be over. */
function passesIn(called: readonly string[]): number[] {
  const starts = called.flatMap((what, i) => (what === 'latest' ? [i] : []));

  return starts.slice(1).map((start, i) => start - (starts[i] ?? 0));
}

function caughtUpFigures({ seconds, reads, idleReads, called }: CaughtUp, how: string): Figure[] {
  const [p99, idle] = [percentile(reads, 99), percentile(idleReads, 99)];

  return [
    {
      what: `${String(settlements)} settlements over ${String(services)} wallets in 30 days, caught up from a cold start, ${how}`,
      wanted: `≤ ${String(wantedSeconds)} s`,
      measured: `${seconds.toFixed(1)} s`,
      reached: seconds <= wantedSeconds,
      note: `${String(called.length)} calls of 10 ms, ranges of at most 10,000 blocks; a server process of its own, from its serving line`,
    },
    {
      what: 'reads meanwhile, p99',
      wanted: `≤ ${String(wantedP99Ms)} ms`,
      measured: `${p99.toFixed(0)} ms`,
      reached: p99 <= wantedP99Ms,
      note: `the longest ${percentile(reads, 100).toFixed(0)} ms; with nothing to count p99 ${idle.toFixed(0)} ms, the longest ${percentile(idleReads, 100).toFixed(0)} ms; 100 reads a second, after the first 5 s`,
    },
  ];
}

function callsFigure(calls: readonly number[]): Figure {
  const average = calls.reduce((sum, each) => sum + each, 0) / calls.length;

  return {
    what: `calls of a pass without news, ${String(services)} wallets, median`,
    wanted: `≤ ${String(wantedCalls)}`,
    measured: String(median(calls)),
    reached: median(calls) <= wantedCalls,
    note: `${average.toFixed(1)} on average with thorough passes, of at most ${String(Math.max(...calls))}; ${String(calls.length)} passes`,
  };
}

/** Compares a server that has many payments on file with one that has none. */
async function figuresOnFile(workplace: Workplace, sellers: readonly Seller[]): Promise<Figure[]> {
  await workplace.script('build.ts');
  const copy = join(workplace.folder, 'copy');
  await cp(workplace.catalog, join(copy, 'catalog'), { recursive: true });
  await fill(join(copy, 'data'), sellers);
  const none = withoutProvider(workplace.environment);
  const many = { ...none, CATALOG_DIR: join(copy, 'catalog'), DATA_DIR: join(copy, 'data') };

  const starts = await inTurn(
    () => startSeconds(none),
    () => startSeconds(many),
  );
  const servers = [await startServer(none), await startServer(many)] as const;
  try {
    const memory = await Promise.all(servers.map(residentMegabytes));
    const figures = [startFigure(starts, memory)];
    for (const { what, pathOf } of compared) {
      const file = join(workplace.folder, 'paths');
      await writeFile(file, sellers.map(({ id }) => pathOf(id)).join('\n'));
      const read = ({ url }: RunningServer): Promise<Load> => load(url, file, 1, secondsPerRound);
      figures.push(
        readsFigure(
          what,
          await inTurn(
            () => read(servers[0]),
            () => read(servers[1]),
          ),
        ),
      );
    }
    return figures;
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  }
}

/** An environment in which payments are counted, but no provider answers. */
function withoutProvider(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, RPC_URL_BASE_SEPOLIA: 'http://127.0.0.1:9', PAYMENT_INTERVAL: '1d' };
}

/** Puts payments on file. */
async function fill(folder: string, sellers: readonly Seller[]): Promise<void> {
  const database = await SqliteDatabase.in(folder);
  const payments = new SqlPayments(database);
  const accounts = sellers.map(({ wallet }) => ({ asset: usdc, wallet }));
  const start = Date.now() - month * secondsPerBlock * 1000;
  const timeOf = (block: number): BlockTime => ({
    block,
    at: new Date(start + block * secondsPerBlock * 1000),
  });

  let from = 0;
  let settlements: AttributedSettlement[] = [];
  const record = async (to: number): Promise<void> => {
    await payments.record({ network, accounts, from: timeOf(from), to: timeOf(to), settlements });
    [from, settlements] = [to + 1, []];
  };
  let index = 0;
  for (const { seller, payer, block } of generatePayments(sellers, onFile)) {
    if (settlements.length >= recordedAtOnce && block !== settlements.at(-1)?.block) await record(block - 1);
    index += 1;
    settlements.push({
      asset: usdc,
      wallet: seller.wallet,
      payer: address(payer),
      units: seller.units,
      tx: `0x${index.toString(16).padStart(64, '0')}`,
      index,
      ...timeOf(block),
      services: [seller.id],
    });
  }
  await record(month);
  await database.close();
}

/** What two ways of doing something measure, the two in turn after one attempt at each that does not count. */
type InTurn<Measured> = readonly (readonly [none: Measured, many: Measured])[];

async function inTurn<Measured>(
  none: () => Promise<Measured>,
  many: () => Promise<Measured>,
): Promise<InTurn<Measured>> {
  const measured: [Measured, Measured][] = [];
  for (let round = 0; round <= rounds; round += 1) measured.push([await none(), await many()]);

  return measured.slice(1);
}

async function startSeconds(environment: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const server = await startServer(environment);
  const seconds = (performance.now() - started) / 1000;
  await server.stop('SIGTERM');

  return seconds;
}

async function residentMegabytes({ pid }: RunningServer): Promise<number> {
  await sleep(2_000);
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');

  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

function startFigure(starts: InTurn<number>, [none = 0, many = 0]: readonly number[]): Figure {
  const [before, after] = [median(starts.map(([none]) => none)), median(starts.map(([, many]) => many))];

  return {
    what: `start with ${String(onFile)} payments on file`,
    wanted: `≤ ${String(wantedShare)} of the start without`,
    measured: (after / before).toFixed(2),
    reached: after <= wantedShare * before,
    note: `${after.toFixed(2)} s beside ${before.toFixed(2)} s, to the serving line; memory then ${many.toFixed(0)} MB beside ${none.toFixed(0)} MB`,
  };
}

function readsFigure(what: string, reads: InTurn<Load>): Figure {
  const medianOf = (pick: (load: Load) => number): readonly [none: number, many: number] => [
    median(reads.map(([none]) => pick(none))),
    median(reads.map(([, many]) => pick(many))),
  ];
  const [p50, p99] = [medianOf((load) => load.p50), medianOf((load) => load.p99)];
  const more = { p50: p50[1] - p50[0], p99: p99[1] - p99[0] };
  const times = ([none, many]: readonly [number, number]): string =>
    `${many.toFixed(2)} ms beside ${none.toFixed(2)} ms`;

  return {
    what: `${what} with ${String(onFile)} payments on file, one connection`,
    wanted: `p50 ≤ ${String(wantedMoreMs.p50)} ms and p99 ≤ ${String(wantedMoreMs.p99)} ms longer than without`,
    measured: `p50 ${more.p50.toFixed(2)} ms, p99 ${more.p99.toFixed(2)} ms longer`,
    reached: more.p50 <= wantedMoreMs.p50 && more.p99 <= wantedMoreMs.p99,
    note: `p50 ${times(p50)}, p99 ${times(p99)}; ${String(services)} services in turn`,
  };
}

/** The RPC provider, in a process of its own. */
class Provider {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start({ catalog, hasLogTimes }: ChainOptions): Promise<Provider> {
    const script = new URL('payment-provider.ts', import.meta.url);
    const child = fork(script, [catalog, String(settlements), String(hasLogTimes)]);
    const [url] = z
      .tuple([z.url()])
      .rest(z.unknown())
      .parse(await once(child, 'message'));

    return new Provider(child, url);
  }

  /** What was called since the last time, in order: methods, and `latest` for the newest block. */
  async called(): Promise<string[]> {
    const answer = once(this.#child, 'message');
    this.#child.send('called');
    const [called] = z
      .tuple([z.array(z.string())])
      .rest(z.unknown())
      .parse(await answer);

    return called;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
