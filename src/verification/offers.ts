import type { Offer } from '../domain/offer.ts';
import type { OfferStanding, OfferStandings } from '../domain/offer-standing.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printOffer } from '../domain/service-file.ts';
import { isCompared } from '../domain/verdict.ts';
import type { Examination } from './examine.ts';

/** What one check found of offers, by what each declares (`printOffer`). */
export type OfferExaminations = ReadonlyMap<string, Examination>;

/** What is known of the offers that a service declares, after a check of some of them. */
export function advanceOffers(
  { offers = [] }: Pick<DeclaredService, 'offers'>,
  before: OfferStandings,
  found: OfferExaminations,
  at: Date,
): OfferStandings {
  if (offers.length === 0 && before.size === 0) return before;

  return new Map(
    offers.flatMap((offer) => {
      const key = printOffer(offer);
      const [known, examination] = [before.get(key), found.get(key)];
      const now = examination ? advanceOffer(offer, known, examination, at) : known;
      return now ? [[key, now] as const] : [];
    }),
  );
}

/** Blocked checks change nothing, and only readable terms say whether an offer is still as it was seen. */
function advanceOffer(
  { network }: Offer,
  before: OfferStanding | undefined,
  { verdict, detail, fields }: Examination,
  checkedAt: Date,
): OfferStanding {
  if (verdict === 'blocked' && before) return { ...before, checkedAt };
  if (isCompared(verdict)) {
    return { verdict, detail, checkedAt, fields, seenOn: verdict === 'verified' ? network : null };
  }

  return { verdict, detail, checkedAt, fields: before?.fields ?? [], seenOn: before?.seenOn ?? null };
}
