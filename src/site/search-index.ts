import { chainKey, findNetwork, isTestnet } from '../domain/network.ts';
import { supportedChains } from '../domain/service.ts';
import type { Reason, State } from '../domain/state.ts';
import type { Status } from '../domain/status.ts';
import type { VaryingPrice } from '../domain/varying-price.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import { excerpt, shownAddress } from '../texts/formats.ts';
import { knownOf } from './known-services.ts';
import { listedAmount } from './amount.ts';
import type { SiteCatalog } from './site-catalog.ts';
import type { ListedPayments } from './status-labels.ts';
import { networkTitle } from './understood.ts';

/** The index that browsers search in a static copy, which has no server. */
export const searchIndexFile = 'search-index.json';

/** One service as a tuple, to save bytes. */
export type IndexedService = readonly [
  id: string,
  name: string,
  summary: string,
  category: string,
  /** The declared price; the highest of one that varies. */
  price: string,
  currency: string,
  network: string,
  chains: readonly string[],
  status: Status,
  trustScore: number | null,
  uptime: number | null,
  state: State,
  reason: Reason | null,
  /** Payments, and whose they are; null where nobody counts them. */
  payments: readonly [txCount: number, attribution: ListedPayments['attribution']] | null,
  isDeprecated: 0 | 1,
  /** Whether it takes payment on a network that is no test network. */
  isOnMainnet: 0 | 1,
  hasFreeRequests: 0 | 1,
  isTestnet: 0 | 1,
  /** Host and path of the endpoint. */
  address: string,
  /** The live price where it differs from the declared one, by which the copy filters and sorts then; null where the live token is unknown. */
  asked?: Asked | null,
  /** How the price varies, where it does. */
  varies?: VaryingPrice,
];

/** Everything needed to search a copy of the catalog on a static host. */
export interface SearchIndex {
  readonly categories: Readonly<Record<string, string>>;
  /** Most trusted first, as in lists. */
  readonly services: readonly IndexedService[];
}

const summaryLength = 100;

export async function searchIndex(catalog: SiteCatalog): Promise<SearchIndex> {
  const { snapshot, search } = catalog;
  const { entries } = await search.list({ limit: snapshot.size, offset: 0 });

  return {
    categories: Object.fromEntries(snapshot.categories.map(({ id, name }) => [id, name])),
    services: await Promise.all(
      entries.map(async (entry): Promise<IndexedService> => {
        const { declared, observed } = entry;
        const { id, name, description, category, endpoint } = declared;
        const known = await knownOf(entry, catalog);
        const chains = supportedChains(declared, observed);
        const { price, token, network, trustScore, uptime, state, reason, payments } = known;

        return [
          id,
          name,
          excerpt(description, summaryLength),
          category,
          price.declared,
          token.declared,
          networkTitle(shown(network)),
          chains.map(chainKey),
          observed.status,
          trustScore,
          uptime,
          state,
          reason,
          payments && [payments.txCount, payments.attribution],
          declared.deprecated ? 1 : 0,
          chains.every(isTestnet) ? 0 : 1,
          (declared.pricing.freeQuota ?? 0) > 0 ? 1 : 0,
          findNetwork(shown(network))?.testnet === true ? 1 : 0,
          shownAddress(endpoint),
          ...askedElse(known),
        ];
      }),
    ),
  };
}

type Asked = readonly [price: string, currency: string];

/** The last members of the tuple; empty when they are left out. */
function askedElse(known: KnownService): [] | [asked: Asked | null] | [asked: Asked, varies: VaryingPrice] {
  const { asked, varies } = known;
  if (asked === null) return [null];
  if (varies !== null) return [[asked.price, asked.currency], varies];

  return listedAmount(known) === null ? [] : [[asked.price, asked.currency]];
}
