import { findNetwork } from '../domain/network.ts';
import { supportedChains } from '../domain/service.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Status } from '../domain/status.ts';
import { isFree, perThousand } from './price.ts';
import { unpaidRequest } from './unpaid-request.ts';

/** Everything that the page of one service shows, and nothing else: its cache key is made from this. */
export interface ServicePage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly category: { readonly id: string; readonly name: string };
  readonly price: {
    readonly currency: string;
    readonly perRequest: string;
    readonly perThousand: string;
    readonly isFree: boolean;
    readonly freeQuota?: number;
  };
  readonly wallet: string;
  readonly network: NetworkName;
  readonly chains: readonly NetworkName[];
  readonly status: Status;
  readonly trustScore: number;
  /** Time of the last check; null before the first. */
  readonly lastChecked: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly unpaidRequest: string;
}

interface NetworkName {
  readonly title: string;
  readonly caip2: string;
  readonly isTestnet: boolean;
}

export function servicePage(
  { declared, observed }: Entry,
  categories: Pick<Snapshot, 'categoryName'>,
): ServicePage {
  const { id, name, description, endpoint, category, pricing, x402Config, createdAt, updatedAt } = declared;
  const { currency, pricePerRequest, freeQuota } = pricing;

  return {
    id,
    name,
    description,
    endpoint,
    category: { id: category, name: categories.categoryName(category) },
    price: {
      currency,
      perRequest: pricePerRequest,
      perThousand: perThousand(pricePerRequest),
      isFree: isFree(pricePerRequest),
      ...(freeQuota === undefined ? {} : { freeQuota }),
    },
    wallet: x402Config.paymentAddress,
    network: networkName(x402Config.network),
    chains: supportedChains(declared, observed).map(networkName),
    status: observed.status,
    trustScore: observed.trustScore,
    lastChecked: observed.lastChecked,
    createdAt,
    updatedAt,
    unpaidRequest: unpaidRequest(endpoint),
  };
}

function networkName(id: string): NetworkName {
  const { title, caip2, testnet } = findNetwork(id) ?? { title: id, caip2: id, testnet: false };

  return { title, caip2, isTestnet: testnet };
}
