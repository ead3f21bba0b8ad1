import { expect, it } from 'vitest';
import { newestServices } from '../../src/site/newest.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

it('gives the services that were registered last, newest first', () => {
  const days = ['2026-01-03', '2026-01-01', '2026-01-04', '2026-01-02'];
  const entries = days.map((day) =>
    anEntry({ endpoint: `https://api.example.com/${day}`, createdAt: `${day}T00:00:00.000Z` }),
  );

  const newest = newestServices(aSnapshot(entries), 3);
  expect(newest.map(({ declared }) => declared.createdAt.slice(0, 10))).toEqual([
    '2026-01-04',
    '2026-01-03',
    '2026-01-02',
  ]);
});
