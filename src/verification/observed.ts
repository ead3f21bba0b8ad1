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
    chains: standing.chains,
  };
}
