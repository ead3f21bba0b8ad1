import { type Facts, noFacts, notCounted } from '../domain/facts.ts';
import { chainsAmong } from '../domain/network.ts';
import { type DeclaredService, type Observed, unobserved } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Standing } from '../domain/standing.ts';
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
    const found = known.get(declared.id);
    const payments = paid?.get(declared.id) ?? notCounted;
    const isKnown = found !== undefined || payments !== notCounted;
    return { declared, observed: isKnown ? observedOf({ ...noFacts, ...found, payments }) : unobserved };
  });
}
