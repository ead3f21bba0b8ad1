import { unchecked } from '../domain/standing.ts';
import type { CheckStore, Clock } from './ports.ts';
import { ServiceHistory } from './service-history.ts';

/** A memory of checks that stays empty, for where nothing is checked. */
const noChecks: CheckStore = {
  append: () => Promise.resolve(),
  standings: () => Promise.resolve(new Map()),
  windows: () => Promise.resolve(new Map()),
  days: () => Promise.resolve([]),
  latencyDays: () => Promise.resolve([]),
  latest: () => Promise.resolve([]),
  observation: () => Promise.resolve(undefined),
  prune: () => Promise.resolve(),
};

/** The history of services that nobody ever looked at. */
export function emptyHistory(clock: Clock): ServiceHistory {
  return new ServiceHistory({ monitor: { standing: () => unchecked }, checks: noChecks, clock });
}
