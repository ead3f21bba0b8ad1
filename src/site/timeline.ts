import { changeTitles, dayStateWords, stateTitle, timelineNotes } from '#texts/timeline.ts';
import { decimalKey } from '../domain/decimal.ts';
import { dayMs } from '../domain/duration.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import { reasonOf } from '../domain/state.ts';
import { averageMs } from '../verification/uptime.ts';
import type { ChecksView } from '../views/checks.ts';
import type { PaymentsView } from '../views/payments.ts';
import { dayStateOf } from './day-state.ts';
import { amountIn, decimalText, shortMinute } from '../texts/formats.ts';
import { drawTimeline, type TimelineChart } from './timeline-drawing.ts';
import { networkTitle } from './understood.ts';
import { lastDays, stripDays } from './uptime-strip.ts';

/** What became of a service over time: price, wallet, state, uptime, answer time and payments, drawn and as tables. */
export interface Timeline {
  /** Null while there is too little to draw. */
  readonly chart: TimelineChart | null;
  /** Why there is no chart of checks yet; null beside one. */
  readonly note: string | null;
  /** Newest first. */
  readonly changes: readonly TimelineChange[];
  /** How many older ones the page leaves out. */
  readonly furtherChanges: number;
  /** The days with checks or payments, newest first. */
  readonly days: readonly TimelineRow[];
  /** The currency of the payments; null where none were counted in these days. */
  readonly currency: string | null;
}

interface TimelineChange {
  /** A time to the minute, or a day. */
  readonly at: string;
  readonly what: string;
  /** Null where it is the first that was seen. */
  readonly from: string | null;
  readonly to: string;
}

interface TimelineRow {
  readonly date: string;
  readonly state: string;
  readonly checks: number;
  readonly ok: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly paid: PaymentsView['days'][number] | null;
}

type CheckedDay = ChecksView['days'][number];
type Period = ChecksView['terms'][number];

/** The axis of a chart has at least so many days. */
const minDays = 14;

/** With fewer days from the first check or payment to the last, a sentence and the table say more than a chart. */
const minDrawn = 7;

/** A seller may ask for another price at every check; the API has the changes that the page leaves out. */
const maxChanges = 100;

/**
 * `checks` are those of the last 90 days, null before the first one; `paid` are the days with payments, oldest first, and their
 * currency.
 */
export function timelineOf(
  entry: Entry,
  checks: Pick<ChecksView, 'days' | 'terms'> | null,
  paid: { readonly days: PaymentsView['days']; readonly currency: string } | null,
): Timeline {
  const { days, terms } = checks ?? { days: [], terms: [] };
  const isMeasured = terms.length > 0 || days.some((day) => day.checks > 0);
  const dates = datesOf(
    entry,
    [days, paid?.days ?? []].flat().map(({ date }) => date),
  );
  const payments = paid?.days.filter(({ date }) => dates.includes(date)) ?? [];
  const shown = terms.slice(-maxChanges);
  const changes = [...termChanges(shown, terms.length === shown.length), ...stateChanges(days)].sort((a, b) =>
    b.at.localeCompare(a.at),
  );

  const known = daysBetween([
    ...terms.flatMap(({ firstSeen, lastSeen }) => [firstSeen, lastSeen]),
    ...[days, payments].flat().map(({ date }) => date),
  ]);
  const hasChart = known >= minDrawn;

  return {
    chart: hasChart
      ? drawTimeline({
          dates,
          days,
          terms: shown,
          payments,
          declared: entry.declared,
          averageMs: averageMs(entry.observed.facts.window),
          isMeasured,
        })
      : null,
    note: noteOf(entry, isMeasured, known),
    changes: changes.slice(0, maxChanges),
    furtherChanges: terms.length - shown.length + Math.max(0, changes.length - maxChanges),
    days: rowsOf(days, payments),
    currency: payments.length > 0 ? (paid?.currency ?? null) : null,
  };
}

/** How many days there are from the first of these times to the last; 0 without any. */
function daysBetween(times: readonly string[]): number {
  const dates = times.map((time) => time.slice(0, 10)).sort();
  const [first, last] = [dates[0], dates.at(-1)];

  return first && last ? (Date.parse(last) - Date.parse(first)) / dayMs + 1 : 0;
}

