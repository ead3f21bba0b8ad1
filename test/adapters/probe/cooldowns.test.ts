import { describe, expect, it } from 'vitest';
import { restUntil } from '../../../src/adapters/probe/retry-after.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

function restMs(retryAfter: string, status = 429): number | undefined {
  const until = restUntil({ status, headers: { 'retry-after': retryAfter }, body: '', isCut: false }, now);
  return until === undefined ? undefined : until - now;
}

describe('Retry-After', () => {
  it.each([
    ['60', 60_000],
    [' 1 ', 1_000],
    ['0', undefined],
    ['Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
    ['Saturday, 21-Nov-26 12:02:00 GMT', 120_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', undefined],
    ['999999999999', 24 * 60 * 60 * 1000],
    ['Sat, 21 Nov 2099 12:00:00 GMT', 24 * 60 * 60 * 1000],
    ['-5', undefined],
    ['1.5', undefined],
    ['5 minutes', undefined],
    ['May', undefined],
    ['', undefined],
  ])('%j is a rest of %s ms', (text, ms) => {
    expect(restMs(text)).toBe(ms);
  });

  it('counts with 429 and 503 alone', () => {
    expect([429, 503].map((status) => restMs('60', status))).toEqual([60_000, 60_000]);
    expect([200, 301, 402, 500].map((status) => restMs('60', status))).toEqual(Array(4).fill(undefined));
    expect(restUntil({ failure: 'timed_out', detail: '' }, now)).toBeUndefined();
  });
});
