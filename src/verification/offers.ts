import type { Offer, OfferStanding, OfferStandings } from '../domain/offer.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printOffer } from '../domain/service-file.ts';
import { isCompared } from '../domain/verdict.ts';
import type { ProbeTarget } from '../domain/probe.ts';
import { dayMs } from '../domain/duration.ts';
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

/** A request that buyers send, and the offers that its answer speaks for. */
export interface OfferRoute {
  readonly target: ProbeTarget;
  readonly offers: readonly Offer[];
}

/** Routes that one check asks beside the main one. Where there are more, they take turns, and each has one a day. */
export const routesAtOnce = 4;

/** Stands for the variable parts of a path. */
export const exampleValue = 'example';

export function routesOf(declared: DeclaredService): OfferRoute[] {
  const asked = (declared.offers ?? []).map((offer) => ({ offer, target: targetOf(declared, offer) }));
  const routes = Map.groupBy(asked, ({ offer, target }) => `${offer.method} ${target.endpoint}`);

  return [...routes.values()].flatMap((group) =>
    group.slice(0, 1).map(({ target }) => ({ target, offers: group.map(({ offer }) => offer) })),
  );
}

/** The declared request says how to ask the endpoint itself, not what is below it. */
function targetOf({ endpoint, request = {} }: DeclaredService, { method, path }: Offer): ProbeTarget {
  if (path !== undefined) return { endpoint: endpoint + path.replaceAll(/\{\w+\}/g, exampleValue), method };

  return { ...((request.method ?? method) === method ? request : {}), endpoint, method };
}

/** Those first whose offers have waited longest for a check, and of new ones those that are declared first. */
export function longestFirst(routes: readonly OfferRoute[], known: OfferStandings): OfferRoute[] {
  const lastChecked = ({ offers }: OfferRoute): number =>
    Math.min(...offers.map((offer) => known.get(printOffer(offer))?.checkedAt.getTime() ?? 0));

  return routes.toSorted((a, b) => lastChecked(a) - lastChecked(b));
}

/** How many of these routes a check asks. */
export function routesPerCheck(count: number, intervalMs: number): number {
  return Math.max(routesAtOnce, Math.ceil((count * intervalMs) / dayMs));
}
