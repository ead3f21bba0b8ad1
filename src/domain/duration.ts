/** The longest delay of a timer in Node; a timer for longer would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const unitMs = { s: 1000, m: minuteMs, h: hourMs, d: dayMs } as const;

/** Parses a duration such as `90d`, `12h`, `30m`, `5s` or `0` into milliseconds; undefined when it is malformed. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0;

  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit)) return undefined;
  return Number(amount) * unitMs[unit];
}

function isUnit(unit: string | undefined): unit is keyof typeof unitMs {
  return unit !== undefined && Object.hasOwn(unitMs, unit);
}

/** The day of a time (UTC), as YYYY-MM-DD. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Whether something was done in the last `ms` milliseconds. What a clock that was ahead has dated later than now was not: it would count for too long. */
export function isRecent(at: number, now: number, ms: number): boolean {
  return at <= now && now - at < ms;
}
