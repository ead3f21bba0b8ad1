import { groupThousands } from '../formats.ts';
import type { Worded } from '../worded.ts';

interface Price {
  /** As a person would say it: `0.4 US cents`. */
  readonly inWords: string;
  /** Of 1,000 requests, in the currency. */
  readonly perThousand: string;
  readonly currency: string;
  /** How many requests one unit of the currency buys. */
  readonly forOne?: string | undefined;
}

/** The price and the terms of payment of a service. */
export const priceCard = {
  label: 'Price and payment',
  perRequest: 'per request',
  free: 'Free of charge.',
  cost: ({ inWords, perThousand, currency, forOne }: Price): string =>
    `${inWords} each; ${perThousand} ${currency} for 1,000 requests${forOne === undefined ? '' : `, ${forOne} for 1 ${currency}`}.`,
  freeQuota: 'Free quota',
  freeRequests: (quota: number | undefined): string => {
    if (quota === undefined) return 'None declared';
    return quota === 1 ? '1 request' : `${groupThousands(quota)} requests`;
  },
  network: 'Network',
  testnet: 'A test network: its tokens are worth nothing.',
  alsoAccepts: 'Also accepts',
  takes: 'Takes',
  alsoTakes: 'Also takes',
  wallet: 'Wallet',
  walletToCopy: 'wallet address',
  explorer: 'See it on the explorer',
  samePayee: 'All services paid to it',
  endpoint: 'Endpoint',
  endpointToCopy: 'endpoint',
  sameHost: 'All services of its host',
  liveTerms: 'Live terms',
  seen: <T>(time: T): Worded<T> => ['seen ', time],
};

/** What stands around the calculator. */
export const costOfCalls = { caption: 'Cost of calls', calls: 'Calls', cost: 'Cost' };

export function freeQuotaSentence(freeQuota: number): string {
  return freeQuota === 1
    ? 'The first call is free, as its owner declares.'
    : `The first ${groupThousands(freeQuota)} calls are free, as its owner declares.`;
}
