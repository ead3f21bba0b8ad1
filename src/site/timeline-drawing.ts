import {
  chartDescription,
  chartFact,
  dayStateWords,
  laneTitles,
  lastPaymentText,
  latencyText,
  unknownPrice,
  uptimeText,
  walletsText,
} from '#texts/timeline.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { dayMs } from '../domain/duration.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { ChecksView } from '../views/checks.ts';
import type { PaymentsView } from '../views/payments.ts';
import { type DayState, dayStateOf } from './day-state.ts';
import { amountIn, decimalText, shortened } from '../texts/formats.ts';
import { drawStrip, uptimeOver } from './uptime-strip.ts';

/**
 * A chart of several lanes over one axis of days. Its height and the places of its texts are in pixels; what a lane draws is in units of a
 * view box that stretches with the page, so that texts keep their size on every screen.
 */
export interface TimelineChart {
  readonly height: number;
  /** The width of each lane's view box. */
  readonly width: number;
  readonly description: string;
  readonly lanes: readonly Lane[];
  readonly axis: {
    readonly top: number;
    readonly from: string;
    readonly to: string;
    /** The first days of months: where they are, in percent of the width, and in the units of the lanes. */
    readonly months: readonly { readonly date: string; readonly percent: number; readonly x: number }[];
  };
}

interface Lane {
  readonly name: LaneName;
  readonly title: string;
  /** The present, in words. */
  readonly value: string;
  /** The base line of both texts. */
  readonly textTop: number;
  readonly top: number;
  readonly height: number;
  readonly paths: readonly { readonly kind: string; readonly d: string }[];
}

type LaneName = 'price' | 'wallet' | 'state' | 'uptime' | 'latency' | 'payments';

interface Drawn {
  /** The days of the axis, oldest first. */
  readonly dates: readonly string[];
  readonly days: ChecksView['days'];
  readonly terms: ChecksView['terms'];
  readonly payments: PaymentsView['days'];
  readonly declared: Pick<DeclaredService, 'pricing'>;
  /** Null without an answered check in the last 30 days. */
  readonly averageMs: number | null;
  /** Whether any check counts; without, only payments are drawn. */
  readonly isMeasured: boolean;
}

type Period = ChecksView['terms'][number];
type LaneOf = Pick<Lane, 'title' | 'value' | 'paths'>;

const width = 720;
const textHeight = 18;
const gap = 14;
const axisHeight = 20;

const heights: Readonly<Record<LaneName, number>> = {
  price: 72,
  wallet: 14,
  state: 14,
  uptime: 28,
  latency: 56,
  payments: 40,
};

/** Longer texts would run into those at the other end of their lane on a phone. */
const longestText = 20;

export function drawTimeline(drawn: Drawn): TimelineChart {
  const { dates, isMeasured } = drawn;
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const made: readonly (readonly [LaneName, LaneOf | undefined])[] = [
    ['price', isMeasured ? priceLane(drawn) : undefined],
    ['wallet', isMeasured ? walletLane(drawn) : undefined],
    ['state', isMeasured ? stateLane(drawn) : undefined],
    ['uptime', isMeasured ? uptimeLane(drawn) : undefined],
    ['latency', latencyLane(drawn)],
    ['payments', paymentLane(drawn)],
  ];
  let top = 0;
  const lanes = made.flatMap(([name, lane]): Lane[] => {
    if (!lane) return [];
    const place = top;
    top += textHeight + heights[name] + gap;
    return [
      { name, ...lane, textTop: place + textHeight - 5, top: place + textHeight, height: heights[name] },
    ];
  });

  return {
    height: top + axisHeight,
    width,
    description: chartDescription({ from, to, facts: lanes.map((lane) => chartFact(lane)).join(' ') }),
    lanes,
    axis: { top: top + axisHeight - gap, from, to, months: monthsIn(dates) },
  };
}

/** The first of each month, except near the ends, where their labels would meet those of the ends. */
function monthsIn(dates: readonly string[]): TimelineChart['axis']['months'] {
  return dates.flatMap((date, place) => {
    const share = place / dates.length;
    if (!date.endsWith('-01') || share < 0.2 || share > 0.8) return [];

    return [{ date, percent: round(100 * share), x: round(width * share) }];
  });
}

