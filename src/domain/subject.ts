import { findNetwork, spelledOn } from './network.ts';
import type { DeclaredService } from './service.ts';

/** A service, as far as its checks depend on it. */
export type CheckedService = Pick<DeclaredService, 'id' | 'endpoint' | 'x402Config'>;

/**
 * What the checks of a service are about: where it answers, and whom it pays on which network. Checks of another subject say nothing about
 * it, so a service that changes it starts again. Another spelling of the same network or wallet is no other subject.
 */
export function subjectOf({ endpoint, x402Config }: Omit<CheckedService, 'id'>): string {
  const { network, paymentAddress } = x402Config;

  return [endpoint, findNetwork(network)?.caip2 ?? network, spelledOn(network, paymentAddress)].join(' ');
}

/** The endpoint in a subject. */
export function endpointIn(subject: string): string {
  return subject.slice(0, subject.indexOf(' '));
}
