import { chainsAmong } from '../domain/network.ts';
import type { CheckWindow } from '../domain/check.ts';
import type { Observed } from '../domain/service.ts';
import type { Standing } from '../domain/standing.ts';
import { trust } from './trust.ts';
import { uptimePercent } from './uptime.ts';

/** What the catalog shows of all checks of a service. */
export function observedOf(standing: Standing, window: CheckWindow, at: Date): Observed {
  return {
    status: standing.status,
    trustScore: trust({ standing, window, at }).score,
    uptimeScore: uptimePercent(window) ?? 0,
    lastChecked: standing.checkedAt?.toISOString() ?? null,
    txCount: 0,
    totalRevenue: 0,
    chains: shownChains(standing),
  };
}

/** A standing may be older than the rules about its chains; they hold for it all the same. */
function shownChains({ status, chains }: Standing): readonly string[] {
  return status === 'unverified' ? [] : chainsAmong(chains);
}
