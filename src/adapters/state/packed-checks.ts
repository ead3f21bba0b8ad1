import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { type CheckDay, type LatencyDay, mostStoredChecks, type StoredCheck } from '../../domain/check.ts';
import { isAnswered } from '../../domain/verdict.ts';
import { all, get, run, upsert, type Work } from './database.ts';

/** The newest day with checks, which still grows. Its percentiles need each answer time. */
export interface OpenDay {
  readonly sums: CheckDay;
  /** Milliseconds of each answered check. */
  readonly latencies: readonly number[];
}

export interface RecentChecks {
  readonly open: OpenDay | undefined;
  /** The last checks, newest first. */
  readonly latest: readonly StoredCheck[];
}

export const noRecentChecks: RecentChecks = { open: undefined, latest: [] };

/** A day as it is stored once it is over, with the nearest-rank percentiles of its answer times. */
export function closedDay({ sums, latencies }: OpenDay): LatencyDay {
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;

  return { ...sums, p50Ms: rank(0.5), p95Ms: rank(0.95) };
}

/** A check joins those of the day that it is counted in, which is the open one. */
export function withCheck({ open, latest }: RecentChecks, check: StoredCheck, sums: CheckDay): RecentChecks {
  const others = latest.filter(({ at }) => at.getTime() !== check.at.getTime());
  const sorted = [...others, check].sort((a, b) => b.at.getTime() - a.at.getTime());
  const before = open?.sums.date === sums.date ? open.latencies : [];
  const latencies = [...before, ...latenciesOf(check)];

  return { open: { sums, latencies }, latest: sorted.slice(0, mostStoredChecks) };
}

/** The answer time of a check, unless it does not count. */
export function latenciesOf({ verdict, latencyMs }: StoredCheck): number[] {
  return latencyMs !== null && isAnswered(verdict) ? [latencyMs] : [];
}

/** Checks as they are stored: times in milliseconds since 1970. */
interface StoredChecks extends Pick<RecentChecks, 'open'> {
  readonly latest: readonly (Omit<StoredCheck, 'at'> & { readonly at: number })[];
}

export function packChecks({ open, latest }: RecentChecks): Buffer {
  const stored: StoredChecks = {
    open,
    latest: latest.map((check) => ({ ...check, at: check.at.getTime() })),
  };

  return pack(stored);
}

/** The checks that were packed; none where the bytes are damaged. */
export function unpackChecks(packed: Uint8Array): RecentChecks {
  const stored = unpack(packed) as StoredChecks | undefined;
  if (!stored) return noRecentChecks;

  return { open: stored.open, latest: stored.latest.map((check) => ({ ...check, at: new Date(check.at) })) };
}

export function pack(value: unknown): Buffer {
  return deflateRawSync(JSON.stringify(value));
}

/** What was packed; undefined where the bytes are damaged. Only this program packs, so the shape is not checked. */
export function unpack(packed: Uint8Array): unknown {
  try {
    return JSON.parse(inflateRawSync(packed).toString());
  } catch {
    return undefined;
  }
}

const MonthRow = z.object({ days: z.instanceof(Uint8Array) });

/** The month of a date (`2026-01-31`), counted from year 0. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The days of a service that are over, from the month of a date on, oldest first. */
export function* closedDays(id: string, from: string): Work<LatencyDay[]> {
  const rows = yield* all(
    'SELECT days FROM check_month WHERE service_id = ? AND month >= ? ORDER BY month',
    id,
    monthOf(from),
  );

  return rows.flatMap(daysIn);
}

/** Stores a day that is over, replacing an earlier record of it. */
export function* closeDay(id: string, day: LatencyDay): Work<void> {
  const known = yield* daysOf(id, monthOf(day.date));
  const days = known.filter(({ date }) => date !== day.date);
  const sorted = [...days, day].sort((a, b) => (a.date < b.date ? -1 : 1));

  yield* run(upsert('check_month', ['service_id', 'month'], ['days']), id, monthOf(day.date), pack(sorted));
}

/** Changes the sums of a day that is over, because a clock that was set back made a late check. Its percentiles stay. */
export function* countLate(id: string, sums: CheckDay, latencies: readonly number[]): Work<void> {
  const days = yield* daysOf(id, monthOf(sums.date));
  const known = days.find(({ date }) => date === sums.date);
  const [only = null] = latencies;

  yield* closeDay(id, { ...sums, p50Ms: known?.p50Ms ?? only, p95Ms: known?.p95Ms ?? only });
}

function* daysOf(id: string, month: number): Work<LatencyDay[]> {
  const row = yield* get('SELECT days FROM check_month WHERE service_id = ? AND month = ?', id, month);

  return row === undefined ? [] : daysIn(row);
}

/** None where the bytes are damaged. */
function daysIn(row: unknown): LatencyDay[] {
  return (unpack(MonthRow.parse(row).days) ?? []) as LatencyDay[];
}
