import type { Assets } from '../domain/asset.ts';
import type { Offer, OfferStandings } from '../domain/offer.ts';
import { ignoreCannotAsk, type ProbeResult } from '../domain/probe.ts';
import { type DeclaredService, offerTerms } from '../domain/service.ts';
import { printOffer } from '../domain/service-file.ts';
import { compareTerms, type Examination, examine } from '../verification/examine.ts';
import {
  longestFirst,
  type OfferExaminations,
  type OfferRoute,
  routesOf,
  routesPerCheck,
} from '../verification/offers.ts';
import type { Prober } from './ports.ts';

/** The answer to the main request of a service, and what can be read from it. */
interface Main extends Pick<ProbeResult, 'method'> {
  readonly seen: Examination;
}

interface Options {
  readonly prober: Prober;
  readonly assets?: Assets | undefined;
  /** The earlier results, which decide whose turn it is. */
  readonly known: OfferStandings;
  /** Time between two checks of a service. */
  readonly intervalMs: number;
}

/**
 * Examines the offers of a service. The main answer speaks for those on the main route. Of the other routes, the few that have waited longest
 * are asked, one after the other, unless the service blocks checks.
 */
export async function checkOffers(
  declared: DeclaredService,
  { method, seen }: Main,
  { prober, assets, known, intervalMs }: Options,
): Promise<OfferExaminations> {
  const isMain = ({ target }: OfferRoute): boolean =>
    target.endpoint === declared.endpoint && target.method === method;
  const routes = routesOf(declared);
  const others = longestFirst(
    routes.filter((route) => !isMain(route)),
    known,
  );

  const found = routes.filter(isMain).flatMap(({ offers }) => judged(offers, seen, declared));
  let left = seen.verdict === 'blocked' ? 0 : routesPerCheck(others.length, intervalMs);
  for (const { target, offers } of others) {
    if (left === 0) break;
    const result = await prober.probe(target, 'pass').catch(ignoreCannotAsk);
    if (!result) break;
    if ('deferredUntil' in result) continue;
    found.push(...judged(offers, examine(result, undefined, assets), declared));
    left -= 1;
  }
  return new Map(found);
}

function judged(
  offers: readonly Offer[],
  seen: Examination,
  declared: DeclaredService,
): (readonly [string, Examination])[] {
  return offers.map((offer) => [printOffer(offer), compareTerms(seen, offerTerms(declared, offer))]);
}
