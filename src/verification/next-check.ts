import type { Standing } from '../domain/standing.ts';
import { thresholds } from './thresholds.ts';

/** How long to wait before the next check, in milliseconds: longer and longer for a service that is gone. */
export function nextCheckAfter({ status, failures }: Standing, intervalMs: number): number {
  if (status !== 'inactive') return intervalMs;

  const doublings = failures - thresholds.inactiveAfterChecks + 1;
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, thresholds.longestPauseMs));
}
