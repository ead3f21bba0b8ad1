import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { dayStateOf } from '../../../src/site/day-state.ts';
import { type Timeline, timelineOf } from '../../../src/site/timeline.ts';
import type { ChecksView } from '../../../src/views/checks.ts';
import { uptimePercent } from '../../../src/verification/uptime.ts';
import { aBlockedEntry, aCheckedEntry, anEntryByMpp, paymentsOf } from '../../fixtures/site-catalog.ts';
import { anEntry } from '../../fixtures/services.ts';

type Period = ChecksView['terms'][number];
type Day = ChecksView['days'][number];

const listed = { createdAt: '2025-11-01T00:00:00.000Z' };
const [ownWallet, otherWallet] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

function aDay(date: string, overrides: Partial<Day> = {}): Day {
  const day = {
    date,
    checks: 24,
    ok: 24,
    verified: 24,
    unread: 0,
    blocked: 0,
    p50Ms: 100,
    p95Ms: 200,
    ...overrides,
  };
  return { ...day, uptime: uptimePercent(day) };
}

/** Terms that were seen on these days of January, as declared but for what is given. */
function aPeriod(
  from: number,
  to: number,
  { price = '0.001', wallet = ownWallet, declared = '0.001' }: Record<string, string> = {},
): Period {
  const time = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString();
  const fields: FieldComparison[] = [
    { field: 'price', declared, observed: price, match: price === declared },
    { field: 'payTo', declared: ownWallet, observed: wallet, match: wallet === ownWallet },
    { field: 'network', declared: 'eip155:84532', observed: 'eip155:84532', match: true },
    { field: 'asset', declared: 'USDC', observed: 'USDC', match: true },
    { field: 'scheme', declared: null, observed: 'exact', match: null },
  ];
  return { firstSeen: time(from), lastSeen: time(to), fields };
}

type Checks = NonNullable<Parameters<typeof timelineOf>[1]>;
type Paid = Parameters<typeof timelineOf>[2];

function checksWith(days: readonly Day[], terms: readonly Period[] = []): Checks {
  return { days: [...days], terms: [...terms] };
}

const timeline = (checks: Checks | null, entry: Entry = aCheckedEntry(listed), paid: Paid = null): Timeline =>
  timelineOf(entry, checks, paid);

const laneIn = ({ chart }: Timeline, name: string) => chart?.lanes.find((lane) => lane.name === name);
const pathIn = (found: Timeline, lane: string, kind: string): string =>
  laneIn(found, lane)?.paths.find((path) => path.kind === kind)?.d ?? '';

