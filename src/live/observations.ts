import { type Assets, knownAssets } from '../domain/asset.ts';
import {
  type CheckFacts,
  type Facts,
  noBuyers,
  noFacts,
  notCounted,
  type Payments,
  shownPayments,
} from '../domain/facts.ts';
import { effectiveTerms } from '../domain/effective-terms.ts';
import { chainsAmong } from '../domain/network.ts';
import { noOutcomes } from '../domain/outcome.ts';
import type { DeclaredService, DeclaredTerms, Observed } from '../domain/service.ts';
import { printOffer } from '../domain/service-file.ts';
import { type Entry, unobservedEntry } from '../domain/snapshot.ts';
import { subjectOf } from '../domain/subject.ts';
import { differencesOf } from '../verification/differences.ts';
import { trust } from '../verification/trust.ts';
import { uptimePercent } from '../verification/uptime.ts';
import type { CountedPayments } from './counted-payments.ts';
import type { CheckStore } from './ports.ts';
import type { StatedOutcomes } from './stated-outcomes.ts';

/** Derives what the catalog shows of a service from all facts about it, beside what it declares. Nothing else makes an `Observed`. */
export function observedOf(facts: Facts, declared: DeclaredTerms, assets: Assets = knownAssets): Observed {
  const { standing, window } = facts;
  const payments = shownPayments(facts);
  const differences = differencesOf(declared, standing, assets);

  return {
    status: standing.status,
    trustScore: trust(facts).score,
    uptimeScore: uptimePercent(window) ?? 0,
    lastChecked: standing.checkedAt?.toISOString() ?? null,
    txCount: payments.txCount,
    totalRevenue: Number(payments.revenue),
    attribution: payments.attribution,
    chains: withEffective(shownChains(facts), declared, differences),
    differences,
    facts,
  };
}

const noChains: readonly string[] = [];

/** The chains that a service shows: those of its standing, while that is good for any, and those of its offers. */
function shownChains({ standing: { status, chains }, offers }: Facts): readonly string[] {
  const own = status === 'unverified' ? noChains : chains;
  if (offers.size === 0) return ruled(own);

  return ruled([...own, ...[...offers.values()].flatMap(({ seenOn }) => seenOn ?? [])]);
}

/** The same with the network that buyers are asked to pay on, where that is another one than the declared. */
function withEffective(
  chains: readonly string[],
  declared: DeclaredTerms,
  differences: Observed['differences'],
): readonly string[] {
  const { network, differs } = effectiveTerms({ declared, observed: { differences } });

  return differs.network ? ruled([...chains, network]) : chains;
}

/** Applies the rules about chains to what was stored before the rules existed. Mostly this is the given list, so that no second one takes memory. */
function ruled(chains: readonly string[]): readonly string[] {
  const now = chainsAmong(chains);

  return now.join() === chains.join() ? chains : now;
}

/** The part of an observation that outlives a change of the declaration: no checks and buyers of another subject, no former offers. */
export function observedAfter(
  { declared: before, observed }: Entry,
  declared: DeclaredService,
  assets: Assets = knownAssets,
): Observed {
  const { facts } = observed;
  if (subjectOf(before) !== subjectOf(declared)) {
    return observedOf({ ...noFacts, payments: withoutBuyers(facts.payments) }, declared, assets);
  }

  const now = withoutFormerOffers(facts, declared);
  if (now !== facts) return observedOf(now, declared, assets);

  const differences = differencesOf(declared, facts.standing, assets);
  const isSame = JSON.stringify(differences) === JSON.stringify(observed.differences);
  return isSame ? observed : observedOf(facts, declared, assets);
}

function withoutBuyers(payments: Payments): Payments {
  return { ...payments, buyers: payments.buyers && noBuyers };
}

export function withoutFormerOffers<Known extends Pick<Facts, 'offers'>>(
  known: Known,
  { offers = [] }: Pick<DeclaredService, 'offers'>,
): Known {
  const declared = new Set(offers.map(printOffer));
  const remaining = [...known.offers].filter(([offer]) => declared.has(offer));

  return remaining.length === known.offers.size ? known : { ...known, offers: new Map(remaining) };
}

/** Where to read what is remembered about services. */
export interface Memory {
  readonly checks: Pick<CheckStore, 'facts'>;
  /** Absent where nobody asks for payments. */
  readonly counted?: Pick<CountedPayments, 'isAny' | 'of'>;
  /** Absent where nobody asks what buyers say. */
  readonly stated?: Pick<StatedOutcomes, 'ofAll'>;
  readonly assets?: Assets;
}

/** The entries of a snapshot: each service with what its checks found, its payments where these are counted, and what its buyers say. */
export async function observedServices(
  services: readonly DeclaredService[],
  known: ReadonlyMap<string, CheckFacts>,
  { counted, stated, assets }: Omit<Memory, 'checks'> = {},
): Promise<Entry[]> {
  const paid = counted?.isAny ? await counted.of(services) : undefined;
  const said = await stated?.ofAll(services);

  return services.map((declared) => {
    const found = known.get(declared.id);
    const present = found && ofPresentSubject(found, declared);
    const payments = paid?.get(declared.id) ?? notCounted;
    const outcomes = said?.get(declared.id) ?? noOutcomes;
    if (!present && payments === notCounted && outcomes === noOutcomes) return unobservedEntry(declared);

    const facts = { ...(present ?? noFacts), payments, outcomes };
    return { declared, observed: observedOf(facts, declared, assets) };
  });
}

/** The results of checks, unless they were about another subject. */
function ofPresentSubject(found: CheckFacts, service: DeclaredService): CheckFacts | undefined {
  if (found.subject !== subjectOf(service)) return undefined;

  return found.offers.size === 0 ? found : withoutFormerOffers(found, service);
}
