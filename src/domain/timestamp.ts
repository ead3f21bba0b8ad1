import { z } from 'zod/mini';

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z
  .string()
  .check(
    z.refine(isTimestamp, { error: 'time_invalid' }),
    z.meta({ description: 'ISO 8601, UTC.', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] }),
  );

const TimeText = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Parses a day (as its beginning in UTC) or a time with its zone, like `2030-01-31` or `2030-01-31T12:00:00Z`; undefined when it is neither. */
export function readTime(text: string): Date | undefined {
  return TimeText.safeParse(text).success ? new Date(text) : undefined;
}

/** RFC 3339 ends with the year 9999, and a change of a service with the last time of `Date` could not be dated after it. */
function isTimestamp(text: string): boolean {
  const time = new Date(text);

  return /^\d{4}-/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
