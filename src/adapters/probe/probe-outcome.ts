import type { ProbeFailure, ProbeResult } from '../../domain/probe.ts';

/** The answer of an endpoint, or why there was none. */
export type Outcome = ProbeResult['outcome'];

export interface Failed {
  readonly failure: ProbeFailure;
  /** One sentence for the owner, in plain language. */
  readonly detail: string;
}

export function isFailed(outcome: Outcome): outcome is Failed {
  return 'failure' in outcome;
}

/** Whether we failed to reach the host at all; any other request to it would fail in the same way. */
export function isOutOfReach(outcome: Outcome): boolean {
  return isFailed(outcome) && outOfReach.has(outcome.failure);
}

const outOfReach: ReadonlySet<ProbeFailure> = new Set([
  'name_unknown',
  'address_refused',
  'connection_refused',
  'tls_failed',
  'timed_out',
]);

export function isPaymentRequired(outcome: Outcome): boolean {
  return !isFailed(outcome) && outcome.status === 402;
}
