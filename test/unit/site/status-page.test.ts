import { noFacts } from '../../../src/domain/facts.ts';
import fc from 'fast-check';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { listing } from '../../../src/site/catalog-listing.ts';
import { readSearch } from '../../../src/site/search-request.ts';
import { describe, expect, it } from 'vitest';
import { shareText, statusPage } from '../../../src/site/status-page.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { anEntry, checksFound } from '../../fixtures/services.ts';
import type { CatalogPayments } from '../../../src/views/catalog-payments.ts';
import { at, catalogOf, historyOf, numbered } from '../../fixtures/site-catalog.ts';
import { caseCount } from '../../support/cases.ts';

const hoursAgo = (hours: number): string => new Date(at.getTime() - hours * 3_600_000).toISOString();

it('counts services by their state, each with its list, and by the age of their last check', async () => {
  const seen = (verdict: Verdict, lastChecked: string, place: number) =>
    anEntry(
      { endpoint: `https://a${String(place)}.example.com` },
      { lastChecked, facts: { ...noFacts, ...checksFound(verdict) } },
    );
  const catalog = catalogOf([
    ...numbered(2),
    seen('verified', hoursAgo(0.5), 1),
    seen('price_mismatch', hoursAgo(3), 2),
    seen('payto_mismatch', hoursAgo(50), 3),
  ]);

  const page = await statusPage(catalog);
  expect(page).toMatchObject({
    total: 5,
    freshness: [{ count: 1 }, { count: 1 }, { count: 1 }],
    newestCheck: hoursAgo(0.5),
  });
  expect(page.states.map(({ state, count, share }) => [state, count, share])).toEqual([
    ['verified', 1, '20 %'],
    ['price_differs', 1, '20 %'],
    ['terms_differ', 1, '20 %'],
    ['varies', 0, null],
    ['uncheckable', 0, null],
    ['unchecked', 2, '40 %'],
    ['down', 0, null],
  ]);
  expect(page.states[1]?.href).toBe('/search?state=price_differs');
});

it('has the count of each list it links to, which add up to the catalog, whatever was found', async () => {
  await fc.assert(
    fc.asyncProperty(catalogs(20), async (entries) => {
      const catalog = catalogOf(entries);
      const { states, total } = await statusPage(catalog);

      for (const { href, count } of states) {
        const request = readSearch(new URL(href, 'https://tollbook.example').searchParams);
        expect((await listing(catalog, request)).total).toBe(count);
      }
      expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    }),
    { numRuns: caseCount(20) },
  );
});

describe('the payments of the catalog', () => {
  const week = { main: 0, test: 0 };
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

    expect(await paymentsIn({ networks, sums, week })).toEqual({
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
    expect(await paymentsIn({ networks: [], sums: [], week })).toMatchObject({ count: null, networks: [] });
  });

  it('are 0 where a network is counted and nothing was paid', async () => {
    expect(
      await paymentsIn({ networks: [{ id: 'eip155:8453', countedTo: null }], sums: [], week }),
    ).toMatchObject({
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
