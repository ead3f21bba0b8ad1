import type { CheckDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import { trust } from '../verification/trust.ts';
import { firstDay } from '../verification/uptime.ts';
import { type ChecksView, checksView } from '../views/checks.ts';
import { type ObservedView, observedView } from '../views/observed-terms.ts';
import { type TrustView, trustView } from '../views/trust.ts';
import type { CheckStore, Clock } from './ports.ts';

interface Dependencies {
  readonly checks: Pick<CheckStore, 'days' | 'latencyDays' | 'latest' | 'liveTerms'>;
  readonly clock: Clock;
}

const latestShown = 20;

/** Reads the checks of a service, for the API and the pages. */
export class ServiceHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The verdict of the last check that was not blocked; null before the first. */
  verdict({ observed }: Entry): Verdict | null {
    return observed.facts.standing.verdict;
  }

  trust({ declared, observed }: Entry): TrustView {
    return trustView(declared.id, trust(observed.facts));
  }

  async checks({ declared: { id } }: Entry, days: number): Promise<ChecksView> {
    const { checks, clock } = this.#dependencies;

    return checksView(
      id,
      await checks.latencyDays(id, firstDay(clock(), days)),
      await checks.latest(id, latestShown),
    );
  }

  /** Those of the last `days` days that have checks, oldest first. */
  async dayCounts({ declared: { id } }: Entry, days: number): Promise<readonly CheckDay[]> {
    const { checks, clock } = this.#dependencies;

    return checks.days(id, firstDay(clock(), days));
  }

  async observed({ declared, observed }: Entry): Promise<ObservedView> {
    const live = await this.#dependencies.checks.liveTerms(declared.id);

    return observedView(declared, observed.facts.standing, live);
  }
}

/** The history in a catalog without checks. */
export function emptyHistory(clock: Clock): ServiceHistory {
  const checks = {
    days: () => Promise.resolve([]),
    latencyDays: () => Promise.resolve([]),
    latest: () => Promise.resolve([]),
    liveTerms: () => Promise.resolve(undefined),
  };

  return new ServiceHistory({ checks, clock });
}
