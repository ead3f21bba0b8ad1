import type { Check, CheckDay, CheckWindow } from '../domain/check.ts';
import { dayMs, dayOf } from '../domain/duration.ts';
import { isAnswered } from '../domain/verdict.ts';

export const windowDays = 30;

export function emptyDay(date: string): CheckDay {
  return { date, checks: 0, ok: 0, verified: 0, unread: 0, blocked: 0, latencyMs: 0 };
}

export function countCheck(day: CheckDay, check: Check): CheckDay {
  const { verdict, latencyMs } = check;
  if (verdict === 'blocked') return { ...day, blocked: day.blocked + 1 };

  const ok = isAnswered(verdict);
  return {
    ...day,
    checks: day.checks + 1,
    ok: day.ok + Number(ok),
    verified: day.verified + Number(verdict === 'verified'),
    unread: day.unread + Number(verdict === 'unread'),
    latencyMs: day.latencyMs + (ok ? (latencyMs ?? 0) : 0),
  };
}

/** The first of the `days` days (UTC) that end with the day of this time. */
export function firstDay(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - (days - 1) * dayMs));
}

/** The first day of the window that ends with the day of this time. */
export function windowStart(at: Date): string {
  return firstDay(at, windowDays);
}

export function sumWindow(days: readonly CheckDay[], at: Date): CheckWindow {
  const start = windowStart(at);
  const counted = days.filter(({ date, checks }) => date >= start && checks > 0);
  const sum = (of: (day: CheckDay) => number): number => counted.reduce((total, day) => total + of(day), 0);

  return {
    days: counted.length,
    checks: sum(({ checks }) => checks),
    ok: sum(({ ok }) => ok),
    verified: sum(({ verified }) => verified),
    unread: sum(({ unread }) => unread),
    blocked: sum(({ blocked }) => blocked),
    latencyMs: sum(({ latencyMs }) => latencyMs),
  };
}

/** The window that ends with a day, once that day has become another: what `sumWindow` gives, without the days before it. */
export function windowAfter(window: CheckWindow, before: CheckDay, day: CheckDay): CheckWindow {
  const [was, is] = [countedIn(before), countedIn(day)];

  return {
    days: window.days + is.days - was.days,
    checks: window.checks + is.checks - was.checks,
    ok: window.ok + is.ok - was.ok,
    verified: window.verified + is.verified - was.verified,
    unread: window.unread + is.unread - was.unread,
    blocked: window.blocked + is.blocked - was.blocked,
    latencyMs: window.latencyMs + is.latencyMs - was.latencyMs,
  };
}

function countedIn(day: CheckDay): CheckWindow {
  return day.checks > 0 ? { ...day, days: 1 } : { ...emptyDay(day.date), days: 0 };
}

/** How long answers took, in whole milliseconds; null without one. */
export function averageMs({ ok, latencyMs }: Pick<CheckDay, 'ok' | 'latencyMs'>): number | null {
  return ok === 0 ? null : Math.round(latencyMs / ok);
}

const nearlyAll = 99.99;

/**
 * Percent of checks that were answered as by a service that works, to two decimals; 100 only if all were. Null when no check counts: a service that was
 * never checked, or only ever blocked the probe, is not down.
 */
export function uptimePercent({ checks, ok }: Pick<CheckDay, 'checks' | 'ok'>): number | null {
  if (checks === 0) return null;

  return ok === checks ? 100 : Math.min(nearlyAll, Math.round((ok / checks) * 10_000) / 100);
}
