import type { DayCount } from './history.ts';

/** Days that a row and the page of a service look back on. */
export const rowDays = 30;
export const stripDays = 90;

/** One day of a strip; `percent` is null when nothing is known of it. */
export interface StripDay {
  readonly date: string;
  readonly percent: number | null;
}

const dayMs = 86_400_000;

/** Percent of checks that were answered, two decimals; null when there were none: what was never checked is not down. */
export function uptimeOf(days: readonly Pick<DayCount, 'checks' | 'ok'>[]): number | null {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  const ok = days.reduce((sum, day) => sum + day.ok, 0);

  return checks === 0 ? null : Math.floor((ok / checks) * 10_000) / 100;
}

/** The last so many days up to this time, the oldest first, also those that nothing is known of. */
export function stripOf(days: readonly DayCount[], at: Date, length: number): StripDay[] {
  const known = new Map(days.map((day) => [day.date, day]));

  return Array.from({ length }, (_, index) => {
    const date = new Date(at.getTime() - (length - 1 - index) * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    return { date, percent: day ? uptimeOf([day]) : null };
  });
}

/** As people read it, to a tenth and never rounded up: 100 only where every check was answered. */
export function percentText(percent: number): string {
  return `${String(Math.floor(percent * 10) / 10)} %`;
}
