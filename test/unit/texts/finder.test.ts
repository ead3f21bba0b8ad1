import { expect, it } from 'vitest';
import { copyHeading } from '../../../src/texts/en/finder.ts';

it.each([
  [{ count: 1, matchesAllWords: true }, '1 service'],
  [{ count: 1200, matchesAllWords: true }, '1,200 services, the first 50 shown'],
  [{ count: 2, matchesAllWords: false }, '2 services with some of these words'],
])('says how many services a copy of the site found: %j', (found, heading) => {
  expect(copyHeading({ ...found, shown: 50 })).toBe(heading);
});
