import type { CheckDay, LatencyDay } from '../../domain/check.ts';
import { allAs, getAs, run, type Work } from './database.ts';
import { pack, unpack } from './packed-checks.ts';
import { bytes, rowOf } from './row.ts';
import { sql, upsert } from './sql.ts';

const monthIn = rowOf({ days: bytes });

/** The month of a date (`2026-01-31`), counted from year 0. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The days of a service that are over, from the month of a date on, oldest first. */
export function* closedDays(id: string, from: string): Work<LatencyDay[]> {
  const months = yield* allAs(
    daysIn,
    sql`SELECT days FROM check_month WHERE service_id = ${id} AND month >= ${monthOf(from)} ORDER BY month`,
  );

  return months.flat();
}

/** Puts a day that is over in the place of what is known of it. */
export function* closeDay(serviceId: string, day: LatencyDay): Work<void> {
  const month = monthOf(day.date);
  const known = yield* daysOf(serviceId, month);
  const days = known.filter(({ date }) => date !== day.date);
  const sorted = [...days, day].sort((a, b) => (a.date < b.date ? -1 : 1));

  yield* run(upsert('check_month', { serviceId, month }, { days: pack(sorted) }));
}

/** Changes the sums of a day that is over, because a clock that was set back made a late check. Its percentiles stay. */
export function* countLate(id: string, sums: CheckDay, latencies: readonly number[]): Work<void> {
  const days = yield* daysOf(id, monthOf(sums.date));
  const known = days.find(({ date }) => date === sums.date);
  const [only = null] = latencies;

  yield* closeDay(id, { ...sums, p50Ms: known?.p50Ms ?? only, p95Ms: known?.p95Ms ?? only });
}

function* daysOf(id: string, month: number): Work<LatencyDay[]> {
  const days = sql`SELECT days FROM check_month WHERE service_id = ${id} AND month = ${month}`;

  return (yield* getAs(daysIn, days)) ?? [];
}

/** None where the bytes are damaged. */
function daysIn(row: unknown): LatencyDay[] {
  return (unpack(monthIn(row).days) ?? []) as LatencyDay[];
}
