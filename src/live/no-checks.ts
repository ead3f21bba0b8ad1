import type { CheckStore, Clock } from './ports.ts';
import { ServiceHistory } from './service-history.ts';

/** A memory of checks that stays empty, for where nothing is checked. */
const noChecks: CheckStore = {
  append: () => Promise.resolve(),
  facts: () => Promise.resolve(new Map()),
  days: () => Promise.resolve([]),
  latencyDays: () => Promise.resolve([]),
  latest: () => Promise.resolve([]),
  liveTerms: () => Promise.resolve(undefined),
  prune: () => Promise.resolve(),
};

/** The history of services that nobody ever looked at. */
export function emptyHistory(clock: Clock): ServiceHistory {
  return new ServiceHistory({ checks: noChecks, clock });
}
