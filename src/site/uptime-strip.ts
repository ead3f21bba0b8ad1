import type { CheckDay } from '../domain/check.ts';
import { dayMs, dayOf } from '../domain/duration.ts';
import { uptimePercent } from '../verification/uptime.ts';
import type { DayCount } from './history.ts';
import { LastAnswers } from './last-answers.ts';

/** How many days the strip covers in a list and on a service's page. */
export const rowDays = 30;
export const stripDays = 90;

/** One day of a strip; `percent` is null when nothing was measured. */
export interface StripDay {
  readonly date: string;
  readonly percent: number | null;
}

/** The last `length` days, oldest first, including days without checks. */
export function stripOf(days: readonly DayCount[], at: Date, length: number): StripDay[] {
  const known = new Map(days.map((day) => [day.date, day]));

  return lastDays(at, length).map((date) => {
    const day = known.get(date);
    return { date, percent: day ? uptimePercent(day) : null };
  });
}

/** The same for all services that were checked on one day. */
const dates = new LastAnswers<string, readonly string[]>(16);

/** The dates (UTC) of the last `length` days, oldest first. */
export function lastDays(at: Date, length: number): readonly string[] {
  return dates.get(`${dayOf(at)} ${String(length)}`, () =>
    Array.from({ length }, (_, index) => dayOf(new Date(at.getTime() - (length - 1 - index) * dayMs))),
  );
}

/** Each kind of day has a height as well as a colour of its own, so that nobody has to tell colours apart. */
type DayKind = 'whole' | 'most' | 'poor' | 'unknown';

/** The bars as SVG path data, one path for each kind of day. */
export interface StripDrawing {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly kind: DayKind; readonly d: string }[];
}

const step = 4;
const bar = 3;

/** The lowest percentage of each kind. */
const kinds: readonly (readonly [number, DayKind])[] = [
  [99, 'whole'],
  [90, 'most'],
  [0, 'poor'],
];

function kindOf({ percent }: StripDay): DayKind {
  if (percent === null) return 'unknown';

  return kinds.find(([from]) => percent >= from)?.[1] ?? 'poor';
}

/** Most services are up nearly always, so that many share a drawing. */
const drawings = new LastAnswers<string, StripDrawing>(1_000);

/** Draws one bar for each day, oldest on the left; a day without measurements is a short dash. `width` is that of all days, gaps included. */
export function drawStrip(
  days: readonly StripDay[],
  height: number,
  width = days.length * step,
): StripDrawing {
  const key = [height, width, ...days.map(({ percent }) => percent)].join();

  return drawings.get(key, () => draw(days, height, width));
}

function draw(days: readonly StripDay[], height: number, width: number): StripDrawing {
  const wide = round(width / days.length);
  const byKind = Map.groupBy(
    days.map((day, index) => ({
      kind: kindOf(day),
      d: barOf(day, round((index / days.length) * width), round((wide * bar) / step), height),
    })),
    ({ kind }) => kind,
  );

  return {
    width: width - round((wide * (step - bar)) / step),
    height,
    paths: [...byKind].map(([kind, bars]) => ({ kind, d: bars.map(({ d }) => d).join('') })),
  };
}

/** The scale begins at 80 percent, because most differences that matter lie above that. */
function barOf({ percent }: StripDay, x: number, wide: number, height: number): string {
  const share = percent === null ? 0 : Math.max(0.15, (percent - 80) / 20);
  const tall = percent === null ? 2 : Math.max(3, Math.round(share * height));

  return `M${x} ${height}h${wide}v-${tall}h-${wide}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Uptime over some days in percent; null when no check counts. */
export function uptimeOver(days: readonly Pick<CheckDay, 'checks' | 'ok'>[]): number | null {
  return uptimePercent({
    checks: days.reduce((sum, { checks }) => sum + checks, 0),
    ok: days.reduce((sum, { ok }) => sum + ok, 0),
  });
}
