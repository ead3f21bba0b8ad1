import { dayOf } from '../../../src/domain/day.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check, CheckDay } from '../../../src/domain/check.ts';
import { noFacts } from '../../../src/domain/facts.ts';
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

function scoreOf(checks: readonly Check[], buyers: number | null = null) {
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

  it('is the weighted mean of the known components', () => {
    const { score, components } = scoreOf(checksOf(many('verified', 60)));
    const known = components.filter(({ value }) => value !== null);
    const sum = known.reduce((total, { weight, value }) => total + weight * (value ?? 0), 0);
    const weights = known.reduce((total, { weight }) => total + weight, 0);

    expect(score).toBe(Math.round((100 * sum) / weights));
    expect(components.map(({ name }) => name)).toEqual(['terms', 'availability', 'latency', 'age', 'buyers']);
    expect(components.find(({ name }) => name === 'buyers')).toMatchObject({ value: null });
  });

  it('is unrated while the history is short', () => {
    expect(scoreOf(checksOf(many('verified', 9))).rated).toBe(false);
    expect(scoreOf(checksOf(many('verified', 40), 0.1)).rated).toBe(false);
    expect(scoreOf(checksOf(many('verified', 12))).rated).toBe(true);
  });

  it('grows with good history and falls with failures', () => {
    const [young, old] = [many('verified', 4), many('verified', 100)].map(
      (each) => scoreOf(checksOf(each)).score,
    );
    const failing = scoreOf(checksOf([...many('verified', 60), ...many('unreachable', 40)])).score;

    expect(old).toBeGreaterThan(young ?? 100);
    expect(failing).toBeLessThan(old ?? 0);
  });

  it('loses the whole terms component as soon as the wallet differs', () => {
    const { components } = scoreOf(checksOf([...many('verified', 100), 'payto_mismatch']));

    expect(components[0]).toMatchObject({
      name: 'terms',
      value: 0,
      flaw: 'elsewhere',
    });
  });

  it('drops as soon as a service becomes inactive, however good it was', () => {
    const { score, components } = scoreOf(checksOf([...many('verified', 400), ...many('unreachable', 30)]));

    expect(score).toBeLessThan(40);
    for (const name of ['terms', 'availability']) {
      expect(components.find((part) => part.name === name)).toMatchObject({
        value: 0,
        flaw: 'gone',
      });
    }
  });

  it('rewards fast responses', () => {
    const scores = [100, 1_000, 4_900].map((ms) => scoreOf(checksOf(many('verified', 40), 6, ms)).score);

    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(new Set(scores).size).toBe(3);
  });

  it('counts buyers once payments are counted', () => {
    const checks = checksOf(many('verified', 40));

    expect(scoreOf(checks, 0).score).toBeLessThan(scoreOf(checks).score);
    expect(scoreOf(checks, 500).score).toBeGreaterThan(scoreOf(checks).score);
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
