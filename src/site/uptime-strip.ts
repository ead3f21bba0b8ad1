import type { CheckDay } from '../domain/check.ts';
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

/** How a day is drawn: by its height and its colour, so that neither has to be seen alone. */
type DayKind = 'whole' | 'most' | 'poor' | 'unknown';

/** Bars as path data, one path for each kind of day that there is. */
export interface StripDrawing {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly kind: DayKind; readonly d: string }[];
}

const step = 4;
const bar = 3;

/** From these percents on, a day is of that kind. */
const kinds: readonly (readonly [number, DayKind])[] = [
  [99, 'whole'],
  [90, 'most'],
  [0, 'poor'],
];

function kindOf({ percent }: StripDay): DayKind {
  if (percent === null) return 'unknown';

  return kinds.find(([from]) => percent >= from)?.[1] ?? 'poor';
}

/** A bar for each day, from the left; a day that nothing is known of is a dash on the ground. */
export function drawStrip(days: readonly StripDay[], height: number): StripDrawing {
  const byKind = Map.groupBy(
    days.map((day, index) => ({ kind: kindOf(day), d: barOf(day, index * step, height) })),
    ({ kind }) => kind,
  );

  return {
    width: days.length * step - (step - bar),
    height,
    paths: [...byKind].map(([kind, bars]) => ({ kind, d: bars.map(({ d }) => d).join('') })),
  };
}

/** What was answered less than wholly is drawn clearly lower: between 80 and 100 percent lies all that matters. */
function barOf({ percent }: StripDay, x: number, height: number): string {
  const share = percent === null ? 0 : Math.max(0.15, (percent - 80) / 20);
  const tall = percent === null ? 2 : Math.max(3, Math.round(share * height));

  return `M${x} ${height}h${bar}v-${tall}h-${bar}z`;
}

/** Percent of the checks of some days; null where none counts. */
export function uptimeOver(days: readonly Pick<CheckDay, 'checks' | 'ok'>[]): number | null {
  return uptimePercent({
    checks: days.reduce((sum, { checks }) => sum + checks, 0),
    ok: days.reduce((sum, { ok }) => sum + ok, 0),
  });
}
