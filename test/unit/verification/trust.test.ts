import { dayOf } from '../../../src/domain/duration.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check, CheckDay } from '../../../src/domain/check.ts';
import { type Buyers, noBuyers, noFacts } from '../../../src/domain/facts.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { trust } from '../../../src/verification/trust.ts';
import {
  countCheck,
  emptyDay,
  sumWindow,
  uptimePercent,
  windowStart,
} from '../../../src/verification/uptime.ts';
import { offered } from '../../fixtures/answers.ts';

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

function checksOf(verdicts: readonly Verdict[], everyHours = 6, latencyMs = 300): Check[] {
  return verdicts.map((verdict, i) => ({
    at: new Date(start + i * everyHours * hour),
    verdict,
    detail: verdict,
    httpStatus: 402,
    latencyMs,
    terms: [offered],
    fields: [],
    rails: [],
    remarks: [],
  }));
}

function daysOf(checks: readonly Check[]): CheckDay[] {
  const days = new Map<string, CheckDay>();
  for (const check of checks) {
    const date = dayOf(check.at);
    days.set(date, countCheck(days.get(date) ?? emptyDay(date), check));
  }
  return [...days.values()];
}

/** Buyers who paid 1 USDC each. */
function paying(wallets: number): Buyers {
  return { ...noBuyers, wallets, paid: wallets, weight: wallets };
}

function scoreOf(checks: readonly Check[], buyers: Buyers | null = null) {
  const at = checks.at(-1)?.at ?? new Date(start);
  return trust({
    standing: checks.reduce(advance, unchecked),
    window: sumWindow(daysOf(checks), at),
    payments: { ...noFacts.payments, buyers },
  });
}

const many = (verdict: Verdict, count: number): Verdict[] => Array.from({ length: count }, () => verdict);

