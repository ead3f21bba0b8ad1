import type { Assets } from '../domain/asset.ts';
import { networkText, priceText, type Profile, profileOf, type SeenProfile } from '../domain/profile.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { type State, stateOf } from '../domain/state.ts';
import { judge } from '../verification/judge.ts';
import { termsIn } from '../verification/life-cycle.ts';
import { priced } from '../verification/terms.ts';

const longestWallet = 255;

/** What feeds for readers may tell of an entry. */
export function profileOfEntry(entry: Entry, assets: Assets): Profile {
  return profileOf(entry.declared, { state: settledState(entry), ...liveTerms(entry, assets) });
}

/**
 * The state as far as it is settled: a service that fails for less than a day may be back with the next check, and a feed that told of each
 * failure would tell of little else.
 */
function settledState(entry: Entry): State | null {
  const { failures, status } = entry.observed.facts.standing;

  return failures > 0 && status !== 'inactive' ? null : stateOf(entry);
}

/** The live terms that come nearest to the declared ones, in the words of the declaration where they are the same. */
function liveTerms({ declared, observed }: Entry, assets: Assets): Omit<SeenProfile, 'state'> {
  const { termsKey } = observed.facts.standing;
  const terms = termsKey === null ? undefined : termsIn(termsKey);
  if (!terms) return { livePrice: null, liveNetwork: null, liveWallet: null };

  const { pricing, x402Config } = declared;
  const { fields } = judge(
    declared,
    terms.map((each) => priced(each, assets)),
  );
  const [price, wallet, network, token] = (['price', 'payTo', 'network', 'asset'] as const).map((name) =>
    fields.find(({ field }) => field === name),
  );
  const isAsDeclared = price?.match === true && token?.match === true;
  const currency = isAsDeclared ? pricing.currency : (token?.observed ?? '');
  const at = wallet?.match === true ? x402Config.paymentAddress : (wallet?.observed ?? null);
  return {
    livePrice: price?.observed ? priceText(price.observed, currency) : null,
    liveNetwork: network?.observed ? networkText(network.observed) : null,
    liveWallet: at === null ? null : shownText(at, longestWallet),
  };
}
