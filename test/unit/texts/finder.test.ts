import { expect, it } from 'vitest';
import { copyLoading } from '../../../src/texts/en/finder.ts';

it.each([
  [copyLoading.loading({ services: 12_000, megabytes: '5.5' }), 'Loading 12,000 services (5.5 MB)…'],
  [copyLoading.reading({ done: 4_500, services: 12_000 }), 'Reading 4,500 of 12,000 services…'],
])('says how far a copy of the site has loaded its services: %s', (words, text) => {
  expect(words).toBe(text);
});