describe('the trust score', () => {
  it('is 0 and unrated before the first check', () => {
    expect(scoreOf([])).toMatchObject({ score: 0, rated: false, version: 'trust/2' });
  });

  it.each<Verdict>(['unreachable', 'not_402', 'malformed'])(
    'is 0 for a service that was only ever %s, as for one that was never checked',
    (verdict) => {
      const checks = checksOf(many(verdict, 2)).map((check) => ({ ...check, terms: [] }));
      const { score, components } = scoreOf(checks);

      expect(score).toBe(0);
      expect(components).toMatchObject([
        { name: 'terms', value: null },
        { name: 'availability', value: 0 },
        { name: 'latency', value: null },
        { name: 'age', value: null },
        { name: 'buyers', value: null },
      ]);
    },
  );

  it('gives no points for terms that never matched', () => {
    const { components } = scoreOf(checksOf(many('price_mismatch', 3)));

    expect(components[0]).toMatchObject({ name: 'terms', value: 0 });
  });

  it('is the sum of its parts, and an unknown part gives nothing', () => {
    const { score, components } = scoreOf(checksOf(many('verified', 60)), null);
    const sum = components.reduce((total, { weight, value }) => total + weight * (value ?? 0), 0);

    expect(score).toBe(Math.round(sum));
    expect(components.map(({ name, weight }) => [name, weight])).toEqual([
      ['terms', 10],
      ['availability', 5],
      ['latency', 5],
      ['age', 40],
      ['buyers', 40],
    ]);
    expect(components.at(-1)).toMatchObject({ value: null });
    expect(scoreOf(checksOf(many('verified', 60)), noBuyers).score).toBe(score);
  });

  it('is nothing above 60 without buyers, however long it was served well', () => {
    const year = checksOf(many('verified', 4 * 365));

    expect(scoreOf(year).score).toBeLessThanOrEqual(60);
    expect(scoreOf(year, { ...noBuyers, funded: 50, unknown: 50 }).score).toBeLessThanOrEqual(60);
  });

  it('is nothing above 20 on the first day, and below 25 on the third', () => {
    expect(scoreOf(checksOf(many('verified', 96), 0.25)).score).toBeLessThanOrEqual(20);
    expect(scoreOf(checksOf(many('verified', 288), 0.25)).score).toBeLessThan(25);
  });

  it('gives time alone 40 at most, after 90 days of one wallet', () => {
    const points = (days: number): number => {
      const age = scoreOf(checksOf(many('verified', 4 * days + 1))).components.find(
        ({ name }) => name === 'age',
      );
      return Math.round((age?.weight ?? 0) * (age?.value ?? 0));
    };

    expect([0, 9, 45, 90, 300].map(points)).toEqual([0, 4, 20, 40, 40]);
  });

  it('counts only time that was served well', () => {
    const half = checksOf(Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 'verified' : 'unreachable')));
    const wrong = checksOf(
      Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 'verified' : 'price_mismatch')),
    );

    for (const checks of [half, wrong]) {
      expect(scoreOf(checks).components.find(({ name }) => name === 'age')?.value).toBeCloseTo(0.5);
    }
  });

  it('weighs buyers by what they paid, the first ones most', () => {
    const checks = checksOf(many('verified', 40));
    const base = scoreOf(checks).score;
    const gained = [0, 1, 7, 19, 50, 500].map((wallets) => scoreOf(checks, paying(wallets)).score - base);
    const pennies = { ...noBuyers, wallets: 50, paid: 0.05, weight: 0.05 };

    expect(gained).toEqual([0, 7, 21, 30, 40, 40]);
    expect(scoreOf(checks, pennies).score - base).toBeLessThanOrEqual(1);
  });

  it('is unrated before 10 checks on 7 days', () => {
    expect(scoreOf(checksOf(many('verified', 9), 24)).rated).toBe(false);
    expect(scoreOf(checksOf(many('verified', 24))).rated).toBe(false);
    expect(scoreOf(checksOf(many('verified', 28))).rated).toBe(true);
  });

  it('grows with good history and falls with failures', () => {
    const [young, old] = [many('verified', 4), many('verified', 100)].map(
      (each) => scoreOf(checksOf(each)).score,
    );
    const failing = scoreOf(checksOf([...many('verified', 60), ...many('unreachable', 40)])).score;

    expect(old).toBeGreaterThan(young ?? 100);
    expect(failing).toBeLessThan(old ?? 0);
  });

  it.each<Verdict>(['payto_mismatch', 'network_mismatch', 'asset_mismatch'])(
    'is 0 while payment goes elsewhere: %s',
    (verdict) => {
      const { score, components, next } = scoreOf(checksOf([...many('verified', 400), verdict]), paying(50));

      expect(score).toBe(0);
      expect(components.map(({ value }) => value ?? 0)).toEqual([0, 0, 0, 0, 0]);
      expect(components[0]).toMatchObject({ name: 'terms', flaw: 'elsewhere' });
      expect(next).toMatchObject({ name: 'terms', flaw: 'elsewhere' });
    },
  );

  it('stays 0 when a check fails after one that found another wallet', () => {
    expect(scoreOf(checksOf([...many('verified', 400), 'payto_mismatch', 'unreachable'])).score).toBe(0);
    expect(scoreOf(checksOf([...many('verified', 400), 'payto_mismatch', 'blocked'])).score).toBe(0);
  });

  it('does not say that terms which were never compared pay anybody else', () => {
    const terms = (verdicts: readonly Verdict[]): unknown =>
      scoreOf(checksOf(verdicts)).components.find(({ name }) => name === 'terms');

    expect(terms(many('unread', 3))).toMatchObject({ value: null, flaw: null });
    expect(terms(['payto_mismatch', ...many('unread', 3)])).toMatchObject({ flaw: 'elsewhere' });
  });

  it('is 0 as soon as a service becomes inactive, however good it was', () => {
    const checks = checksOf([...many('verified', 400), ...many('unreachable', 30)]);
    const { score, components, next } = scoreOf(checks, paying(50));

    expect(score).toBe(0);
    expect(components[1]).toMatchObject({ name: 'availability', value: 0, flaw: 'gone' });
    expect(next).toMatchObject({ name: 'availability', flaw: 'gone' });
  });

  it.each<Verdict>(['payto_mismatch', 'network_mismatch', 'asset_mismatch'])(
    'begins the age again after a check that found %s',
    (verdict) => {
      const { components } = scoreOf(checksOf([...many('verified', 400), verdict, 'verified']));

      expect(components.find(({ name }) => name === 'age')).toMatchObject({ value: 0, days: 0 });
    },
  );

  it('keeps the age when the price changes, or a check fails', () => {
    const checks = checksOf([...many('verified', 398), 'price_mismatch', 'unreachable', 'verified']);
    const dearer = checks.map((check, i) =>
      i < 398 ? check : { ...check, terms: [{ ...offered, amount: '999' }] },
    );

    expect(scoreOf(dearer).components.find(({ name }) => name === 'age')).toMatchObject({ days: 100 });
  });

  it('rewards fast responses', () => {
    const scores = [100, 1_000, 4_900].map((ms) => scoreOf(checksOf(many('verified', 40), 6, ms)).score);

    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(new Set(scores).size).toBe(3);
  });

  it('takes payers of a shared wallet for nobody’s buyers', () => {
    const payments = { ...noFacts.payments, attribution: 'wallet', txCount: 9 } as const;
    const { components } = trust({ ...noFacts, payments });

    expect(components.at(-1)).toMatchObject({
      value: null,
      isShared: true,
    });
  });

  it('is a whole number from 0 to 100, whatever happened', () => {
    const verdict = fc.constantFrom<Verdict>(
      'verified',
      'price_mismatch',
      'payto_mismatch',
      'unreachable',
      'blocked',
    );
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 60 }), fc.nat(20_000), (verdicts, ms) => {
        const { score } = scoreOf(checksOf(verdicts, 6, ms));

        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });
});

