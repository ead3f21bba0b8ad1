import { describe, expect, it } from 'vitest';
import { Pace } from '../../../../src/adapters/github/pace.ts';

describe('a pace', () => {
  it('allows its number of operations at once, and delays the next until the first is old enough', async () => {
    const pace = new Pace(3, 80);
    const started = performance.now();
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      await pace.ready(new AbortController().signal);
      pace.count();
      times.push(performance.now() - started);
    }

    expect(times[2]).toBeLessThan(60);
    for (let i = 3; i < times.length; i += 1) {
      // The test reads the clock a moment after the pace does.
      expect((times[i] ?? 0) - (times[i - 3] ?? 0)).toBeGreaterThanOrEqual(79);
    }
  });

  it('stops waiting at once when it is aborted', async () => {
    const [pace, control] = [new Pace(1, 60_000), new AbortController()];
    pace.count();

    const ready = pace.ready(control.signal);
    control.abort();
    await ready;
    await pace.ready(control.signal);
  });
});
