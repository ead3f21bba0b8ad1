import { noFacts } from '../../src/domain/facts.ts';
import { unchecked } from '../../src/domain/standing.ts';
import { expect, it } from 'vitest';
import { shareText, statusPage } from '../../src/site/status-page.ts';
import { anEntry } from '../fixtures/services.ts';
import { at, catalogOf, numbered } from './catalog.ts';

const hoursAgo = (hours: number): string => new Date(at.getTime() - hours * 3_600_000).toISOString();

it('counts services by their status, and by the age of their last check', () => {
  const catalog = catalogOf([
    ...numbered(2),
    anEntry({ endpoint: 'https://a.example.com' }, { status: 'verified', lastChecked: hoursAgo(0.5) }),
    anEntry({ endpoint: 'https://b.example.com' }, { status: 'inactive', lastChecked: hoursAgo(3) }),
    anEntry({ endpoint: 'https://c.example.com' }, { status: 'inactive', lastChecked: hoursAgo(50) }),
  ]);

  expect(statusPage(catalog)).toMatchObject({
    total: 5,
    statuses: [
      { status: 'verified', count: 1 },
      { status: 'unverified', count: 2 },
      { status: 'inactive', count: 2 },
    ],
    neverChecked: 2,
    freshness: [{ count: 1 }, { count: 1 }, { count: 1 }],
    newestCheck: hoursAgo(0.5),
  });
});

it('counts the services whose live terms differ from the declared ones', () => {
  const standing = { ...unchecked, verdict: 'price_mismatch' } as const;
  const mismatched = anEntry({}, { facts: { ...noFacts, standing } });

  expect(statusPage(catalogOf([mismatched, ...numbered(2)])).mismatched).toBe(1);
});

it.each([
  [0, 1000, '0 %'],
  [1, 1000, '1 %'],
  [999, 1000, '99 %'],
  [1000, 1000, '100 %'],
  [0, 0, '0 %'],
])('writes %i of %i as %s', (count, total, expected) => {
  expect(shareText(count, total)).toBe(expected);
});
