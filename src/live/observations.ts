import { type CheckFacts, type Facts, noFacts, notCounted } from '../domain/facts.ts';
import { chainsAmong } from '../domain/network.ts';
import { type DeclaredService, type Observed, unobserved } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Standing } from '../domain/standing.ts';
import { subjectOf } from '../domain/subject.ts';
import { trust } from '../verification/trust.ts';
import { uptimePercent, windowDays } from '../verification/uptime.ts';
import type { CountedPayments } from './counted-payments.ts';
import type { CheckStore } from './ports.ts';

/** Derives what the catalog shows of a service from all facts about it. Nothing else makes an `Observed`. */
export function observedOf(facts: Facts): Observed {
  const { standing, window, payments } = facts;

  return {
    status: standing.status,
    trustScore: trust(facts).score,
    uptimeScore: uptimePercent(window) ?? 0,
    lastChecked: standing.checkedAt?.toISOString() ?? null,
    txCount: payments.txCount,
    totalRevenue: Number(payments.revenue),
    attribution: payments.attribution,
    chains: shownChains(standing),
    facts,
  };
}

/** Applies the rules about chains to standings that were stored before the rules existed. */
function shownChains({ status, chains }: Standing): readonly string[] {
  return status === 'unverified' ? [] : chainsAmong(chains);
}

/** What stays of an observation when its service is declared anew: nothing that checks found of another subject. */
export function observedAfter({ declared: before, observed }: Entry, declared: DeclaredService): Observed {
  if (subjectOf(before) === subjectOf(declared)) return observed;

  return observedOf({ ...noFacts, payments: observed.facts.payments });
}

/** Where to read what is remembered about services. */
export interface Memory {
  readonly checks: Pick<CheckStore, 'facts'>;
  /** Absent where nobody asks for payments. */
  readonly counted?: Pick<CountedPayments, 'of'>;
}

/** The entries of a snapshot: each service with what is remembered about it. */
export async function observedServices(
  services: readonly DeclaredService[],
  { checks, counted }: Memory,
): Promise<Entry[]> {
  const known = await checks.facts(windowDays);
  const paid = await counted?.of(services);

  return services.map((declared) => {
    const found = ofPresentSubject(known.get(declared.id), declared);
    const payments = paid?.get(declared.id) ?? notCounted;
    const isKnown = found !== undefined || payments !== notCounted;
    return { declared, observed: isKnown ? observedOf({ ...noFacts, ...found, payments }) : unobserved };
  });
}

/** What checks found, unless it was about another subject; checks from before subjects were kept count. */
function ofPresentSubject(found: CheckFacts | undefined, declared: DeclaredService): CheckFacts | undefined {
  const subject = subjectOf(declared);

  return found && (found.subject ?? subject) === subject ? { ...found, subject } : undefined;
}
