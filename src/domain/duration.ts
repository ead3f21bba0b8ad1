/** The longest delay of a timer in Node; a timer for longer would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

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
