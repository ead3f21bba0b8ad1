import { z } from 'zod';
import type { CheckDay, LatencyDay } from '../../domain/check.ts';
import { all, get, run, type Work } from './database.ts';
import { pack, unpack } from './packed-checks.ts';
import { upsert } from './upsert.ts';

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

/** Puts a day that is over in the place of what is known of it. */
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
