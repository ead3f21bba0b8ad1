import { uptimePercent } from '../verification/uptime.ts';
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

/** The last so many days up to this time, the oldest first, also those that nothing is known of. */
export function stripOf(days: readonly DayCount[], at: Date, length: number): StripDay[] {
  const known = new Map(days.map((day) => [day.date, day]));

  return Array.from({ length }, (_, index) => {
    const date = new Date(at.getTime() - (length - 1 - index) * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    return { date, percent: day ? uptimePercent(day) : null };
  });
}
