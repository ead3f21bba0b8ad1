import { uptimePercent } from '../verification/uptime.ts';
import { chainKey } from '../domain/network.ts';
import { supportedChains } from '../domain/service.ts';
import type { Status } from '../domain/status.ts';
import { excerpt } from './excerpt.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';

/** Where the index lies, which a browser searches when no server does. */
export const searchIndexFile = 'search-index.json';

/** One service, in as few bytes as will do: a list in this order. */
export type IndexedService = readonly [
  id: string,
  name: string,
  summary: string,
  category: string,
  price: string,
  currency: string,
  network: string,
  chains: readonly string[],
  status: Status,
  trustScore: number | null,
  uptime: number | null,
];

/** All that is needed to search a copy of the catalog on any static host. */
export interface SearchIndex {
  readonly categories: Readonly<Record<string, string>>;
  /** The most trusted first, as lists are. */
  readonly services: readonly IndexedService[];
}

const summaryLength = 100;

export function searchIndex({ snapshot, search }: SiteCatalog): SearchIndex {
  const { entries } = search.list({ limit: snapshot.size, offset: 0 });

  return {
    categories: Object.fromEntries(snapshot.categories.map(({ id, name }) => [id, name])),
    services: entries.map(({ declared, observed }): IndexedService => {
      const { id, name, description, category, pricing, x402Config } = declared;
      const isChecked = observed.lastChecked !== null;

      return [
        id,
        name,
        excerpt(description, summaryLength),
        category,
        pricing.pricePerRequest,
        pricing.currency,
        networkTitle(x402Config.network),
        supportedChains(declared, observed).map(chainKey),
        observed.status,
        isChecked ? observed.trustScore : null,
        uptimePercent(observed.facts.window),
      ];
    }),
  };
}
