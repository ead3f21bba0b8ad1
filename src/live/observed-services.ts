import { type DeclaredService, type Observed, unobserved } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Standing } from '../domain/standing.ts';
import { observedOf } from '../verification/observed.ts';
import { sumWindow, windowStart } from '../verification/uptime.ts';
import type { CheckStore } from './ports.ts';

export interface ObservedServices {
  readonly standings: ReadonlyMap<string, Standing>;
  readonly observed: ReadonlyMap<string, Observed>;
}

/** What is known of every service that was ever checked. */
export async function observedServices(checks: CheckStore, at: Date): Promise<ObservedServices> {
  const standings = await checks.standings();
  const windows = await checks.windows(windowStart(at));
  const none = sumWindow([], at);

  return {
    standings,
    observed: new Map(
      [...standings].map(([id, standing]) => [id, observedOf(standing, windows.get(id) ?? none, at)]),
    ),
  };
}

/** Services, each with what was observed of it. */
export function withObserved(
  services: readonly DeclaredService[],
  observed: ReadonlyMap<string, Observed>,
): Entry[] {
  return services.map((declared) => ({ declared, observed: observed.get(declared.id) ?? unobserved }));
}
