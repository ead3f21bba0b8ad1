import type { Entry } from '../../src/domain/snapshot.ts';
import { Search } from '../../src/search/search.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

export function catalogOf(entries: readonly Entry[]): SiteCatalog {
  const snapshot = aSnapshot(entries);
  return { snapshot, search: new Search(snapshot) };
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
