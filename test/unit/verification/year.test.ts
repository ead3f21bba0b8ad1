import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/duration.ts';
import type { Check, CheckDay } from '../../../src/domain/check.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import { isAnswered, type Verdict } from '../../../src/domain/verdict.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { trust } from '../../../src/verification/trust.ts';
import { countCheck, emptyDay, sumWindow, uptimePercent } from '../../../src/verification/uptime.ts';
import { usdcOnBase, wallet } from '../../fixtures/answers.ts';
import { caseCount } from '../../support/cases.ts';

const start = Date.UTC(2026, 0, 1);
const [hour, day] = [3_600_000, 86_400_000];
const services = caseCount(150);
const checksADay = 4;

/** A seeded generator of random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

/** A year of checks of one service: spells of one verdict each, some short, some of weeks. */
function yearOf(seed: number): Check[] {
  const random = randomFrom(seed);
  const spells: Verdict[] = [
    'verified',
    'verified',
    'unreachable',
    'price_mismatch',
    'payto_mismatch',
    'not_402',
    'blocked',
    'malformed',
  ];
  const checks: Check[] = [];
  let [left, verdict] = [0, spells[0] ?? 'verified'];

  for (let i = 0; i < 365 * checksADay; i += 1) {
    if (left === 0) {
      verdict = spells[Math.floor(random() * spells.length)] ?? 'verified';
      left = 1 + Math.floor(random() ** 3 * 80);
    }
    left -= 1;
    const answers = isAnswered(verdict);
    const amount = verdict === 'price_mismatch' ? '20000' : '10000';
    checks.push({
      at: new Date(start + i * (day / checksADay) + Math.floor(random() * hour)),
      verdict,
      detail: verdict,
      httpStatus: answers ? 402 : null,
      latencyMs: answers ? Math.floor(50 + random() * 3000) : null,
      terms: answers
        ? [{ scheme: 'exact', network: 'eip155:8453', payTo: wallet, asset: usdcOnBase, amount }]
        : [],
      fields: [],
      rails: [],
      remarks: [],
    });
  }
  return checks;
}

const failed = ({ verdict }: Check): boolean => ['unreachable', 'not_402', 'malformed'].includes(verdict);

/** The longest run of checks at the end of a history that all satisfy a condition. */
function tail(history: readonly Check[], holds: (check: Check) => boolean): readonly Check[] {
  return history.slice(history.findLastIndex((check) => !holds(check)) + 1);
}

function span(checks: readonly Check[]): number {
  return (checks.at(-1)?.at.getTime() ?? 0) - (checks[0]?.at.getTime() ?? 0);
}

/** The status by the documented rules, from the whole history up to each check. */
function naiveStatus(history: readonly Check[]): string {
  const told = history.filter(({ verdict }) => verdict !== 'blocked');
  // Checks before the last good one make no difference.
  const first = Math.max(
    0,
    told.findLastIndex(({ verdict }) => verdict === 'verified'),
  );

  return told.slice(first).reduce((status, check, i) => {
    const sofar = told.slice(first, first + i + 1);
    const failures = tail(sofar, failed);
    const read = sofar.filter((each) => !failed(each));
    const sameVerdict = tail(read, ({ verdict }) => verdict === check.verdict);
    if (check.verdict === 'verified') return 'verified';
    if (failed(check)) return failures.length >= 3 && span(failures) >= 24 * hour ? 'inactive' : status;
    if (check.verdict === 'price_mismatch' && status === 'verified' && span(sameVerdict) < 24 * hour) {
      return status;
    }
    return 'unverified';
  }, 'unverified');
}

/** Uptime and score from the raw checks of the last 30 days, and whether the service is gone. */
function naiveNumbers(
  history: readonly Check[],
  at: Date,
  isGone: boolean,
): { uptimeScore: number; trustScore: number } {
  const told = history.filter(({ verdict }) => verdict !== 'blocked');
  const firstDay = Math.floor(at.getTime() / day) - 29;
  const counted = told.filter((check) => Math.floor(check.at.getTime() / day) >= firstDay);
  const answered = counted.filter(({ verdict }) => isAnswered(verdict));
  const good = answered.filter(({ verdict }) => verdict === 'verified');
  const share = (part: readonly unknown[], whole: readonly unknown[]): number | null => {
    if (whole.length === 0) return null;
    return part.length === 0 ? 0 : (part.length + 5) / (whole.length + 10);
  };

  const read = told.filter(({ verdict }) => isAnswered(verdict));
  const paidThere = tail(read, ({ verdict }) => verdict !== 'payto_mismatch');
  const average = answered.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0) / answered.length;
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  const payeeDays = paidThere[0] ? (at.getTime() - paidThere[0].at.getTime()) / day : 0;
  const sum =
    10 * (share(good, answered) ?? 0) +
    5 * (share(answered, counted) ?? 0) +
    5 * clamp(Math.log(5000 / average) / Math.log(10)) +
    40 * clamp(payeeDays / 90) * (good.length / counted.length);
  const isWorthless = isGone || read.at(-1)?.verdict === 'payto_mismatch' || answered.length === 0;

  return {
    uptimeScore: counted.length === 0 ? 0 : Math.round((answered.length / counted.length) * 10_000) / 100,
    trustScore: isWorthless ? 0 : Math.round(sum),
  };
}

/** A service as the catalog tracks it: a standing, and the totals of its days. */
function followed(
  history: readonly Check[],
  looks: ReadonlySet<number>,
  look: (i: number, standing: Standing, days: CheckDay[]) => void,
): void {
  let standing = unchecked;
  const days = new Map<string, CheckDay>();
  history.forEach((check, i) => {
    const date = dayOf(check.at);
    standing = advance(standing, check);
    days.set(date, countCheck(days.get(date) ?? emptyDay(date), check));
    if (looks.has(i)) look(i, standing, [...days.values()]);
  });
}

describe('a year of checks', () => {
  it(`leads ${String(services)} services to where a naive model leads`, () => {
    let [inactive, compared] = [0, 0];
    for (let seed = 1; seed <= services; seed += 1) {
      const history = yearOf(seed);
      const random = randomFrom(seed + services);
      const looks = new Set(Array.from({ length: 6 }, () => Math.floor(random() * history.length)));

      followed(history, looks, (i, standing, days) => {
        const { at } = history[i] ?? { at: new Date(0) };
        const before = history.slice(0, i + 1);
        const { status } = standing;
        const window = sumWindow(days, at);
        const trustScore = trust({ ...noFacts, standing, window }).score;
        expect({ status, uptimeScore: uptimePercent(window) ?? 0, trustScore }).toEqual({
          status: naiveStatus(before),
          ...naiveNumbers(before, at, naiveStatus(before) === 'inactive'),
        });
        compared += 1;
        if (status === 'inactive') inactive += 1;
      });
    }
    expect(compared).toBeGreaterThan(5 * services);
    expect(inactive).toBeGreaterThan(services / 10);
  });
});
