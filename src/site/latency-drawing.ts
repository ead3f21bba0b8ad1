import type { TimedDay } from './history.ts';
import type { StripDay } from './uptime.ts';

/** The chart of the answer times, in the units of its view box. */
export interface LatencyDrawing {
  readonly width: number;
  readonly height: number;
  readonly median: string;
  /** Single days, which a line alone would not show. */
  readonly medianDots: readonly { readonly x: number; readonly y: number }[];
  readonly slowest: string;
  readonly lines: readonly { readonly y: number; readonly label: string }[];
  readonly dates: readonly { readonly x: number; readonly date: string; readonly anchor: string }[];
}

const frame = { left: 56, right: 8, top: 10, bottom: 24, width: 720, height: 200 };
const inner = {
  width: frame.width - frame.left - frame.right,
  height: frame.height - frame.top - frame.bottom,
};
const lineCount = 4;

/** Median and 95th percentile by day; undefined when no day of the strip has any. */
export function drawLatency(
  strip: readonly StripDay[],
  days: readonly TimedDay[],
): LatencyDrawing | undefined {
  const known = new Map(days.map((day) => [day.date, day]));
  const slowest = strip.map(({ date }) => known.get(date)?.p95Ms ?? null);
  const median = strip.map(({ date }) => known.get(date)?.p50Ms ?? null);
  const highest = Math.max(0, ...slowest.filter((ms) => ms !== null), ...median.filter((ms) => ms !== null));
  if (median.every((ms) => ms === null)) return undefined;

  const top = niceTop(highest);
  const x = (index: number): number => round(frame.left + (index / (strip.length - 1)) * inner.width);
  const y = (ms: number): number => round(frame.top + (1 - ms / top) * inner.height);
  const points = (values: readonly (number | null)[]): (Point | null)[] =>
    values.map((ms, index) => (ms === null ? null : { x: x(index), y: y(ms) }));
  const medianPoints = points(median);
  return {
    width: frame.width,
    height: frame.height,
    median: lineThrough(medianPoints),
    medianDots: alone(medianPoints),
    slowest: lineThrough(points(slowest)),
    lines: Array.from({ length: lineCount + 1 }, (_, index) => {
      const ms = (top / lineCount) * index;
      return { y: y(ms), label: `${String(ms)} ms` };
    }),
    dates: [0, Math.floor((strip.length - 1) / 2), strip.length - 1].map((index, place) => ({
      x: x(index),
      date: strip[index]?.date ?? '',
      anchor: ['start', 'middle', 'end'][place] ?? 'middle',
    })),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line that breaks where a day is not known: what was not measured is not drawn. */
function lineThrough(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => point && `${points[index - 1] ? 'L' : 'M'}${point.x} ${point.y}`)
    .filter((part) => part !== null)
    .join('');
}

/** Points without a neighbour. */
function alone(points: readonly (Point | null)[]): Point[] {
  return points
    .filter((point, index) => point !== null && !points[index - 1] && !points[index + 1])
    .filter((point) => point !== null);
}

/** The next number above that divides well: 40, 80, 200, 400, 800 … */
function niceTop(highest: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(highest, 10)));

  return [1, 2, 4, 8, 10].map((factor) => factor * scale).find((top) => top >= highest) ?? 10 * scale;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
