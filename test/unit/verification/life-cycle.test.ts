import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/domain/check.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { termsIn } from '../../../src/verification/terms.ts';
import { countCheck, emptyDay } from '../../../src/verification/uptime.ts';
import { usdcOnBase, wallet } from '../../fixtures/answers.ts';
import { caseCount } from '../../support/cases.ts';

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const offered = { scheme: 'exact', network: 'eip155:8453', payTo: wallet, asset: usdcOnBase };

function aCheck(hours: number, verdict: Verdict, amount: string | null = '10000'): Check {
  return {
    at: new Date(start + hours * hour),
    verdict,
    detail: verdict,
    httpStatus: 402,
    latencyMs: 100,
    terms: amount === null ? [] : [{ ...offered, amount }],
    fields: [],
    rails: [],
    remarks: [],
  };
}

/** The standing of a service after checks at these hours. */
function after(...checks: readonly [hours: number, verdict: Verdict][]): Standing {
  return checks.map(([hours, verdict]) => aCheck(hours, verdict)).reduce(advance, unchecked);
}

describe('the life cycle of a service', () => {
  it('begins unverified, and is verified by the first matching 402', () => {
    expect(unchecked.status).toBe('unverified');
    expect(after([0, 'verified']).status).toBe('verified');
  });

  it.each<Verdict>(['payto_mismatch', 'network_mismatch', 'asset_mismatch'])(
    'leaves verified at once on %s',
    (verdict) => {
      const standing = after([0, 'verified'], [1, verdict]);

      expect(standing).toMatchObject({ status: 'unverified', verdict, since: new Date(start + hour) });
    },
  );

  it('stays verified with another price for a day', () => {
    expect(after([0, 'verified'], [1, 'price_mismatch'], [24, 'price_mismatch']).status).toBe('verified');
    expect(after([0, 'verified'], [1, 'price_mismatch'], [25, 'price_mismatch']).status).toBe('unverified');
    expect(
      after([0, 'verified'], [1, 'price_mismatch'], [20, 'verified'], [26, 'price_mismatch']).status,
    ).toBe('verified');
  });

  it.each<Verdict>(['unreachable', 'not_402', 'malformed'])(
    'gains no time with another price by a check with %s in between',
    (verdict) => {
      const once = after([0, 'verified'], [1, 'price_mismatch'], [23, verdict]);
      expect(advance(once, aCheck(24, 'price_mismatch')).status).toBe('verified');
      expect(advance(once, aCheck(25, 'price_mismatch')).status).toBe('unverified');

      const again = [aCheck(24, 'verified'), aCheck(26, 'price_mismatch')].reduce(advance, once);
      expect(again.status).toBe('verified');
    },
  );

  it.each<Verdict>(['unreachable', 'not_402', 'malformed'])(
    'becomes inactive after three consecutive checks with %s, over a day',
    (verdict) => {
      expect(after([0, 'verified'], [1, verdict], [2, verdict], [3, verdict]).status).toBe('verified');
      expect(after([0, 'verified'], [1, verdict], [25, verdict]).status).toBe('verified');
      expect(after([0, 'verified'], [1, verdict], [2, verdict], [25, verdict]).status).toBe('inactive');
      expect(after([1, verdict], [2, verdict], [25, verdict]).status).toBe('inactive');
    },
  );

  it('stays as it is for a week while nothing is compared, whatever fails in between', () => {
    const week = 7 * 24;
    const seen = after([0, 'verified'], [1, 'unread'], [2, 'unreachable'], [week, 'unread']);

    expect(seen).toMatchObject({ status: 'verified', verdict: 'unread', failures: 0 });
    expect(advance(seen, aCheck(week + 1, 'unread'))).toMatchObject({ status: 'unverified', chains: [] });
    expect(advance(seen, aCheck(week + 1, 'verified'))).toMatchObject({
      status: 'verified',
      unreadSince: null,
    });
    expect(after([1, 'unread'], [2, 'unread'], [200, 'unread'])).toMatchObject({
      status: 'unverified',
      failures: 0,
    });
  });

  it('gains no time for another price by asking for nothing that is compared', () => {
    expect(after([0, 'verified'], [1, 'price_mismatch'], [24, 'unread']).status).toBe('verified');
    expect(after([0, 'verified'], [1, 'price_mismatch'], [25, 'unread']).status).toBe('unverified');
  });

  it('counts a check that compared nothing as answered', () => {
    const day = { checks: 1, ok: 1, verified: 0, unread: 1, blocked: 0 };

    expect(countCheck(emptyDay('2026-01-01'), aCheck(1, 'unread'))).toMatchObject(day);
  });

  it('leaves inactive after one answered check', () => {
    const gone = [
      [0, 'unreachable'],
      [12, 'not_402'],
      [24, 'malformed'],
    ] as const;

    expect(after(...gone.map(([h, v]) => [h, v] as [number, Verdict])).status).toBe('inactive');
    expect(after(...gone.map(([h, v]) => [h, v] as [number, Verdict]), [25, 'verified']).status).toBe(
      'verified',
    );
    expect(after(...gone.map(([h, v]) => [h, v] as [number, Verdict]), [25, 'price_mismatch']).status).toBe(
      'unverified',
    );
  });

  it('ignores blocked checks, which neither fail nor succeed', () => {
    expect(after([0, 'verified'], [1, 'blocked'], [100, 'blocked'], [200, 'blocked']).status).toBe(
      'verified',
    );
    expect(after([0, 'unreachable'], [1, 'unreachable'], [2, 'blocked'], [24, 'unreachable']).status).toBe(
      'inactive',
    );
    expect(after([0, 'verified'], [5, 'blocked'])).toMatchObject({
      verdict: 'verified',
      checkedAt: new Date(start + 5 * hour),
    });
  });

  describe('after a clock that was a year ahead', () => {
    const year = 365 * 24;

    it('becomes inactive a day after the first check by the right one', () => {
      const failing = after([0, 'verified'], [year, 'unreachable'], [1, 'unreachable'], [2, 'blocked']);

      expect(advance(failing, aCheck(24, 'unreachable')).status).toBe('verified');
      expect(advance(failing, aCheck(25, 'unreachable')).status).toBe('inactive');
    });

    it.each<[Verdict, number]>([
      ['price_mismatch', 24],
      ['unread', 7 * 24],
    ])('has no more grace with %s', (verdict, grace) => {
      const graced = after([0, 'verified'], [year, verdict], [1, verdict]);

      expect(advance(graced, aCheck(grace, verdict)).status).toBe('verified');
      expect(advance(graced, aCheck(1 + grace, verdict)).status).toBe('unverified');
    });

    it('has been paid at its wallet from then on', () => {
      const standing = after([year, 'verified'], [1, 'verified'], [2, 'verified']);

      expect(standing).toMatchObject({
        since: new Date(start + hour),
        payeeSince: new Date(start + hour),
        termsSince: new Date(start + hour),
      });
    });
  });

  it('remembers when the terms last changed', () => {
    const standing = [
      aCheck(0, 'verified', '1'),
      aCheck(1, 'verified', '2'),
      aCheck(2, 'unreachable', null),
      aCheck(3, 'verified', '2'),
    ].reduce(advance, unchecked);

    expect(standing).toMatchObject({ termsSince: new Date(start + hour), chains: ['base'] });
  });

  it('remembers since when it has been paid at the declared wallet, whatever the price', () => {
    const since = new Date(start);

    expect(
      after([0, 'verified'], [1, 'price_mismatch'], [2, 'unreachable'], [3, 'blocked']).payeeSince,
    ).toEqual(since);
    expect(after([0, 'verified'], [1, 'payto_mismatch']).payeeSince).toBeNull();
    expect(after([0, 'verified'], [1, 'asset_mismatch'], [2, 'unreachable']).payeeSince).toBeNull();
    expect(after([-2, 'verified'], [-1, 'network_mismatch'], [0, 'price_mismatch']).payeeSince).toEqual(
      since,
    );
  });
});

