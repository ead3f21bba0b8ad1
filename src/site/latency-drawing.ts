import type { ChecksView } from '../views/checks.ts';
import type { StripDay } from './uptime-strip.ts';

/** The latency chart, in units of its view box, which the page stretches to fit. */
export interface LatencyDrawing {
  readonly width: number;
  readonly height: number;
  readonly median: string;
  readonly slowest: string;
  /** The values of the evenly spaced grid lines, in milliseconds, from top to bottom. */
  readonly scale: readonly number[];
}

const width = 720;
const height = 160;
const steps = 4;

/** Draws median and 95th percentile by day; undefined when no day has either. */
export function drawLatency(
  strip: readonly StripDay[],
  days: readonly Pick<ChecksView['days'][number], 'date' | 'p50Ms' | 'p95Ms'>[],
): LatencyDrawing | undefined {
  const known = new Map(days.map((day) => [day.date, day]));
  const slowest = strip.map(({ date }) => known.get(date)?.p95Ms ?? null);
  const median = strip.map(({ date }) => known.get(date)?.p50Ms ?? null);
  const times = [...slowest, ...median].filter((ms) => ms !== null);
  if (times.length === 0) return undefined;

  const top = niceTop(Math.max(...times));
  const place = (ms: number | null, index: number): Point | null =>
    ms === null
      ? null
      : { x: round((index / (strip.length - 1)) * width), y: round((1 - ms / top) * height) };
  return {
    width,
    height,
    median: lineThrough(median.map(place)),
    slowest: lineThrough(slowest.map(place)),
    scale: Array.from({ length: steps + 1 }, (_, index) => (top / steps) * (steps - index)),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line with a gap for each unmeasured day; a measured day between two gaps becomes a dot. */
function lineThrough(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return '';

      const isStart = !points[index - 1];
      const isAlone = isStart && !points[index + 1];
      return `${isStart ? 'M' : 'L'}${point.x} ${point.y}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/** Rounds up to a number that divides evenly: 40, 80, 100, 200, 400, 800, 1000 … */
function niceTop(highest: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(highest, 10)));

  return [1, 2, 4, 8, 10].map((factor) => factor * scale).find((top) => top >= highest) ?? 10 * scale;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
