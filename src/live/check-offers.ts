import type { Assets } from '../domain/asset.ts';
import type { Offer } from '../domain/offer.ts';
import type { OfferStandings } from '../domain/offer-standing.ts';
import type { ProbeResult, ProbeTarget } from '../domain/probe.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printOffer } from '../domain/service-file.ts';
import { compareTerms, type Examination, examine } from '../verification/examine.ts';
import { type OfferExaminations, offerTerms } from '../verification/offers.ts';
import type { Prober } from './ports.ts';
import { unlessUnasked } from './validate-endpoint.ts';

/** The answer to the main request of a service, and what can be read from it. */
interface Main extends Pick<ProbeResult, 'method'> {
  readonly seen: Examination;
}

interface Options {
  readonly prober: Prober;
  readonly assets?: Assets | undefined;
  /** What was found before, which says whose turn it is. */
  readonly known: OfferStandings;
  /** Time between two checks of a service. */
  readonly intervalMs: number;
}

/** A request that buyers send, and the offers that its answer speaks for. */
interface Route {
  readonly target: ProbeTarget;
  readonly offers: readonly Offer[];
}

const dayMs = 86_400_000;

/** Routes that one check asks beside the main one. Where there are more, they take turns, and each has one a day. */
const routesAtOnce = 4;

/** Stands for the variable parts of a path. */
const exampleValue = 'example';

/**
 * Examines the offers of a service. The main answer speaks for those on the main route. Of the other routes, the few that have waited longest
 * are asked, one after the other, unless the service keeps checks away.
 */
export async function checkOffers(
  declared: DeclaredService,
  { method, seen }: Main,
  { prober, assets, known, intervalMs }: Options,
): Promise<OfferExaminations> {
  const isMain = ({ target }: Route): boolean =>
    target.endpoint === declared.endpoint && target.method === method;
  const routes = routesOf(declared);
  const others = longestFirst(
    routes.filter((route) => !isMain(route)),
    known,
  );

  const found = routes.filter(isMain).flatMap(({ offers }) => judged(offers, seen, declared));
  let left = seen.verdict === 'blocked' ? 0 : routesFor(others.length, intervalMs);
  for (const { target, offers } of others) {
    if (left === 0) break;
    const result = await prober.probe(target, 'pass').catch(unlessUnasked);
    if (!result) break;
    if ('deferredUntil' in result) continue;
    found.push(...judged(offers, examine(result, undefined, assets), declared));
    left -= 1;
  }
  return new Map(found);
}

function routesOf(declared: DeclaredService): Route[] {
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
function longestFirst(routes: readonly Route[], known: OfferStandings): Route[] {
  const lastChecked = ({ offers }: Route): number =>
    Math.min(...offers.map((offer) => known.get(printOffer(offer))?.checkedAt.getTime() ?? 0));

  return routes.toSorted((a, b) => lastChecked(a) - lastChecked(b));
}

/** How many of these routes a check asks. */
function routesFor(count: number, intervalMs: number): number {
  return Math.max(routesAtOnce, Math.ceil((count * intervalMs) / dayMs));
}

function judged(
  offers: readonly Offer[],
  seen: Examination,
  declared: DeclaredService,
): (readonly [string, Examination])[] {
  return offers.map((offer) => [printOffer(offer), compareTerms(seen, offerTerms(declared, offer))]);
}
