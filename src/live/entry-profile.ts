import type { Assets } from '../domain/asset.ts';
import {
  networkText,
  priceText,
  type Profile,
  profileOf,
  type SeenProfile,
  unseen,
} from '../domain/profile.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { stateOf } from '../domain/state.ts';
import { judge } from '../verification/judge.ts';
import { isSettled } from '../verification/varying.ts';
import { termsIn } from '../verification/terms-key.ts';
import { priced } from '../verification/terms.ts';

const longestWallet = 255;

/** The profile of an entry for feeds. */
export function profileOfEntry(entry: Entry, assets: Assets): Profile {
  const seen = isSettled(entry.observed.facts.standing)
    ? { state: stateOf(entry), ...liveTerms(entry, assets) }
    : unseen;

  const { verdict } = entry.observed.facts.outcomes;

  return profileOf(entry.declared, verdict === 'too_few' ? seen : { ...seen, outcomes: verdict });
}

/** The live terms that come nearest to the declared ones, in the words of the declaration where they are the same. */
function liveTerms({ declared, observed }: Entry, assets: Assets): Omit<SeenProfile, 'state'> {
  const { termsKey } = observed.facts.standing;
  const terms =
    termsKey === null || stateOf({ declared, observed }) === 'varies' ? undefined : termsIn(termsKey);
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
    livePrice: price?.observed ? priceText(shownPrice(price, declared), currency) : null,
    liveNetwork: network?.observed ? networkText(network.observed) : null,
    liveWallet: at === null ? null : shownText(at, longestWallet),
  };
}

/** A live price that fits the declared one is recorded as that: where the price varies, each check reads another. */
function shownPrice({ observed, match }: FieldComparison, { pricing }: DeclaredTerms): string {
  return match === true || observed === null ? pricing.pricePerRequest : observed;
}
