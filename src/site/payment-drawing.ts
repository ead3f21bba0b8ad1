import type { PaymentsView } from '../views/payments.ts';

/**
 * Payments and revenue by day, in units of the view box, which the page stretches to fit. Payments rise from the middle line and revenue
 * hangs below it, each to a scale of its own.
 */
export interface PaymentDrawing {
  readonly width: number;
  readonly height: number;
  readonly payments: string;
  readonly revenue: string;
  /** The day that reaches the top. */
  readonly mostPayments: number;
  /** The day that reaches the bottom, as a decimal. */
  readonly mostRevenue: string;
}

type Day = Pick<PaymentsView['days'][number], 'date' | 'txCount' | 'revenue'>;

const step = 8;
const bar = 6;
/** The height of each half. */
const half = 48;
/** Lower bars could not be seen. */
const lowest = 1.5;

/** Draws a bar for each of these dates that has payments, oldest on the left; undefined when none has. */
export function drawPayments(dates: readonly string[], days: readonly Day[]): PaymentDrawing | undefined {
  const paid = days.filter(({ date, txCount }) => txCount > 0 && dates.includes(date));
  const [first] = paid;
  if (!first) return undefined;

  const mostPayments = Math.max(...paid.map(({ txCount }) => txCount));
  const { revenue: mostRevenue } = paid.reduce(dearer);
  const bars = (heightOf: (day: Day) => number, direction: 1 | -1): string =>
    paid.map((day) => barOf(dates.indexOf(day.date), direction * heightOf(day))).join('');

  return {
    width: dates.length * step - (step - bar),
    height: 2 * half,
    payments: bars(({ txCount }) => tall(txCount / mostPayments), -1),
    revenue: bars(({ revenue }) => tall(shareOf(revenue, mostRevenue)), 1),
    mostPayments,
    mostRevenue,
  };
}

/** A bar from the middle line. */
function barOf(place: number, height: number): string {
  return `M${place * step} ${half}h${bar}v${height}h-${bar}z`;
}

function tall(share: number): number {
  return Math.max(lowest, Math.round(10 * share * half) / 10);
}

function shareOf(part: string, whole: string): number {
  return Number(whole) === 0 ? 0 : Number(part) / Number(whole);
}

function dearer(a: Day, b: Day): Day {
  return Number(b.revenue) > Number(a.revenue) ? b : a;
}
