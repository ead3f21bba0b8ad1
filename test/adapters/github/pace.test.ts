import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/adapters/github/pace.ts';

describe('a pace', () => {
  it('lets so many through at once, and makes the next one wait until the first is long enough ago', async () => {
    const pace = new Pace(3, 80);
    const started = performance.now();
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      await pace.turn();
      times.push(performance.now() - started);
    }

    // A timer may fire a little early.
    expect(times[2]).toBeLessThan(60);
    expect(times[3]).toBeGreaterThanOrEqual(78);
    for (let i = 3; i < times.length; i += 1) {
      expect((times[i] ?? 0) - (times[i - 3] ?? 0)).toBeGreaterThanOrEqual(78);
    }
  });
});
