import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, isPassing, isRepeatable } from '../../../src/client/retry-time.ts';

describe('the wait before the next try', () => {
  it('doubles with each try, within a spread of half its length, and never exceeds 20 seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, random) => {
          const longest = Math.min(500 * 2 ** (tries - 1), 20_000);
          const ms = backoffMs(tries, random);

          expect(ms).toBeGreaterThanOrEqual(longest / 2);
          expect(ms).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });
});

it.each([
  ['GET', {}, true],
  ['HEAD', {}, true],
  ['POST', { 'Idempotency-Key': 'one' }, true],
  ['POST', {}, false],
  ['PATCH', {}, false],
  ['DELETE', {}, false],
] as const)('repeats %s with %j: %s', (method, headers, expected) => {
  expect(isRepeatable(new Request('https://example.com', { method, headers }))).toBe(expected);
});

it('takes only 429, 502, 503 and 504 for passing', () => {
  const statuses = Array.from({ length: 600 }, (_, status) => status);

  expect(statuses.filter(isPassing)).toEqual([429, 502, 503, 504]);
});
