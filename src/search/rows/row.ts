import { currencyOf } from '../../domain/currency.ts';
import { decimalKey } from '../../domain/decimal.ts';
import { effectiveTerms } from '../../domain/effective-terms.ts';
import { railNamesOf } from '../../domain/facts.ts';
import { filteredTexts, type TextFilter } from '../../domain/declared-fields.ts';
import { fold } from '../../domain/plain-text.ts';
import { chainKey, isTestnet } from '../../domain/network.ts';
import type { RailName } from '../../domain/rail.ts';
import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { type State, stateOf } from '../../domain/state.ts';
import type { Status } from '../../domain/status.ts';

/** What lists filter, sort and count services by. */
export interface Row {
  readonly id: string;
  /** Folded. */
  readonly name: string;
  readonly category: string;
  readonly host: string;
  /** As `supportedChains` gives them; one of those that differ only in letter case. */
  readonly chains: readonly string[];
  /** The chains as filters name them. */
  readonly chainKeys: readonly string[];
  /** Whether one of the chains is no test network. */
  readonly isOnMainnet: boolean;
  readonly status: Status;
  readonly state: State;
  /** In capitals, as filters name it, although a live token may have small letters. */
  readonly currency: string;
  /** What a buyer pays, as `decimalKey` gives it. */
  readonly price: string;
  readonly trustScore: number;
  /** Percent over the last 30 days; 0 where nothing was measured. */
  readonly uptime: number;
  /** How many were counted. */
  readonly payments: number;
  /** The share of payments, from 0 to 1, that at least was delivered; -1 where too few buyers say anything. */
  readonly delivered: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** -1 when the service declares none. */
  readonly freeQuota: number;
  readonly rails: readonly RailName[];
  /** What the filters by declared texts find of it. */
  readonly texts: Readonly<Record<TextFilter, readonly string[]>>;
}

/** What a row is made from: name, price and chains as they are shown. */
type RowFacts = Omit<Row, 'chainKeys' | 'isOnMainnet'>;

export function makeRow({ name, price, currency, chains: named, ...facts }: RowFacts): Row {
  const chains = withoutCase(named);

  return {
    ...facts,
    name: fold(name),
    price: decimalKey(price),
    currency: currencyOf(currency),
    chains,
    chainKeys: chains.map(chainKey),
    isOnMainnet: !chains.every(isTestnet),
  };
}

export function rowOf({ declared, observed }: Entry): Row {
  const { price, currency } = effectiveTerms({ declared, observed });

  return makeRow({
    price,
    currency,
    id: declared.id,
    name: declared.name,
    category: declared.category,
    host: new URL(declared.endpoint).hostname,
    chains: supportedChains(declared, observed),
    status: observed.status,
    state: stateOf({ declared, observed }),
    trustScore: observed.trustScore,
    uptime: observed.uptimeScore,
    payments: observed.txCount,
    delivered: observed.facts.outcomes.delivered?.low ?? -1,
    createdAt: Date.parse(declared.createdAt),
    freeQuota: declared.pricing.freeQuota ?? -1,
    rails: railNamesOf(observed.facts),
    texts: filteredTexts(declared),
  });
}

function withoutCase(chains: readonly string[]): string[] {
  return [...new Map(chains.map((chain) => [chainKey(chain), chain])).values()];
}
