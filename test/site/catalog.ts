import type { Entry } from '../../src/domain/snapshot.ts';
import { emptyHistory } from '../../src/live/no-checks.ts';
import { Search } from '../../src/search/search.ts';
import type { SiteHistory, TimedDay } from '../../src/site/history.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { description } from '../fixtures/described-api.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

export const at = new Date('2026-02-01T12:00:00.000Z');

export function catalogOf(
  entries: readonly Entry[],
  history: SiteHistory = emptyHistory(() => at),
): SiteCatalog {
  const snapshot = aSnapshot(entries);
  return { snapshot, search: new Search(snapshot), history, at, api: description };
}

/** A history in which every service was seen alike, on these days. */
export function historyOf(days: readonly TimedDay[]): SiteHistory {
  return {
    verdict: () => 'price_mismatch',
    trust: () => Promise.resolve({ score: 70, rated: true, components: [] }),
    observed: () =>
      Promise.resolve({
        verdict: 'price_mismatch',
        detail: 'The live price is "0.5".',
        checkedAt: at.toISOString(),
        since: at.toISOString(),
        readAt: at.toISOString(),
        fields: [
          { field: 'price', declared: '0.001', observed: '0.5', match: false },
          { field: 'network', declared: 'eip155:84532', observed: 'eip155:84532', match: true },
          { field: 'asset', declared: null, observed: null, match: null },
        ],
        accepts: [],
        remarks: [],
      }),
    checks: () => Promise.resolve({ days, latest: [] }),
    dayCounts: () => Promise.resolve(days),
  };
}

/** So many services of one category. */
export function numbered(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) =>
    anEntry({
      name: `No ${String(index)}`,
      endpoint: `https://api.example.com/${String(index)}`,
      category: 'ai-inference',
    }),
  );
}

/** An entry that was checked. */
export function aCheckedEntry(...[declared, observed]: Parameters<typeof anEntry>): Entry {
  return anEntry(declared, { lastChecked: at.toISOString(), ...observed });
}
