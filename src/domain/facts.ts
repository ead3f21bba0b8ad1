import type { CheckWindow } from './check.ts';
import { type Standing, unchecked } from './standing.ts';

/** What the checks of a service found. */
export interface CheckFacts {
  /** After the last check. */
  readonly standing: Standing;
  /** The 30 days that end with the day of the last check; the clock does not move it on. */
  readonly window: CheckWindow;
}

/** Payments to a service, as the chain shows them. */
interface Payments {
  readonly txCount: number;
  readonly totalRevenue: number;
  /** Wallets that paid; null while nobody counts them. */
  readonly buyers: number | null;
}

/**
 * Everything that is known of a service beyond its declaration. Each part has one source, and a source replaces its own part only, so
 * that checks and payments never erase each other.
 */
export interface Facts extends CheckFacts {
  readonly payments: Payments;
}

/** What is known of a service that was never checked, and whose payments nobody counts. */
export const noFacts: Facts = {
  standing: unchecked,
  window: { days: 0, checks: 0, ok: 0, verified: 0, blocked: 0, latencyMs: 0 },
  payments: { txCount: 0, totalRevenue: 0, buyers: null },
};