describe('the history of a service', () => {
  it('is one chart over 90 days, of price, wallet, state, uptime, answer times and payments', () => {
    const paid = { days: paymentsOf().days, currency: 'USDC' };
    const found = timeline(
      checksWith([aDay('2026-01-31'), aDay('2026-02-01')], [aPeriod(10, 31)]),
      aCheckedEntry(listed),
      paid,
    );

    expect(found.note).toBeNull();
    expect(found.chart?.axis).toMatchObject({ from: '2025-11-04', to: '2026-02-01' });
    expect(found.chart?.lanes.map(({ name, value }) => [name, value])).toEqual([
      ['price', '0.001 USDC'],
      ['wallet', '0xaaaa…aaaa'],
      ['state', 'Verified'],
      ['uptime', '100 %'],
      ['latency', '100 ms on average'],
      ['payments', 'last on 2026-02-01'],
    ]);
  });

  it('begins on the day of listing, but is never shorter than two weeks', () => {
    const axisOf = (createdAt: string) =>
      timeline(checksWith([aDay('2026-01-26'), aDay('2026-02-01')]), aCheckedEntry({ createdAt })).chart?.axis
        .from;

    expect(axisOf('2026-01-01T23:59:00.000Z')).toBe('2026-01-01');
    expect(axisOf('2026-01-31T12:00:00.000Z')).toBe('2026-01-19');
    expect(axisOf('2020-01-01T00:00:00.000Z')).toBe('2025-11-04');
  });

  it('is a sentence while there are less than seven days of it', () => {
    const { chart, note, days } = timeline(checksWith([aDay('2026-01-27'), aDay('2026-02-01')]));

    expect(chart).toBeNull();
    expect(note).toMatch(/ after 7 days with checks; so far, there are 6 days\.$/);
    expect(days).toHaveLength(2);
  });

  it('ends with the last check or payment, so that the clock alone changes nothing', () => {
    const long = { lastChecked: '2026-01-20T08:00:00.000Z' };
    const checks = checksWith([aDay('2026-01-14'), aDay('2026-01-20')]);
    const endOf = (paid: Paid) => timeline(checks, aCheckedEntry(listed, long), paid).chart?.axis.to;

    expect(endOf(null)).toBe('2026-01-20');
    expect(endOf({ days: paymentsOf().days, currency: 'USDC' })).toBe('2026-02-01');
  });

  it('draws the live price as steps, and the declared one apart where it differs', () => {
    const found = timeline(
      checksWith([aDay('2026-02-01')], [aPeriod(10, 19), aPeriod(20, 31, { price: '0.002' })]),
    );

    const live = pathIn(found, 'price', 'live');
    expect(live).toMatch(/^M[\d.]+ 36H[\d.]+V2H[\d.]+$/);
    expect(pathIn(found, 'price', 'declared')).not.toContain('V2');
    expect(pathIn(found, 'price', 'declared')).toMatch(/H720$/);
    expect(laneIn(found, 'price')?.title).toBe('Price, 0 to 0.002 USDC');
  });

  it('leaves a gap in the price where no terms could be read for days', () => {
    const found = timeline(
      checksWith([aDay('2026-02-01')], [aPeriod(1, 5), aPeriod(20, 31, { price: '0.002' })]),
    );

    expect(pathIn(found, 'price', 'live').match(/M/g)).toHaveLength(2);
  });

  it('marks where another wallet was paid', () => {
    const found = timeline(
      checksWith([aDay('2026-02-01')], [aPeriod(10, 19), aPeriod(20, 31, { wallet: otherWallet })]),
    );

    expect(laneIn(found, 'wallet')?.value).toBe('0xbbbb…bbbb, 2 seen');
    expect(pathIn(found, 'wallet', 'mark')).toMatch(/^M[\d.]+ 0v14$/);
    expect(pathIn(found, 'wallet', 'own')).not.toBe('');
    expect(pathIn(found, 'wallet', 'other')).not.toBe('');
  });

  it('has every change as a row, newest first', () => {
    const terms = [
      aPeriod(10, 19),
      aPeriod(20, 25, { price: '0.0010' }),
      aPeriod(26, 31, { price: '0.002', wallet: otherWallet, declared: '0.003' }),
    ];
    const days = [
      aDay('2026-01-25'),
      aDay('2026-01-27', { verified: 0 }),
      aDay('2026-01-28', { ok: 0, verified: 0 }),
    ];
    const { changes } = timeline(checksWith(days, terms));

    expect(changes.map(({ at: time, what, from, to }) => [time, what, from, to])).toEqual([
      ['2026-01-28', 'State', 'Differs', 'Down'],
      ['2026-01-27', 'State', 'Verified', 'Differs'],
      ['2026-01-26 12:00', 'Live price', '0.0010 USDC', '0.002 USDC'],
      ['2026-01-26 12:00', 'Live wallet', ownWallet, otherWallet],
      ['2026-01-26 12:00', 'Declared price', '0.001 USDC', '0.003 USDC'],
      ['2026-01-25', 'State', null, 'Verified'],
      ['2026-01-10 12:00', 'Live price', null, '0.001 USDC'],
      ['2026-01-10 12:00', 'Live wallet', null, ownWallet],
      ['2026-01-10 12:00', 'Live network', null, 'Base Sepolia'],
      ['2026-01-10 12:00', 'Live token', null, 'USDC'],
      ['2026-01-10 12:00', 'Live scheme', null, 'exact'],
    ]);
  });

  it('has a row for each day with checks or payments, newest first', () => {
    const { days, currency } = timeline(
      checksWith([aDay('2026-01-30', { ok: 12, verified: 12 })]),
      aCheckedEntry(listed),
      { days: paymentsOf().days, currency: 'USDC' },
    );

    expect(currency).toBe('USDC');
    expect(days.map(({ date, state, ok, paid }) => [date, state, ok, paid?.txCount])).toEqual([
      ['2026-02-01', 'Unknown', 0, 1],
      ['2026-01-31', 'Unknown', 0, 3],
      ['2026-01-30', 'Verified', 12, undefined],
    ]);
  });

  it('stays short when a seller changes its terms at every check, and says what it leaves out', () => {
    const terms = Array.from({ length: 500 }, (_, place) =>
      aPeriod(1, 31, { price: `0.0${String(1 + place)}`, wallet: `0x${String(place).padStart(40, 'c')}` }),
    );
    const found = timeline(checksWith([aDay('2026-02-01')], terms));

    expect(found.changes).toHaveLength(100);
    expect(found.furtherChanges).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(found.chart).length).toBeLessThan(20_000);
  });

  it('draws any terms that a check can have read', () => {
    const texts = fc.oneof(fc.constantFrom(null, '0', '0.0', '1'.repeat(78), '0.000000000000000001'));
    const period = fc
      .record({ price: texts, declared: texts, wallet: texts })
      .map(({ price, declared, wallet }) => {
        const { fields, ...times } = aPeriod(2, 30);
        const changed = fields.map((field) => {
          if (field.field === 'price') return { ...field, observed: price, declared };
          return field.field === 'payTo' ? { ...field, observed: wallet } : field;
        });
        return { ...times, fields: changed };
      });

    fc.assert(
      fc.property(fc.array(period, { maxLength: 4 }), (terms) => {
        const found = JSON.stringify(timeline(checksWith([aDay('2026-02-01')], terms)));
        expect(found).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });
});

describe('without checks, the history', () => {
  it('is a sentence that says what will stand there', () => {
    const found = timeline(null, anEntry());

    expect(found.chart).toBeNull();
    expect(found.note).toMatch(/^After its first check, /);
    expect(timeline(null, anEntry({ probing: false })).note).toContain('asked Tollbook not to check');
    expect(timeline(checksWith([]), aBlockedEntry()).note).toContain('turned every check away');
    expect(timeline(checksWith([]), anEntryByMpp()).note).toContain('a protocol other than x402');
  });

  it('draws the payments alone', () => {
    const days = paymentsOf().days;
    const found = timeline(null, anEntry(listed), {
      days: [...days.slice(0, 1).map((day) => ({ ...day, date: '2026-01-20' })), ...days],
      currency: 'USDC',
    });

    expect(found.chart?.lanes.map(({ name }) => name)).toEqual(['payments']);
    expect(found.note).not.toBeNull();
  });
});

it.each([
  [{ checks: 0, ok: 0, verified: 0, unread: 0 }, 'unknown'],
  [{ checks: 4, ok: 0, verified: 0, unread: 0 }, 'down'],
  [{ checks: 4, ok: 3, verified: 0, unread: 3 }, 'unknown'],
  [{ checks: 4, ok: 1, verified: 1, unread: 0 }, 'verified'],
  [{ checks: 4, ok: 3, verified: 1, unread: 2 }, 'verified'],
  [{ checks: 4, ok: 4, verified: 3, unread: 0 }, 'differs'],
])('a day of %j is %s', (day, state) => {
  expect(dayStateOf(day)).toBe(state);
});
