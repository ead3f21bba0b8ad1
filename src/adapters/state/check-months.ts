import { z } from 'zod';
import type { CheckDay, LatencyDay } from '../../domain/check.ts';
import type { Statements } from '../sqlite/database.ts';
import { monthOf, packDays, unpackDays } from './packed-days.ts';

const MonthRow = z.object({ month: z.int(), days: z.instanceof(Uint8Array) });

/** The days of a service that are over, from the month of a date on, oldest first. */
export function closedDays(id: string, from: string, statements: Statements): LatencyDay[] {
  return statements
    .all(
      'SELECT month, days FROM check_month WHERE service_id = ? AND month >= ? ORDER BY month',
      id,
      monthOf(from),
    )
    .flatMap((row) => {
      const { month, days } = MonthRow.parse(row);
      return unpackDays(month, days);
    });
}

/** Puts a day that is over in the place of what is known of it. */
export function closeDay(id: string, day: LatencyDay, statements: Statements): void {
  const days = daysOf(id, monthOf(day.date), statements).filter(({ date }) => date !== day.date);
  const sorted = [...days, day].sort((a, b) => (a.date < b.date ? -1 : 1));

  statements.run(
    'INSERT OR REPLACE INTO check_month (service_id, month, days) VALUES (?, ?, ?)',
    id,
    monthOf(day.date),
    packDays(sorted),
  );
}

/** Changes the sums of a day that is over, because a clock that was set back made a late check. Its percentiles stay. */
export function countLate(
  id: string,
  sums: CheckDay,
  latencies: readonly number[],
  statements: Statements,
): void {
  const known = daysOf(id, monthOf(sums.date), statements).find(({ date }) => date === sums.date);
  const [only = null] = latencies;

  closeDay(id, { ...sums, p50Ms: known?.p50Ms ?? only, p95Ms: known?.p95Ms ?? only }, statements);
}

function daysOf(id: string, month: number, statements: Statements): LatencyDay[] {
  const row = statements.get(
    'SELECT month, days FROM check_month WHERE service_id = ? AND month = ?',
    id,
    month,
  );

  return row === undefined ? [] : unpackDays(month, MonthRow.parse(row).days);
}
