import type { Entry } from '../domain/snapshot.ts';
import { findNetwork } from '../domain/network.ts';
import { stateOf } from '../domain/state.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What the quick starts search for. */
export interface GuideExample {
  /** Letters, digits and spaces only: they stand in commands that readers copy. */
  readonly words: string;
  /** Short name of the network. */
  readonly chain: string;
}

/** For catalogs whose chains are public. It names no seller, since that would be an advertisement. */
export const usualExample: GuideExample = { words: 'rain radar', chain: 'base-sepolia' };

/** The commands ask for no more than a cent. */
const maxPrice = 0.01;

/** The most trusted of the services that a reader can buy from on a chain of this machine, as in the demo; null where there is none. */
export function localExample({
  snapshot,
  localNetworks = new Set(),
}: Pick<SiteCatalog, 'localNetworks'> & {
  readonly snapshot: { entries(): Iterable<Entry> };
}): GuideExample | null {
  let best: Entry | undefined;
  for (const entry of localNetworks.size > 0 ? snapshot.entries() : []) {
    const { pricing, x402Config } = entry.declared;
    const { verdict } = entry.observed.facts.outcomes;
    const isFit =
      localNetworks.has(findNetwork(x402Config.network)?.caip2 ?? '') &&
      stateOf(entry) === 'verified' &&
      (verdict === 'delivers' || verdict === 'too_few') &&
      pricing.currency === 'USDC' &&
      Number(pricing.pricePerRequest) <= maxPrice;
    if (isFit && entry.observed.trustScore > (best?.observed.trustScore ?? -1)) best = entry;
  }
  if (!best) return null;

  const { id, x402Config } = best.declared;
  return { words: wordsOf(id), chain: findNetwork(x402Config.network)?.name ?? usualExample.chain };
}

/** An id is the folded name and eight random characters, so nothing in it can mean anything to a shell. */
function wordsOf(id: string): string {
  return id.replace(/-\w{8}$/, '').replaceAll('-', ' ');
}