/** From where to where something held, in units of the lanes. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans of the periods. A period lasts until the next began, unless no terms could be read for days in between. */
function spansOf(terms: readonly Period[], dates: readonly string[]): Span[] {
  const start = Date.parse(dates[0] ?? '');
  const xOf = (time: string): number =>
    round(width * Math.min(1, Math.max(0, (Date.parse(time) - start) / (dates.length * dayMs))));

  return terms.map(({ firstSeen, lastSeen }, place) => {
    const next = terms[place + 1]?.firstSeen;
    const isFollowed = next !== undefined && Date.parse(next) - Date.parse(lastSeen) <= longestPause;
    return { from: xOf(firstSeen), to: xOf(isFollowed ? next : lastSeen) };
  });
}

const longestPause = 2 * dayMs;

/** The live price as a step line, over the declared one as a dashed line, which is seen where the two differ. */
function priceLane({ dates, terms, declared: { pricing } }: Drawn): LaneOf | undefined {
  const spans = spansOf(terms, dates);
  const live = terms.map((period) => valueIn(period, 'price', 'observed'));
  const said = terms.map((period) => valueIn(period, 'price', 'declared'));
  const known = live.filter((price) => price !== null);
  const last = terms.at(-1);
  if (known.length === 0 || !last) return undefined;

  const declared = [...said, pricing.pricePerRequest];
  const highest = [...known, ...declared.filter((price) => price !== null)].reduce(dearer);
  const yOf = (price: string | null): number | null =>
    price === null ? null : heightOf(Number(price), Number(highest));
  const present = { from: spans.at(-1)?.to ?? 0, to: width };
  const price = live.at(-1) ?? null;
  const token = valueIn(last, 'asset', 'observed') ?? pricing.currency;
  return {
    title: laneTitles.price({ top: cut(decimalText(highest)), currency: pricing.currency }),
    value: price === null ? unknownPrice : cut(amountIn(token, price)),
    paths: [
      { kind: 'declared', d: stepsThrough([...spans, present], declared.map(yOf)) },
      { kind: 'live', d: stepsThrough(spans, live.map(yOf)) },
    ],
  };
}

/** The place of a price between the lane's upper and lower edge, where a line of two pixels still fits. */
function heightOf(price: number, highest: number): number {
  const room = heights.price - 4;

  return round(2 + (highest === 0 ? room : (1 - price / highest) * room));
}

/** A line that steps from value to value, with gaps where one is unknown or where spans do not meet. */
function stepsThrough(spans: readonly Span[], values: readonly (number | null)[]): string {
  return spans
    .map(({ from, to }, place) => {
      const [y = null, before = null] = [values[place], values[place - 1]];
      if (y === null) return '';

      const isJoined = before !== null && spans[place - 1]?.to === from;
      return `${isJoined ? `V${String(y)}` : `M${String(from)} ${String(y)}`}H${String(to)}`;
    })
    .join('');
}

/** A bar for each wallet that was paid, high while it was the declared one; a mark where it changed. */
function walletLane({ dates, terms }: Drawn): LaneOf | undefined {
  const spans = spansOf(terms, dates);
  const paid = terms.flatMap((period, place) => {
    const { observed = null, match = null } = fieldIn(period, 'payTo') ?? {};
    const span = spans[place];
    return observed === null || !span ? [] : [{ ...span, wallet: observed, isOther: match === false }];
  });
  const last = paid.at(-1);
  if (!last) return undefined;

  const bars = (isOther: boolean, height: number): string =>
    paid
      .filter((each) => each.isOther === isOther)
      .map(({ from, to }) => barOf(from, Math.max(1, round(to - from)), height, heights.wallet))
      .join('');
  const marks = paid
    .filter(({ wallet, from }, place) => from > 0 && place > 0 && wallet !== paid[place - 1]?.wallet)
    .map(({ from }) => `M${String(from)} 0v${String(heights.wallet)}`);
  return {
    title: laneTitles.wallet,
    value: walletsText({
      wallets: new Set(paid.map(({ wallet }) => wallet)).size,
      last: shortened(last.wallet),
    }),
    paths: [
      { kind: 'own', d: bars(false, heights.wallet - 4) },
      { kind: 'other', d: bars(true, (heights.wallet - 4) / 2) },
      { kind: 'mark', d: marks.join('') },
    ],
  };
}

