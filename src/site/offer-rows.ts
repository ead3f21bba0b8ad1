import { offerOutcomes } from '#texts/offers.ts';
import { mismatchLabels } from '#texts/status.ts';
import type { Offer } from '../domain/offer.ts';
import type { Entry } from '../domain/snapshot.ts';
import { offerTerms } from '../domain/service.ts';
import { knownTerms, shown, type TermName } from '../views/known-service.ts';
import type { ObservedView, OfferView } from '../views/observed-terms.ts';
import { type ShownAmount, shownAmount } from './amount.ts';
import { shortMinute } from '../texts/formats.ts';
import { networkTitle } from './understood.ts';

/** An offer beside the main one, with the terms that a buyer will meet: the live ones where they differ from the declared ones. */
export interface OfferRow {
  readonly method: Offer['method'];
  /** Path below the endpoint; null for the endpoint itself. */
  readonly path: string | null;
  readonly network: { readonly title: string; readonly listed: string | null };
  readonly amount: ShownAmount;
  readonly differs: boolean;
  /** What the last check found. */
  readonly outcome: string;
  /** Why it is not as declared. */
  readonly detail: string | null;
  readonly checkedAt: { readonly timestamp: string; readonly text: string } | null;
}

export function offerRows({ declared }: Entry, { offers }: Pick<ObservedView, 'offers'>): OfferRow[] {
  return (declared.offers ?? []).flatMap((offer, place) => {
    const seen = offers[place];
    return seen ? [rowOf(seen, offerTerms(declared, offer))] : [];
  });
}

function rowOf(seen: OfferView, terms: ReturnType<typeof offerTerms>): OfferRow {
  const { method, path, verdict, detail, checkedAt, fields } = seen;
  const known = knownTerms(terms, fields);
  const { network } = known;

  return {
    method,
    path,
    network: {
      title: networkTitle(shown(network)),
      listed: network.agree === false ? networkTitle(network.declared) : null,
    },
    amount: shownAmount(known),
    differs: known.mismatch !== null,
    outcome: outcomeOf(verdict, known.mismatch),
    detail: verdict === 'verified' ? null : detail,
    checkedAt: checkedAt === null ? null : { timestamp: checkedAt, text: shortMinute(checkedAt) },
  };
}

/** Without an answer, what differed when there was one still counts. */
function outcomeOf(verdict: OfferView['verdict'], mismatch: TermName | null): string {
  if (verdict === null) return offerOutcomes.unchecked;
  if (mismatch !== null) return mismatchLabels[mismatch];

  return verdict === 'verified' ? offerOutcomes.verified : offerOutcomes.unseen;
}
