import { beforeEach, describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import { Schedule } from '../../../src/live/schedule.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { anEntry } from '../../fixtures/services.ts';
import { anL402 } from '../../fixtures/rail-challenges.ts';

const minute = 60_000;
const hour = 60 * minute;
const intervalMs = 15 * minute;

let time: TestClock;

beforeEach(() => {
  time = new TestClock();
});

function aSchedule({ every = intervalMs, random = 0.5 } = {}): Schedule {
  return new Schedule(50, { intervalMs: every, clock: time.now, random: () => random });
}

function checkedAt(name: string, at: Date | null): Entry {
  const facts = { ...noFacts, standing: { ...unchecked, checkedAt: at } };
  return anEntry({ name, endpoint: `https://${name}.example.com` }, { facts });
}

/** Minutes until a service is due, polled every minute for two days; undefined if none is due by then. */
function minutesUntilDue(schedule: Schedule): number | undefined {
  for (let minutes = 0; minutes <= 48 * 60; minutes += 1) {
    if (schedule.take().length > 0) return minutes;
    time.advance(minute);
  }
  return undefined;
}

describe('the schedule of a start', () => {
  const startWith = (entry: Entry, schedule = aSchedule()): Schedule => {
    schedule.start([entry], 1);
    return schedule;
  };

  it('checks a service an interval after its last check', () => {
    expect(minutesUntilDue(startWith(checkedAt('a', time.in(-10 * minute))))).toBe(5);
  });

  it('checks overdue services within a minute', () => {
    expect(minutesUntilDue(startWith(checkedAt('a', time.in(-30 * hour))))).toBe(1);
    expect(minutesUntilDue(startWith(checkedAt('a', time.in(-30 * hour)), aSchedule({ random: 0 })))).toBe(0);
  });

  it('checks services that were never checked at once, 100 a second, but all within the interval', () => {
    const schedule = aSchedule({ every: 2 * minute });
    const entries = Array.from({ length: 20_000 }, (_, i) => checkedAt(String(i), null));
    schedule.start(entries, entries.length);
    const due = [0, 1, 2].map(() => {
      const { length } = schedule.take();
      time.advance(minute);
      return length;
    });

    expect(due[0]).toBeGreaterThan(0);
    expect(due[1]).toBeGreaterThanOrEqual(6000);
    expect(due.reduce((sum, count) => sum + count)).toBe(20_000);
  });

  it('leaves a service to the check that a change has begun before', () => {
    const entry = checkedAt('a', null);
    const schedule = aSchedule();
    schedule.now(entry.declared.id);
    expect(schedule.take()).toEqual([entry.declared.id]);

    expect(minutesUntilDue(startWith(entry, schedule))).toBeUndefined();
  });

  it('treats a check from the future as one from now', () => {
    expect(minutesUntilDue(startWith(checkedAt('a', time.in(30 * hour))))).toBe(15);
  });

  it('spreads many services over 10 ms each, but at most over the interval', () => {
    const last = (count: number): number | undefined => {
      const schedule = aSchedule({ random: 1 });
      schedule.start([checkedAt('a', time.in(-30 * hour))], count);
      return minutesUntilDue(schedule);
    };

    expect(last(12_000)).toBe(2);
    expect(last(1_000_000)).toBe(15);
  });
});

describe('the next check of a service', () => {
  const pauseAfter = (standing: Partial<Standing>, options = {}): number | undefined => {
    const schedule = aSchedule(options);
    schedule.next('a', { standing: { ...unchecked, ...standing }, rails: [] });
    return minutesUntilDue(schedule);
  };

  it('comes after the interval, with some jitter', () => {
    expect(pauseAfter({ status: 'verified' })).toBe(15);
    expect(pauseAfter({ status: 'verified' }, { random: 0 })).toBe(14);
    expect(pauseAfter({ status: 'verified' }, { random: 1 })).toBe(17);
  });

  it('comes later and later for an inactive service, but at least once a day', () => {
    const pauses = [3, 4, 5, 6, 20].map((failures) => pauseAfter({ status: 'inactive', failures }));

    expect(pauses).toEqual([30, 60, 120, 240, 24 * 60]);
  });

  it('comes no sooner than the interval, however long that is', () => {
    expect(pauseAfter({ status: 'inactive', failures: 5 }, { every: 30 * hour })).toBe(30 * 60);
  });

  it('leaves an hour to a seller whose node issues an invoice for each request', () => {
    const schedule = aSchedule();
    schedule.next('a', { ...noFacts, rails: [anL402] });

    expect(minutesUntilDue(schedule)).toBe(60);
  });

  it('comes after the pause that an endpoint asked for', () => {
    const schedule = aSchedule();
    schedule.next('a', noFacts);
    schedule.defer('a', time.in(7 * hour));

    expect(minutesUntilDue(schedule)).toBe(7 * 60);
  });

  it('comes at once for a service that changed, and never for one that was removed', () => {
    const schedule = aSchedule();
    schedule.next('a', noFacts);
    schedule.next('b', noFacts);
    schedule.now('a');
    schedule.remove('b');

    expect(schedule.take()).toEqual(['a']);
    expect(minutesUntilDue(schedule)).toBeUndefined();
  });

  it('never comes with an interval of 0', () => {
    expect(pauseAfter({ status: 'verified' }, { every: 0 })).toBeUndefined();
  });
});
