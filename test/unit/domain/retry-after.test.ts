import { expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/domain/retry-after.ts';

const now = Date.parse('2026-01-31T12:00:00Z');

it.each([
  ['0', 0],
  ['7', 7000],
  [' 1 ', 1000],
  ['999999999999', 999_999_999_999_000],
  ['Sat, 31 Jan 2026 12:00:05 GMT', 5000],
  ['Saturday, 31-Jan-26 12:00:05 GMT', 5000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e9', undefined],
  ['99999999999999999999', undefined],
  ['5 minutes', undefined],
  ['May', undefined],
  ['soon', undefined],
  ['Soon, in May GMT', undefined],
  ['2026-01-31', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j asks for a wait of %s ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
