import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import type { OutcomeRecord } from '../src/domain/outcome.ts';
import type { ProvenClaim } from '../src/live/outcome-ids.ts';
import { StatedOutcomes } from '../src/live/stated-outcomes.ts';
import { standingOf } from '../src/outcomes/standing.ts';
import { aFinding, aStatement, statedHost } from '../test/fixtures/outcomes.ts';
import { walletOf } from '../test/fixtures/payments.ts';
import { aStatedMarket, statedAbout, type StatedMarket } from '../test/support/stated-market.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const stated = 2_000;
const atOnce = 16;
const wantedPerSecond = 200;
const onRecord = 10_000;
const wantedMs = 5_000;
const rounds = 5;

/** Takes in statements over a chain in memory, and computes the summary of a service with very many of them. */
export async function benchOutcomes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-outcomes-'));
  const database = await SqliteDatabase.in(folder);
  const market = aStatedMarket(database);

  try {
    const intake = await intakeFigure(market);
    const summary = summaryFigure(manyRecords());
    await writeResult('outcomes', [intake, summary, await readFigure(market)]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

async function intakeFigure(market: StatedMarket): Promise<Figure> {
  const claims: ProvenClaim[] = [];
  for (let tx = 10; tx < stated + 10; tx += 1) {
    market.pay(tx, tx, { block: 10 });
    claims.push(await market.signed(tx));
  }
  const started = performance.now();
  for (let from = 0; from < stated; from += atOnce) {
    const answers = await Promise.all(
      claims.slice(from, from + atOnce).map((claim) => market.intake.submit(market.service, claim)),
    );
    if (answers.some(({ kind }) => kind !== 'recorded')) throw new Error('a statement was not recorded');
  }
  const perSecond = (stated * 1_000) / (performance.now() - started);

  return {
    what: `${String(stated)} signed statements, ${String(atOnce)} at once, each with a look at its payer`,
    wanted: `≥ ${String(wantedPerSecond)} a second`,
    measured: `${perSecond.toFixed(0)} a second`,
    reached: perSecond >= wantedPerSecond,
    note: 'a chain in memory that answers at once; SQLite on disk; without HTTP',
  };
}

/** Statements of so many payers in clusters of ten, each with a finding. */
function manyRecords(): OutcomeRecord[] {
  return Array.from({ length: onRecord }, (_, n) => {
    const outcome = n % 10 === 0 ? 'nothing' : 'delivered';
    const funders = [walletOf(100_000 + n), walletOf(200_000 + Math.floor(n / 10))];
    return [aStatement(n, { outcome }), aFinding(n, { funders })];
  }).flat();
}

function summaryFigure(records: readonly OutcomeRecord[]): Figure {
  const seller = {
    ...statedAbout(),
    endpoint: `https://${statedHost}/`,
    x402Config: { network: 'base-sepolia', paymentAddress: walletOf(1) },
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const { summary } = standingOf(records, seller);
    times.push(performance.now() - started);
    if (summary.payments !== onRecord) throw new Error(`${String(summary.payments)} payments count`);
  }
  const ms = median(times);

  return {
    what: `the summary of ${String(onRecord)} statements about one service, in ${String(onRecord / 10)} clusters`,
    wanted: `≤ ${String(wantedMs)} ms`,
    measured: `${ms.toFixed(0)} ms`,
    reached: ms <= wantedMs,
    note: 'median of 5',
  };
}

async function readFigure({ outcomes, service }: StatedMarket): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await new StatedOutcomes(outcomes).standing(service);
    times.push(performance.now() - started);
  }
  const ms = median(times);

  return {
    what: `reading and summing up a service with ${String(stated)} statements, as each new one makes the server do`,
    wanted: '≤ 100 ms',
    measured: `${ms.toFixed(0)} ms`,
    reached: ms <= 100,
    note: 'median of 5',
  };
}