function noteOf({ declared, observed }: Entry, isMeasured: boolean, days: number): string | null {
  if (isMeasured) return days < minDrawn ? timelineNotes.young({ days, least: minDrawn }) : null;

  if (declared.probing === false) return timelineNotes.optedOut;

  if (observed.lastChecked === null) return timelineNotes.unchecked;

  return reasonOf({ declared, observed }) === 'other_rails'
    ? timelineNotes.otherRails
    : timelineNotes.blocked;
}

/** The days of the chart: from the day of listing, at most 90. They end with the last check or payment, so that the clock moves nothing. */
function datesOf({ declared, observed }: Entry, known: readonly string[]): readonly string[] {
  const dates = [declared.createdAt, observed.lastChecked, ...known].flatMap(
    (time) => time?.slice(0, 10) ?? [],
  );
  const [first, ...later] = dates.sort();
  const last = new Date(later.at(-1) ?? declared.createdAt);
  const days = (last.getTime() - Date.parse(first ?? declared.createdAt)) / dayMs + 1;
  const length = Math.min(stripDays, Math.max(minDays, days));

  return lastDays(last, length);
}

function rowsOf(days: readonly CheckedDay[], payments: PaymentsView['days']): TimelineRow[] {
  const checked = new Map(days.map((day) => [day.date, day]));
  const paid = new Map(payments.map((day) => [day.date, day]));
  const dates = [...new Set([...checked.keys(), ...paid.keys()])].sort().reverse();

  return dates.map((date) => {
    const {
      checks = 0,
      ok = 0,
      verified = 0,
      unread = 0,
      p50Ms = null,
      p95Ms = null,
    } = checked.get(date) ?? {};
    const state = dayStateWords[dayStateOf({ checks, ok, verified, unread })];
    return { date, state, checks, ok, p50Ms, p95Ms, paid: paid.get(date) ?? null };
  });
}

/** Every term that changed, from one period to the next. The first period says what was seen first. */
function termChanges(terms: readonly Period[], hasFirst: boolean): TimelineChange[] {
  return terms.flatMap((period, place) =>
    place === 0 && !hasFirst ? [] : changesBetween(terms[place - 1], period),
  );
}

function changesBetween(before: Period | undefined, now: Period): TimelineChange[] {
  return (['observed', 'declared'] as const).flatMap((side) =>
    now.fields.flatMap(({ field, [side]: value }) => {
      const was = before?.fields.find((each) => each.field === field)?.[side] ?? null;
      // What was declared at first is no change: it stands in git with the rest of the declaration.
      const isFirst = before === undefined && side === 'declared';
      if (value === null || isFirst || isSame(field, was, value)) return [];

      return {
        at: shortMinute(now.firstSeen),
        what: changeTitles[side][field],
        from: was === null || !before ? null : valueText({ field, side, value: was }, before),
        to: valueText({ field, side, value }, now),
      };
    }),
  );
}

interface TermValue extends Pick<FieldComparison, 'field'> {
  readonly side: 'observed' | 'declared';
  readonly value: string;
}

function valueText({ field, side, value }: TermValue, { fields }: Period): string {
  if (field === 'network') return networkTitle(value);
  if (field !== 'price') return value;

  const token = fields.find((each) => each.field === 'asset')?.[side] ?? null;
  return token === null ? decimalText(value) : amountIn(token, value);
}

/** Prices are equal however many zeros they end with. */
function isSame(field: FieldComparison['field'], before: string | null, now: string): boolean {
  if (field !== 'price' || before === null) return before === now;

  return decimalKey(before) === decimalKey(now);
}

/** The days on which the state became another. */
function stateChanges(days: readonly CheckedDay[]): TimelineChange[] {
  const known = days.filter(({ checks }) => checks > 0);

  return known.flatMap((day, place) => {
    const before = known[place - 1];
    const [from, to] = [before && dayStateOf(before), dayStateOf(day)];
    if (from === to) return [];

    return {
      at: day.date,
      what: stateTitle,
      from: from === undefined ? null : dayStateWords[from],
      to: dayStateWords[to],
    };
  });
}
