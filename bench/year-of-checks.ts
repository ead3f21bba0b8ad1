import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SqlChecks } from '../src/adapters/state/checks.ts';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import { run } from '../src/adapters/state/database.ts';
import { monthOf } from '../src/adapters/state/check-months.ts';
import { pack, packChecks } from '../src/adapters/state/packed-checks.ts';
import { type Check, type CheckRecord, type LatencyDay, maxStoredChecks } from '../src/domain/check.ts';
import { dayMs, dayOf, hourMs } from '../src/domain/duration.ts';
import type { ProbeResult } from '../src/domain/probe.ts';
import type { DeclaredTerms } from '../src/domain/service.ts';
import { unchecked } from '../src/domain/standing.ts';
import { subjectOf } from '../src/domain/subject.ts';
import { verdicts } from '../src/domain/verdict.ts';
import { observedTerms } from '../src/payments/asked-terms.ts';
import { advance } from '../src/verification/life-cycle.ts';
import { examine } from '../src/verification/examine.ts';
import { traitsOf } from '../src/verification/sent-challenge.ts';
import { emptyDay, sumWindow, windowStart } from '../src/verification/uptime.ts';
import { Workplace } from '../test/support/running-server.ts';
import { challengeOf } from './challenge.ts';
import { randomFrom } from './generate.ts';
import { percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { addressOf, walletAt } from './seller-addresses.ts';

const services = 100_000;
const days = 365;
const checksADay = 96;
const writtenAtOnce = 500;
const wantedBytes = 1e9;
const wantedReadMs = 3;
const sampled = 500;
const lastDay = Date.parse('2027-01-31T00:00:00.000Z');
const random = randomFrom(7);

/**
 * Fills a database with what a year of checks leaves of many services, prunes it, and measures the file: every day but the last as sums, the
 * last as a day in which every check was made, and one change of terms. Other tables than those of checks stay empty.
 */
export async function benchYearOfChecks(): Promise<void> {
  const workplace = await Workplace.make();
  const database = await SqliteDatabase.in(workplace.folder);
  const checks = new SqlChecks(database);

  for (let first = 0; first < services; first += writtenAtOnce) {
    const records = Array.from({ length: writtenAtOnce }, (_, i) => recordsOf(first + i));
    await checks.append(records.map(([before]) => before));
    await checks.append(records.map(([, last]) => last));
    await addPast(
      database,
      records.map(([, { id }]) => id),
    );
  }
  await checks.prune({ before: windowStart(new Date(lastDay)), isListed: () => true });
  await database.compact();
  const { size } = statSync(join(workplace.folder, 'tollbook.db'));
  const times = await readingTimes(checks);
  await database.close();
  await workplace.remove();

  await writeResult('year-of-checks', [fileFigure(size), readFigure(times)]);
}

function fileFigure(size: number): Figure {
  const raw = services * 30 * checksADay;

  return {
    what: `the database after ${String(days)} days of ${String(services)} services, checked ${String(checksADay)} times a day`,
    wanted: `≤ ${String(wantedBytes / 1e6)} MB`,
    measured: `${(size / 1e6).toFixed(0)} MB`,
    reached: size <= wantedBytes,
    note: `${(size / services / 1e3).toFixed(1)} kB for each service. A row for each check of 30 days would be ${(raw / 1e6).toFixed(0)} million rows of about 130 bytes, ${((raw * 130) / 1e9).toFixed(0)} GB; a row for each day, ${((services * days) / 1e6).toFixed(0)} million of about 50`,
  };
}

function readFigure(times: readonly number[]): Figure {
  const slow = percentile(times, 99);

  return {
    what: 'reading 30 days, and the last checks, of a service in that database, p99',
    wanted: `≤ ${String(wantedReadMs)} ms`,
    measured: `${slow.toFixed(2)} ms`,
    reached: slow <= wantedReadMs,
    note: `median ${percentile(times, 50).toFixed(2)} ms, of ${String(sampled)} services`,
  };
}

async function readingTimes(checks: SqlChecks): Promise<number[]> {
  const from = windowStart(new Date(lastDay));
  const times: number[] = [];
  for (let i = 0; i < sampled; i += 1) {
    const service = serviceAt(Math.floor(random() * services));
    const started = performance.now();
    await checks.latencyDays(service, from);
    await checks.latest(service, maxStoredChecks);
    times.push(performance.now() - started);
  }
  return times;
}

function serviceAt(i: number): DeclaredTerms & { readonly id: string; readonly endpoint: string } {
  const address = addressOf(i);
  const endpoint = `https://service-${String(i)}.example.com/v1/weather`;
  const x402Config = { paymentAddress: walletAt(address), network: 'base' };

  return {
    id: `weather-service-${String(i).padStart(8, '0')}`,
    endpoint,
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config,
  };
}

/** Two checks of a service, months apart: the first sees another price. */
function recordsOf(i: number): readonly [CheckRecord, CheckRecord] {
  const service = serviceAt(i);
  const dearer = { ...service, pricing: { ...service.pricing, pricePerRequest: '0.02' } };

  return [recordAt(i, dearer, lastDay - 200 * dayMs), recordAt(i, service, lastDay + 23 * hourMs)];
}

function recordAt(i: number, service: ReturnType<typeof serviceAt>, ms: number): CheckRecord {
  const at = new Date(ms);
  const headers = { 'payment-required': challengeOf(addressOf(i)), 'content-type': 'application/json' };
  const outcome = { status: 402, headers, body: '{}', isCut: false };
  const result: ProbeResult = { method: 'GET', url: service.endpoint, latencyMs: latency(), outcome };
  const check: Check = { ...examine(result, service), at };
  const day = fullDay(dayOf(at));

  return {
    id: service.id,
    subject: subjectOf(service),
    check,
    day,
    window: sumWindow([day], at),
    standing: advance(unchecked, check),
    offers: new Map(),
    furtherPayees: [],
    traits: traitsOf(check, service.endpoint),
    rails: [],
    asked: { terms: observedTerms(check.terms, service.x402Config.paymentAddress), since: at },
  };
}

/** Months of days before the last, packed. Services share a few of these histories, since packing one for each of them takes long. */
const histories = Array.from({ length: 100 }, () => {
  const past = Array.from({ length: days - 1 }, (_, i) => dayOf(new Date(lastDay - (days - 1 - i) * dayMs)));

  return [...Map.groupBy(past, monthOf)].map(([month, dates]) => [month, pack(dates.map(fullDay))] as const);
});

/** Gives services the days before the last, and all checks of the last. */
async function addPast(database: SqliteDatabase, ids: readonly string[]): Promise<void> {
  await database.transaction(function* () {
    for (const [i, id] of ids.entries()) {
      for (const [month, packed] of histories[i % histories.length] ?? []) {
        yield* run('INSERT OR REPLACE INTO check_month VALUES (?, ?, ?)', id, month, packed);
      }
      yield* run('UPDATE standing SET recent = ? WHERE service_id = ?', lastChecks(), id);
    }
  });
}

function lastChecks(): Buffer {
  const latencies = Array.from({ length: checksADay }, latency);
  const latest = latencies.slice(0, maxStoredChecks).map((latencyMs, i) => ({
    ...{
      at: new Date(lastDay + dayMs - i * 900_000 - Math.floor(random() * 90_000)),
      httpStatus: 402,
      latencyMs,
    },
    ...{ verdict: 'verified' as const, detail: verdicts.verified },
  }));

  return packChecks({ open: { sums: fullDay(dayOf(new Date(lastDay))), latencies }, latest });
}

/** A day of checks, one in twenty of which has failed ones. */
function fullDay(date: string): LatencyDay {
  const failed = random() < 0.05 ? Math.floor(random() * checksADay) : 0;
  const ok = checksADay - failed;
  const p50Ms = ok === 0 ? null : latency();
  const latencyMs = ok * ((p50Ms ?? 0) + Math.floor(random() * 20));

  return {
    ...emptyDay(date),
    checks: checksADay,
    ok,
    verified: ok,
    latencyMs,
    p50Ms,
    p95Ms: p50Ms && p50Ms + latency(),
  };
}

/** Milliseconds about 150, with a long tail. */
function latency(): number {
  return Math.round(Math.exp(5 + 0.5 * (random() + random() + random() - 1.5)));
}
