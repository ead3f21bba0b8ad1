import { noFacts } from '../../src/domain/facts.ts';
import type { FieldComparison } from '../../src/domain/payment-terms.ts';
import type { Entry } from '../../src/domain/snapshot.ts';
import { emptyHistory } from '../../src/live/service-history.ts';
import { Search } from '../../src/search/search.ts';
import type { SiteHistory } from '../../src/site/history.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { uptimePercent } from '../../src/verification/uptime.ts';
import type { ChecksView } from '../../src/views/checks.ts';
import { knownAssets } from '../../src/domain/asset.ts';
import { description } from '../fixtures/described-api.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

export const at = new Date('2026-02-01T12:00:00.000Z');

export function catalogOf(
  entries: readonly Entry[],
  history: SiteHistory = emptyHistory(() => at),
): SiteCatalog {
  const snapshot = aSnapshot(entries);
  const search = new Search(snapshot);
  const understand = (text: string) => search.understand(text);

  return { snapshot, search, understand, history, assets: knownAssets, at, api: description };
}

type TimedDay = Omit<ChecksView['days'][number], 'uptime'>;

/** Terms whose price differs from the declared one. */
export const otherPrice: readonly FieldComparison[] = [
  { field: 'price', declared: '0.001', observed: '0.5', match: false },
  { field: 'network', declared: 'eip155:84532', observed: 'eip155:84532', match: true },
  { field: 'asset', declared: null, observed: null, match: null },
];

/** Terms that equal the declared ones. */
export const sameTerms: readonly FieldComparison[] = [
  { field: 'price', declared: '0.001', observed: '0.001', match: true },
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
    observed: () =>
      Promise.resolve({
        id: 'id',
        verdict: 'price_mismatch',
        detail: 'The live price is "0.5".',
        checkedAt: at.toISOString(),
        since: at.toISOString(),
        readAt: at.toISOString(),
        method: 'GET',
        fields: [...fields],
        accepts: [],
        remarks: [],
      }),
    checks: () =>
      Promise.resolve({
        id: 'id',
        days: days.map((day) => ({ ...day, uptime: uptimePercent(day) })),
        latest: [],
      }),
    payments: (entry) => emptyHistory(() => at).payments(entry, 30),
    dayCounts: () => Promise.resolve(days),
  };
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
  const window = { ...noFacts.window, days: 1, checks: 24, ok: 24 };
  return anEntry(declared, { lastChecked: at.toISOString(), facts: { ...noFacts, window }, ...observed });
}

/** An entry whose checks were all blocked. */
export function aBlockedEntry(): Entry {
  return anEntry({}, { lastChecked: at.toISOString() });
}