/** The height of each state's bar, so that nobody has to tell colours apart. */
const stateHeights: Readonly<Record<DayState, number>> = { verified: 14, differs: 9, down: 5, unknown: 1.5 };

function stateLane({ dates, days }: Drawn): LaneOf {
  const known = new Map(days.map((day) => [day.date, dayStateOf(day)]));
  const states = dates.map((date) => known.get(date) ?? 'unknown');
  const last = states.findLast((state) => state !== 'unknown');

  return {
    title: laneTitles.state,
    value: dayStateWords[last ?? 'unknown'],
    paths: Object.entries(stateHeights).map(([kind, height]) => ({
      kind,
      d: states
        .map((state, place) => (state === kind ? dayBar(place, dates.length, height, heights.state) : ''))
        .join(''),
    })),
  };
}

function uptimeLane({ dates, days }: Drawn): LaneOf {
  const known = new Map(days.map((day) => [day.date, day.uptime]));
  const strip = dates.map((date) => ({ date, percent: known.get(date) ?? null }));

  return {
    title: laneTitles.uptime,
    value: uptimeText({ percent: uptimeOver(days) ?? 'none' }),
    paths: drawStrip(strip, heights.uptime, width).paths,
  };
}

/** The median and the 95th percentile of the answer times, by day. */
function latencyLane({ dates, days, averageMs }: Drawn): LaneOf | undefined {
  const known = new Map(days.map((day) => [day.date, day]));
  const slowest = dates.map((date) => known.get(date)?.p95Ms ?? null);
  const median = dates.map((date) => known.get(date)?.p50Ms ?? null);
  const times = [...slowest, ...median].filter((ms) => ms !== null);
  if (times.length === 0) return undefined;

  const top = niceTop(Math.max(...times));
  const place = (ms: number | null, index: number): Point | null =>
    ms === null
      ? null
      : { x: round(((index + 0.5) / dates.length) * width), y: round((1 - ms / top) * heights.latency) };
  return {
    title: laneTitles.latency({ topMs: top }),
    value: latencyText({ averageMs: averageMs ?? 'none' }),
    paths: [
      { kind: 'slowest', d: lineThrough(slowest.map(place)) },
      { kind: 'median', d: lineThrough(median.map(place)) },
    ],
  };
}

function paymentLane({ dates, payments }: Drawn): LaneOf | undefined {
  if (payments.length === 0) return undefined;

  const most = Math.max(...payments.map(({ txCount }) => txCount));
  const bars = payments.map(({ date, txCount }) =>
    dayBar(
      dates.indexOf(date),
      dates.length,
      Math.max(1.5, round((txCount / most) * heights.payments)),
      heights.payments,
    ),
  );
  return {
    title: laneTitles.payments({ most }),
    value: lastPaymentText({ day: payments.at(-1)?.date ?? '' }),
    paths: [{ kind: 'paid', d: bars.join('') }],
  };
}

/** The bar of a day, a little narrower than the day. */
function dayBar(place: number, days: number, height: number, floor: number): string {
  return barOf(round((place / days) * width), round((0.75 * width) / days), height, floor);
}

function barOf(x: number, wide: number, height: number, floor: number): string {
  return `M${String(x)} ${String(floor)}h${String(wide)}v-${String(height)}h-${String(wide)}z`;
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
      return `${isStart ? 'M' : 'L'}${String(point.x)} ${String(point.y)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/** Rounds up to a number that divides evenly: 40, 80, 100, 200, 400, 800, 1000 … */
function niceTop(highest: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(highest, 10)));

  return [1, 2, 4, 8, 10].map((factor) => factor * scale).find((top) => top >= highest) ?? 10 * scale;
}

function fieldIn({ fields }: Period, name: FieldComparison['field']): FieldComparison | undefined {
  return fields.find(({ field }) => field === name);
}

function valueIn(
  period: Period,
  name: FieldComparison['field'],
  side: 'declared' | 'observed',
): string | null {
  return fieldIn(period, name)?.[side] ?? null;
}

function dearer(a: string, b: string): string {
  return compareDecimal(b, a) > 0 ? b : a;
}

/** A text that leaves room for the one at the other end of its lane. */
function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
