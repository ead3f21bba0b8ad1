import { noFacts, type Payments } from '../../src/domain/facts.ts';
import type { FieldComparison } from '../../src/domain/payment-terms.ts';
import type { Status } from '../../src/domain/status.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { stateOf } from '../../src/domain/state.ts';
import type { Entry } from '../../src/domain/snapshot.ts';
import { emptyHistory } from '../../src/live/service-history.ts';
import { Search } from '../../src/search/search.ts';
import type { SiteHistory } from '../../src/site/history.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { uptimePercent } from '../../src/verification/uptime.ts';
import type { ChecksView } from '../../src/views/checks.ts';
import type { PaymentsView } from '../../src/views/payments.ts';
import { knownAssets } from '../../src/domain/asset.ts';
import { description } from '../fixtures/described-api.ts';
import { wallet } from '../fixtures/registrations.ts';
import { anEntry, aSnapshot, checksFound } from '../fixtures/services.ts';
import { anMpp } from '../verification/rails/challenges.ts';

export const at = new Date('2026-02-01T12:00:00.000Z');

export function catalogOf(
  entries: readonly Entry[],
  history: SiteHistory = emptyHistory(() => at),
): SiteCatalog {
  const snapshot = aSnapshot(entries);
  const search = new Search(snapshot);
  const understand: SiteCatalog['understand'] = (...text) => search.understand(...text);

  const known = { assets: knownAssets, catalogName: 'tollbook', readNews: () => Promise.resolve([]) };
  return { snapshot, search, understand, history, ...known, at, api: description };
}

type TimedDay = Omit<ChecksView['days'][number], 'uptime' | 'verified' | 'blocked'>;

/** Terms whose price differs from the declared one. */
export const otherPrice: readonly FieldComparison[] = [
  { field: 'price', declared: '0.001', observed: '0.5', match: false },
  { field: 'payTo', declared: wallet, observed: wallet, match: true },
  { field: 'network', declared: 'eip155:84532', observed: 'eip155:84532', match: true },
  { field: 'asset', declared: null, observed: null, match: null },
];

/** Terms that equal the declared ones. */
export const sameTerms: readonly FieldComparison[] = [
  { field: 'price', declared: '0.001', observed: '0.001', match: true },
  { field: 'payTo', declared: wallet, observed: wallet, match: true },
  { field: 'asset', declared: 'USDC', observed: 'USDC', match: true },
];

/** A day on which every check was answered. */
export const measuredDays: readonly TimedDay[] = [
  { date: '2026-02-01', checks: 24, ok: 24, p50Ms: 100, p95Ms: 200 },
];

/** A history in which every service has these days. */
export function historyOf(
  days: readonly TimedDay[],
  fields: readonly FieldComparison[] = otherPrice,
): SiteHistory {
  return {
    countedNetworks: new Set(),
    catalogPayments: () => Promise.resolve({ networks: [], sums: [], week: { main: 0, test: 0 } }),
    observed: (entry) =>
      Promise.resolve({
        id: 'id',
        state: stateOf(entry),
        verdict: 'price_mismatch',
        detail: 'The live price is "0.5".',
        checkedAt: at.toISOString(),
        since: at.toISOString(),
        readAt: at.toISOString(),
        method: 'GET',
        fields: [...fields],
        accepts: [],
        rails: [],
        request: null,
        remarks: [],
        proof: null,
        offers: [],
      }),
    checks: () =>
      Promise.resolve({
        id: 'id',
        days: days.map((day) => ({ ...day, verified: day.ok, blocked: 0, uptime: uptimePercent(day) })),
        terms: [],
        latest: [],
      }),
    payments: (entry) => emptyHistory(() => at).payments(entry, 30),
    paymentsTo: () => Promise.resolve({ payers: 0, isShared: false, sums: [] }),
    dayCounts: () => Promise.resolve(days),
  };
}

/** What the chain shows of a service on Base Sepolia. */
export function paymentsOf(overrides: Partial<PaymentsView> = {}): PaymentsView {
  return {
    id: 'id',
    counted: true,
    attribution: 'service',
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    wallet: '0xa1',
    currency: 'USDC',
    txCount: 1200,
    totalRevenue: 1200.5,
    uniquePayers: 40,
    largestPayerShare: 0.25,
    sharedWith: 0,
    flags: [],
    days: [
      { date: '2026-01-31', txCount: 3, revenue: '0.003', payers: 2 },
      { date: '2026-02-01', txCount: 1, revenue: '0.001', payers: 1 },
    ],
    recent: [
      {
        network: 'eip155:84532',
        tx: `0x${'7'.repeat(64)}`,
        at: '2026-02-01T11:00:00.000Z',
        amount: '0.001',
        payer: `0x${'b'.repeat(40)}`,
      },
    ],
    countedFrom: { block: 1, at: '2026-01-02T00:00:00.000Z' },
    countedTo: { block: 9, at: '2026-02-01T11:59:00.000Z' },
    ...overrides,
  };
}

/** A history without checks, in which every service has these payments. */
export function counting(
  payments: Partial<PaymentsView> = {},
  networks: readonly string[] = ['eip155:84532'],
): SiteHistory {
  return {
    ...historyOf([], []),
    countedNetworks: new Set(networks),
    payments: () => Promise.resolve(paymentsOf(payments)),
  };
}

/** An entry whose payments were counted: 1,200 by 40 wallets, unless told otherwise. */
export function aPaidEntry(
  payments: Partial<Payments> = {},
  ...[declared, observed]: Parameters<typeof anEntry>
): Entry {
  const known: Payments = {
    attribution: 'service',
    sharedWith: 0,
    txCount: 1200,
    revenue: '1200.5',
    uniquePayers: 40,
    largestPayerShare: 0.25,
    flags: [],
    buyers: 40,
    ...payments,
  };
  const { attribution, txCount } = known;

  return anEntry(declared, {
    attribution,
    txCount,
    totalRevenue: Number(known.revenue),
    facts: { ...anEntry(declared, observed).observed.facts, payments: known },
    ...observed,
  });
}

/** This many services of one category. */
export function numbered(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) =>
    anEntry({
      name: `No ${String(index)}`,
      endpoint: `https://api.example.com/${String(index)}`,
      category: 'ai-inference',
    }),
  );
}

/** An entry whose checks were all answered. */
export function aCheckedEntry(...[declared, observed]: Parameters<typeof anEntry>): Entry {
  return anEntry(declared, {
    status: 'verified',
    lastChecked: at.toISOString(),
    facts: { ...noFacts, ...checksFound('verified') },
    ...observed,
  });
}

/** An entry whose last check gave this verdict. */
export function anEntryFound(
  verdict: Verdict,
  declared: Parameters<typeof anEntry>[0] = {},
  status?: Status,
): Entry {
  const facts = { ...noFacts, ...checksFound(verdict, status) };
  return anEntry(declared, { status: facts.standing.status, lastChecked: at.toISOString(), facts });
}

/** An entry that asks for payment by MPP, and not by x402. */
export function anEntryByMpp(): Entry {
  const { declared, observed } = anEntryFound('not_402');
  const { window } = observed.facts;

  return {
    declared,
    observed: { ...observed, facts: { ...observed.facts, rails: [anMpp], window: { ...window, checks: 0 } } },
  };
}

/** An entry whose checks were all blocked. */
export function aBlockedEntry(): Entry {
  return anEntryFound('blocked');
}