describe('the chains of a service', () => {
  const onChains = (hours: number, verdict: Verdict, ...networks: string[]): Check => ({
    ...aCheck(hours, verdict, null),
    terms: networks.map((network) => ({ ...offered, network, amount: '1' })),
  });
  const chainsAfter = (...checks: readonly Check[]): readonly string[] =>
    checks.reduce(advance, unchecked).chains;
  const verified = onChains(0, 'verified', 'eip155:8453', 'eip155:137');

  it('are those that a verified 402 offers', () => {
    expect(chainsAfter(verified)).toEqual(['base', 'polygon']);
    expect(chainsAfter(verified, onChains(1, 'verified', 'eip155:137'))).toEqual(['polygon']);
  });

  it.each<Verdict>(['payto_mismatch', 'network_mismatch', 'asset_mismatch', 'price_mismatch'])(
    'are never those of a %s',
    (verdict) => {
      expect(chainsAfter(onChains(0, verdict, 'eip155:8453'))).toEqual([]);
    },
  );

  it('are dropped when the service is no longer verified', () => {
    expect(chainsAfter(verified, onChains(1, 'payto_mismatch', 'eip155:1'))).toEqual([]);
  });

  it('stay through the grace period of a different price, and are dropped after it', () => {
    const dearer = (hours: number): Check => onChains(hours, 'price_mismatch', 'eip155:1');

    expect(chainsAfter(verified, dearer(1), dearer(20))).toEqual(['base', 'polygon']);
    expect(chainsAfter(verified, dearer(1), dearer(25))).toEqual([]);
  });

  it.each<Verdict>(['unreachable', 'not_402', 'malformed', 'blocked'])('stay after %s', (verdict) => {
    expect(chainsAfter(verified, aCheck(1, verdict, null))).toEqual(['base', 'polygon']);
  });

  it('are limited in number, whatever the 402 offers', () => {
    const made = Array.from({ length: 60 }, (_, i) => `eip155:${String(900_000 + i)}`);

    expect(chainsAfter(onChains(0, 'verified', 'eip155:8453', 'no-such-chain', ...made))).toEqual([
      'base',
      ...made.slice(0, 4),
    ]);
  });
});