describe('the next step of a trust score', () => {
  it('is the one that would raise it most, by as many points as it says', () => {
    const checks = checksOf(many('verified', 4 * 90 + 1));
    const { score, next } = scoreOf(checks, paying(3));

    expect(next).toEqual({ name: 'buyers', flaw: null, points: 2 });
    expect(scoreOf(checks, paying(4)).score).toBe(score + 2);
  });

  it('is time for a service that is young', () => {
    const young = scoreOf(checksOf(many('verified', 29)), paying(1));
    const later = scoreOf(checksOf(many('verified', 29 + 4 * 30)), paying(1));

    expect(young.next).toMatchObject({ name: 'age' });
    expect(Math.abs(later.score - young.score - (young.next?.points ?? 0))).toBeLessThanOrEqual(2);
  });

  it('is no buyer where payments are not counted', () => {
    const { next } = scoreOf(checksOf(many('verified', 4 * 365)));

    expect(next).toBeNull();
  });

  it('is none before the first answer', () => {
    expect(scoreOf([]).next).toBeNull();
    expect(scoreOf(checksOf(['unreachable'])).next).toBeNull();
  });
});

describe('uptime', () => {
  it('is the percent of answered checks, with two decimals', () => {
    expect(uptimePercent({ checks: 0, ok: 0 })).toBeNull();
    expect(uptimePercent({ checks: 3, ok: 2 })).toBe(66.67);
    expect(uptimePercent({ checks: 3, ok: 3 })).toBe(100);
    expect(uptimePercent({ checks: 100_000, ok: 99_999 })).toBe(99.99);
  });

  it('covers the day of a time and the 29 days before it', () => {
    expect(windowStart(new Date('2026-01-30T23:59:59.999Z'))).toBe('2026-01-01');
    const days = daysOf(checksOf(many('verified', 124)));

    expect(sumWindow(days, new Date('2026-01-31T12:00:00.000Z'))).toMatchObject({ days: 30, checks: 120 });
  });

  it('leaves blocked checks out', () => {
    const days = daysOf(checksOf(['verified', 'blocked', 'blocked', 'unreachable']));
    const window = sumWindow(days, new Date(start));

    expect(window).toMatchObject({ checks: 2, ok: 1, blocked: 2 });
    expect(uptimePercent(window)).toBe(50);
  });
});
