import { noFacts } from '../../src/domain/facts.ts';
import { unchecked } from '../../src/domain/standing.ts';
import { describe, expect, it } from 'vitest';
import { shareText, statusPage } from '../../src/site/status-page.ts';
import { anEntry } from '../fixtures/services.ts';
import type { CatalogPayments } from '../../src/views/catalog-payments.ts';
import { at, catalogOf, historyOf, numbered } from './catalog.ts';

const hoursAgo = (hours: number): string => new Date(at.getTime() - hours * 3_600_000).toISOString();

it('counts services by their status, and by the age of their last check', async () => {
  const catalog = catalogOf([
    ...numbered(2),
    anEntry({ endpoint: 'https://a.example.com' }, { status: 'verified', lastChecked: hoursAgo(0.5) }),
    anEntry({ endpoint: 'https://b.example.com' }, { status: 'inactive', lastChecked: hoursAgo(3) }),
    anEntry({ endpoint: 'https://c.example.com' }, { status: 'inactive', lastChecked: hoursAgo(50) }),
  ]);

  expect(await statusPage(catalog)).toMatchObject({
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

it('counts the services whose live terms differ from the declared ones', async () => {
  const standing = { ...unchecked, verdict: 'price_mismatch' } as const;
  const mismatched = anEntry({}, { facts: { ...noFacts, standing } });

  expect((await statusPage(catalogOf([mismatched, ...numbered(2)]))).mismatched).toBe(1);
});

describe('the payments of the catalog', () => {
  const paymentsIn = async (payments: CatalogPayments) =>
    (await statusPage(catalogOf([], { ...historyOf([]), catalogPayments: () => Promise.resolve(payments) })))
      .payments;

  it('are one number, with the revenue of test networks apart, and how far each network is counted', async () => {
    const countedTo = at.toISOString();
    const sums = [
      { currency: 'USDC', isTestnet: false, txCount: 1200, revenue: '1200.5' },
      { currency: 'EURC', isTestnet: false, txCount: 1, revenue: '0.02' },
      { currency: 'USDC', isTestnet: true, txCount: 3, revenue: '0.003' },
    ];
    const networks = [
      { id: 'eip155:8453', countedTo },
      { id: 'eip155:84532', countedTo: null },
    ];

    expect(await paymentsIn({ networks, sums })).toEqual({
      count: '1,204 payments',
      revenue: ['0.02 EURC', '1,200.5 USDC'],
      testRevenue: ['0.003 USDC'],
      networks: [
        { title: 'Base', countedTo },
        { title: 'Base Sepolia', countedTo: null },
      ],
    });
  });

  it('are no number where no network is counted', async () => {
    expect(await paymentsIn({ networks: [], sums: [] })).toMatchObject({ count: null, networks: [] });
  });

  it('are 0 where a network is counted and nothing was paid', async () => {
    expect(await paymentsIn({ networks: [{ id: 'eip155:8453', countedTo: null }], sums: [] })).toMatchObject({
      count: '0 payments',
    });
  });
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