it('a standing identifies terms by a distinct key, which holds them all', () => {
  const many = (last: string): Check => ({
    ...aCheck(0, 'verified', null),
    terms: Array.from({ length: 64 }, (_, i) => ({ ...offered, amount: i === 63 ? last : '1'.repeat(78) })),
  });

  const standing = advance(unchecked, many('1'));
  expect(termsIn(standing.termsKey ?? '')).toHaveLength(64);
  expect(advance(standing, { ...many('1'), at: new Date(start + hour) }).termsSince).toEqual(new Date(start));
  expect(advance(standing, { ...many('2'), at: new Date(start + hour) }).termsSince).toEqual(
    new Date(start + hour),
  );
});

/** The documented rules, applied to the whole history at every check. */
function naiveStatus(history: readonly Check[]): string {
  let status = 'unverified';
  history.forEach((check, i) => {
    const told = history.slice(0, i + 1).filter(({ verdict }) => verdict !== 'blocked');
    const last = told.at(-1);
    if (check.verdict === 'blocked' || !last) return;
    const failed = (each: Check): boolean => ['unreachable', 'not_402', 'malformed'].includes(each.verdict);
    const read = told.filter((each) => !failed(each));
    const run = read.slice(read.findLastIndex((each) => each.verdict !== last.verdict) + 1);
    const failures = told.slice(told.findLastIndex((each) => !failed(each)) + 1);
    const spanOf = (checks: readonly Check[]): number => last.at.getTime() - (checks[0]?.at.getTime() ?? 0);

    if (last.verdict === 'verified') status = 'verified';
    else if (failed(last)) {
      status = failures.length >= 3 && spanOf(failures) >= 24 * hour ? 'inactive' : status;
    } else if (last.verdict === 'price_mismatch') {
      status = status === 'verified' && spanOf(run) < 24 * hour ? status : 'unverified';
    } else status = 'unverified';
  });
  return status;
}

describe('a random history', () => {
  const verdict = fc.constantFrom<Verdict>(
    'verified',
    'verified',
    'price_mismatch',
    'payto_mismatch',
    'unreachable',
    'unreachable',
    'not_402',
    'blocked',
  );

  it('leads to the same status as the naive rules', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), verdict), { maxLength: 40 }),
        (steps) => {
          let hours = 0;
          const history = steps.map(([wait, found]) => aCheck((hours += wait), found));

          expect(history.reduce(advance, unchecked).status).toBe(naiveStatus(history));
        },
      ),
      { numRuns: caseCount(300) },
    );
  });
});
