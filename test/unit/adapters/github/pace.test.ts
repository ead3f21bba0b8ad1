import { describe, expect, it } from 'vitest';
import { Pace } from '../../../../src/adapters/github/pace.ts';

const never = new AbortController().signal;

describe('a pace', () => {
  it('delays no operation before its number is reached, and each further one until the first is old enough', async () => {
    const pace = new Pace(3, 80);
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      await pace.ready(never);
      times.push(performance.now());
      pace.count();
    }

    for (let i = 3; i < times.length; i += 1) {
      // The pace reads the clock a moment after the test does.
      expect((times[i] ?? 0) - (times[i - 3] ?? 0)).toBeGreaterThanOrEqual(79);
    }
  });

  it('allows its number at once, and stops waiting at once when it is aborted', async () => {
    const [pace, control] = [new Pace(2, 3_600_000), new AbortController()];
    for (let i = 0; i < 2; i += 1) {
      await pace.ready(never);
      pace.count();
    }

    let isReady = false;
    const ready = pace.ready(control.signal).then(() => (isReady = true));
    await Promise.resolve();
    expect(isReady).toBe(false);
    control.abort();
    await ready;
    await pace.ready(control.signal);
  });
});
