import { expect, it } from 'vitest';
import { readTime } from '../../../src/domain/timestamp.ts';

it.each([
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00.123Z', '2030-01-31T12:00:00.123Z'],
  ['2030-01-31T12:00:00+02:00', '2030-01-31T10:00:00.000Z'],
])('reads %s as a time', (text, time) => {
  expect(readTime(text)?.toISOString()).toBe(time);
});

it.each([
  '',
  'now',
  '2030',
  '2030-1-31',
  '2030-02-30',
  '2027-02-29',
  '2030-01-31T12:00:00',
  ' 2030-01-31',
  '31.01.2030',
  '1893456000',
])('does not read %j as a time', (text) => {
  expect(readTime(text)).toBeUndefined();
});
