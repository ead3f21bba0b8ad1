import type { CheckDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import { trust } from '../verification/trust.ts';
import { firstDay, sumWindow, windowStart } from '../verification/uptime.ts';
import { type ChecksView, checksView } from '../views/checks.ts';
import { type ObservedView, observedView } from '../views/observed-terms.ts';
import { type TrustView, trustView } from '../views/trust.ts';
import type { Monitor } from './monitor.ts';
import type { CheckStore, Clock } from './ports.ts';

interface Dependencies {
  readonly monitor: Pick<Monitor, 'standing'>;
  readonly checks: CheckStore;
  readonly clock: Clock;
}

const latestShown = 20;

/** Reads what checks found of one service, for the API and the pages. */
export class ServiceHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The verdict of the last check; null before the first. */
  verdict({ declared: { id } }: Entry): Verdict | null {
    return this.#dependencies.monitor.standing(id).verdict;
  }

  async trust({ declared: { id } }: Entry): Promise<TrustView> {
    const { monitor, checks, clock } = this.#dependencies;
    const at = clock();
    const window = sumWindow(await checks.days(id, windowStart(at)), at);

    return trustView(id, trust({ standing: monitor.standing(id), window, at }));
  }

  async checks({ declared: { id } }: Entry, days: number): Promise<ChecksView> {
    const { checks, clock } = this.#dependencies;

    return checksView(
      id,
      await checks.latencyDays(id, firstDay(clock(), days)),
      await checks.latest(id, latestShown),
    );
  }

  /** Those of the last `days` days that had checks, oldest first. */
  async dayCounts({ declared: { id } }: Entry, days: number): Promise<readonly CheckDay[]> {
    const { checks, clock } = this.#dependencies;

    return checks.days(id, firstDay(clock(), days));
  }

  async observed({ declared }: Entry): Promise<ObservedView> {
    const { monitor, checks } = this.#dependencies;

    return observedView(declared, monitor.standing(declared.id), await checks.observation(declared.id));
  }
}
