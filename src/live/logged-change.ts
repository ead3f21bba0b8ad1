import { createHash } from 'node:crypto';
import type { Assets } from '../domain/asset.ts';
import type { ChangeKind } from '../domain/service-change.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { DeclaredService, DeclaredTerms } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { visibleDigest } from './visible-changes.ts';
import type { LoggedChange, LoggedService } from '../domain/logged-change.ts';
import { priced, termsIn } from '../verification/terms.ts';
import { isSettled } from '../verification/varying.ts';
import { judge } from '../verification/judge.ts';
import { stateOf } from '../domain/state.ts';
import { shownText } from '../domain/plain-text.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import {
  networkText,
  priceText,
  type Profile,
  profileOf,
  type SeenProfile,
  unseen,
} from '../domain/profile.ts';

interface Occasion {
  readonly at: Date;
  readonly commit: string;
}

/** A service as the change log records it. `assets`: the tokens with known units and currencies. */
export function loggedService(entry: Entry, assets: Assets): LoggedService {
  const { name, endpoint } = entry.declared;

  return { name, endpoint, ...digestsOf(entry), profile: profileOfEntry(entry, assets) };
}

/** By what the change log knows a service again. */
export function digestsOf(entry: Entry): { readonly digest: string; readonly seen: string } {
  return { digest: declarationDigest(entry.declared), seen: visibleDigest(entry) };
}

/** By what the change log knows a declaration again. */
export function declarationDigest(declared: DeclaredService): string {
  return createHash('sha256').update(printServiceFile(declared)).digest('hex');
}

export function changeOf(
  kind: Exclude<ChangeKind, 'deleted' | 'removed'>,
  { declared: { id, updatedBy } }: Entry,
  service: LoggedService,
  occasion: Occasion,
): LoggedChange {
  return { ...occasion, kind, id, service, by: kind === 'updated' ? updatedBy : undefined };
}

/** `service` is what was last noted of it; the tombstone is absent where none was found yet. */
export function deletionOf(
  id: string,
  service: LoggedService,
  tombstone: Tombstone | undefined,
  occasion: Occasion,
): LoggedChange {
  const kind = tombstone?.byOperator ? 'removed' : 'deleted';

  return { ...occasion, kind, id, service, reason: tombstone?.reason };
}

const longestWallet = 255;

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
