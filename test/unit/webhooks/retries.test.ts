import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/domain/duration.ts';
import { nextTry, tryTimes } from '../../../src/webhooks/retries.ts';

/** When each try comes, in milliseconds after the first, where the target asks for pauses. */
function timesOf(askedMs: (step: number) => number, random: number): number[] {
  const times = [0];
  for (let step = 0; ;) {
    const next = nextTry(step, { askedMs: askedMs(step), random });
    if (!next) return times;
    times.push((times.at(-1) ?? 0) + next.afterMs);
    ({ step } = next);
  }
}

describe('a delivery that fails', () => {
  it('is tried ten times, the last time after a day', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * hourMs);

    expect(timesOf(() => 0, 0)).toEqual([0, 5_000, 5 * minuteMs, 30 * minuteMs, ...hours]);
  });

  it('comes up to a tenth later, so that not all come at once', () => {
    expect(timesOf(() => 0, 1)[1]).toBe(5_500);
    expect(timesOf(() => 0, 1).at(-1)).toBeCloseTo(1.1 * dayMs);
  });

  it('waits as long as the target asks, in place of the tries that would come meanwhile', () => {
    expect(nextTry(0, { askedMs: 1_000, random: 0 })).toEqual({ step: 1, afterMs: 5_000 });
    expect(nextTry(0, { askedMs: 60_000, random: 0 })).toEqual({ step: 1, afterMs: 60_000 });
    expect(nextTry(1, { askedMs: hourMs, random: 0 })).toEqual({ step: 3, afterMs: hourMs });
    expect(nextTry(0, { askedMs: dayMs, random: 0 })).toEqual({ step: 9, afterMs: dayMs });
    expect(nextTry(9, { askedMs: hourMs, random: 0 })).toBeUndefined();
  });

  it('has an end, whatever the target asks for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(dayMs), { minLength: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pauses, random) => {
          const times = timesOf((step) => pauses[step] ?? 0, random);

          expect(times.length).toBeLessThanOrEqual(tryTimes.length);
          expect(times.at(-1)).toBeLessThanOrEqual(3 * dayMs);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        },
      ),
    );
  });
});
