import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../../../src/adapters/probe/cooldowns.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

function cooldownMs(header: string, status = 429): number | undefined {
  const until = retryAfter({ status, headers: { 'retry-after': header }, body: '', isCut: false }, now);
  return until === undefined ? undefined : until - now;
}

describe('Retry-After', () => {
  it.each([
    ['60', 60_000],
    ['0', undefined],
    ['Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', undefined],
    ['999999999999', 24 * 60 * 60 * 1000],
    ['Sat, 21 Nov 2099 12:00:00 GMT', 24 * 60 * 60 * 1000],
    ['soon', undefined],
  ])('%j is a cooldown of %s ms', (text, ms) => {
    expect(cooldownMs(text)).toBe(ms);
  });

  it('counts only with 429 and 503', () => {
    expect([429, 503].map((status) => cooldownMs('60', status))).toEqual([60_000, 60_000]);
    expect([200, 301, 402, 500].map((status) => cooldownMs('60', status))).toEqual(Array(4).fill(undefined));
    expect(retryAfter({ failure: 'timed_out', detail: '' }, now)).toBeUndefined();
  });
});
