import { z } from 'zod';
import type { CheckDay, LatencyDay } from '../../domain/check.ts';
import { all, get, run, type Work } from './database.ts';
import { monthOf, packDays, unpackDays } from './packed-days.ts';
import { upsert } from './upsert.ts';

const MonthRow = z.object({ month: z.int(), days: z.instanceof(Uint8Array) });

/** The days of a service that are over, from the month of a date on, oldest first. */
export function* closedDays(id: string, from: string): Work<LatencyDay[]> {
  const rows = yield* all(
    'SELECT month, days FROM check_month WHERE service_id = ? AND month >= ? ORDER BY month',
    id,
    monthOf(from),
  );

  return rows.flatMap((row) => {
    const { month, days } = MonthRow.parse(row);
    return unpackDays(month, days);
  });
}

/** Puts a day that is over in the place of what is known of it. */
export function* closeDay(id: string, day: LatencyDay): Work<void> {
  const known = yield* daysOf(id, monthOf(day.date));
  const days = known.filter(({ date }) => date !== day.date);
  const sorted = [...days, day].sort((a, b) => (a.date < b.date ? -1 : 1));

  yield* run(
    upsert('check_month', ['service_id', 'month'], ['days']),
    id,
    monthOf(day.date),
    packDays(sorted),
  );
}

/** Changes the sums of a day that is over, because a clock that was set back made a late check. Its percentiles stay. */
export function* countLate(id: string, sums: CheckDay, latencies: readonly number[]): Work<void> {
  const days = yield* daysOf(id, monthOf(sums.date));
  const known = days.find(({ date }) => date === sums.date);
  const [only = null] = latencies;

  yield* closeDay(id, { ...sums, p50Ms: known?.p50Ms ?? only, p95Ms: known?.p95Ms ?? only });
}

function* daysOf(id: string, month: number): Work<LatencyDay[]> {
  const row = yield* get('SELECT month, days FROM check_month WHERE service_id = ? AND month = ?', id, month);

  return row === undefined ? [] : unpackDays(month, MonthRow.parse(row).days);
}
