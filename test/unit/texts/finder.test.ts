import { expect, it } from 'vitest';
import { copyLoading } from '../../../src/texts/en/finder.ts';

it.each([
  [{ done: 0, services: 12_000, bytes: 5_520_000 }, 'Loading 12,000 services (5.5 MB)…'],
  [{ done: 4_500, services: 12_000, bytes: 5_520_000 }, 'Reading 4,500 of 12,000 services…'],
])('says how far a copy of the site has loaded its services: %j', (progress, text) => {
  expect(copyLoading(progress)).toBe(text);
});
