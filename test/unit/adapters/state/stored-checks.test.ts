import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SqlChecks } from '../../../../src/adapters/state/checks.ts';
import { unpackChecks } from '../../../../src/adapters/state/packed-checks.ts';
import {
  type Check,
  type CheckDay,
  type CheckRecord,
  maxStoredChecks,
} from '../../../../src/domain/check.ts';
import { dayMs, dayOf } from '../../../../src/domain/duration.ts';
import { noTraits } from '../../../../src/domain/payment-terms.ts';
import { unchecked } from '../../../../src/domain/standing.ts';
import { type CheckedService, subjectOf } from '../../../../src/domain/subject.ts';
import { isAnswered, type Verdict, verdicts } from '../../../../src/domain/verdict.ts';
import {
  countCheck,
  emptyDay,
  sumWindow,
  windowAfter,
  windowStart,
} from '../../../../src/verification/uptime.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { wallet } from '../../../fixtures/answers.ts';

const service: CheckedService = {
  id: 'a',
  endpoint: 'https://a.example.com',
  x402Config: { paymentAddress: wallet, network: 'base' },
};
const begin = Date.parse('2026-01-20T00:00:00.000Z');

const verdict = fc.constantFrom(...(Object.keys(verdicts) as Verdict[]));
const anOutcome = fc.record({
  verdict,
  detail: fc.oneof(
    verdict.map((each) => verdicts[each]),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  ),
  httpStatus: fc.option(fc.integer({ min: 100, max: 599 })),
  latencyMs: fc.option(fc.oneof(fc.nat(300), fc.nat(60_000))),
});
/** Checks of some months, some minutes or days apart. */
const someChecks = fc
  .array(
    fc.tuple(
      fc.oneof(fc.integer({ min: 1, max: 4 * 3_600_000 }), fc.integer({ min: 1, max: 9 * dayMs })),
      anOutcome,
    ),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((steps) => {
    let at = begin;
    return steps.map(([step, outcome]): Check => {
      at += step;
      return { ...outcome, at: new Date(at), terms: [], fields: [], rails: [], remarks: [] };
    });
  });

/** Counts as the recorder does. */
function recordOf(check: Check, days: ReadonlyMap<string, CheckDay>): CheckRecord {
  const date = dayOf(check.at);
  const day = countCheck(days.get(date) ?? emptyDay(date), check);
  const others = [...days.values()].filter((each) => each.date !== date);

  return {
    id: service.id,
    subject: subjectOf(service),
    check,
    day,
    window: sumWindow([...others, day], check.at),
    standing: { ...unchecked, checkedAt: check.at },
    offers: new Map(),
    furtherPayees: [],
    traits: noTraits,
    rails: [],
  };
}

/** What all checks together say, if each of them was stored. */
function naive(checks: readonly Check[]): object {
  const byDate = [...Map.groupBy(checks, ({ at }) => dayOf(at))];
  const days = byDate.map(([date, ofDay]) => {
    const sums = ofDay.reduce(countCheck, emptyDay(date));
    const times = ofDay
      .flatMap(({ verdict, latencyMs }) => (latencyMs !== null && isAnswered(verdict) ? [latencyMs] : []))
      .sort((a, b) => a - b);
    const rank = (share: number): number | null => times[Math.ceil(share * times.length) - 1] ?? null;
    return { ...sums, p50Ms: rank(0.5), p95Ms: rank(0.95) };
  });
  const latest = checks
    .toReversed()
    .slice(0, maxStoredChecks)
    .map(({ at, verdict, detail, httpStatus, latencyMs }) => ({
      at,
      verdict,
      detail,
      httpStatus,
      latencyMs,
    }));
  const last = checks.at(-1)?.at ?? new Date(0);

  return { days, latest, window: sumWindow(days, last) };
}

async function stored(checks: SqlChecks): Promise<object> {
  return {
    days: await checks.latencyDays(service, '2000-01-01'),
    latest: await checks.latest(service, 1_000),
    window: (await checks.facts()).get(service.id)?.window,
  };
}

describe('stored checks', () => {
  it('says of days, windows and the last checks what all checks together say', async () => {
    await fc.assert(
      fc.asyncProperty(someChecks, async (all) => {
        const checks = new SqlChecks(await aStateDatabase());
        for (const check of all) {
          const days = await checks.days(service, windowStart(check.at));
          const record = recordOf(check, new Map(days.map((day) => [day.date, day])));
          const last = await checks.lastDay(service);
          if (last?.day.date === record.day.date) {
            expect(windowAfter(last.window, last.day, record.day)).toEqual(record.window);
          }
          await checks.append([record]);
        }

        expect(await stored(checks)).toEqual(naive(all));
      }),
      { numRuns: 30 },
    );
  });

  it('stays within its bounds however many checks there are', async () => {
    const database = await aStateDatabase();
    const checks = new SqlChecks(database);
    const years = 3;
    for (let day = 0; day < years * 365; day += 1) {
      const at = new Date(begin + day * dayMs);
      const check = {
        at,
        verdict: 'verified',
        detail: verdicts.verified,
        httpStatus: 402,
        latencyMs: 100,
      } as const;
      await checks.append([recordOf({ ...check, terms: [], fields: [], rails: [], remarks: [] }, new Map())]);
      if (day % 30 === 0) await checks.prune({ before: windowStart(at), isListed: () => true });
    }

    const last = new Date(begin + years * 365 * dayMs);
    await checks.prune({ before: windowStart(last), isListed: () => true });
    expect((await checks.latest(service, 1_000)).length).toBe(maxStoredChecks);
    const days = await checks.latencyDays(service, '2000-01-01');
    expect(days.length).toBeGreaterThanOrEqual(366);
    expect(days.length).toBeLessThanOrEqual(366 + 31 + 31);
  });

  it('counts a check of a day that is over, which a clock makes that was set back', async () => {
    const checks = new SqlChecks(await aStateDatabase());
    const at = (text: string, latencyMs: number): Check => ({
      ...{ at: new Date(text), verdict: 'verified', detail: '', httpStatus: 402, latencyMs },
      ...{ terms: [], fields: [], rails: [], remarks: [] },
    });
    const days = new Map<string, CheckDay>();
    for (const check of [
      at('2026-01-01T10:00:00.000Z', 10),
      at('2026-01-02T10:00:00.000Z', 20),
      at('2026-01-01T23:00:00.000Z', 30),
      at('2026-01-02T11:00:00.000Z', 40),
    ]) {
      const record = recordOf(check, days);
      days.set(record.day.date, record.day);
      await checks.append([record]);
    }

    expect(await checks.days(service, '2026-01-01')).toEqual([...days.values()]);
    expect((await checks.latest(service, 2)).map(({ latencyMs }) => latencyMs)).toEqual([40, 20]);
  });

  it('is dropped where its bytes are damaged, and starts over', async () => {
    const database = await aStateDatabase();
    const checks = new SqlChecks(database);
    const check: Check = {
      ...{ at: new Date('2026-01-01T10:00:00.000Z'), verdict: 'verified', detail: '', httpStatus: 402 },
      ...{ latencyMs: 10, terms: [], fields: [], rails: [], remarks: [] },
    };
    await checks.append([recordOf(check, new Map())]);
    await database.run('UPDATE standing SET recent = ?', Buffer.from([1, 0xff]));
    expect(await checks.latest(service, 10)).toEqual([]);

    await checks.append([recordOf(check, new Map())]);
    expect(await checks.latest(service, 10)).toHaveLength(1);
  });
});

describe('packed checks', () => {
  it('are read from any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(() => unpackChecks(bytes)).not.toThrow();
      }),
    );
  });
});
