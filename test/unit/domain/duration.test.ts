import { describe, expect, it } from 'vitest';
import { durationMs } from '../../../src/domain/duration.ts';

describe('a duration', () => {
  it.each([
    ['90d', 90 * 24 * 3600 * 1000],
    ['12h', 12 * 3600 * 1000],
    ['30m', 30 * 60 * 1000],
    ['5s', 5000],
    ['0s', 0],
    ['0', 0],
    ['007m', 7 * 60 * 1000],
    ['999999d', 999_999 * 24 * 3600 * 1000],
  ])('%s is %d ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each([
    '',
    '5',
    'm',
    '-5m',
    '+5m',
    '1.5h',
    '5 m',
    ' 5m',
    '5m ',
    '5m\n',
    '5M',
    '5ms',
    '5w',
    '1h30m',
    '1000000d',
    '1e3s',
    '٥m',
    '5constructor',
  ])('is malformed as %j', (text) => {
    expect(durationMs(text)).toBeUndefined();
  });
});
