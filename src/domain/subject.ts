import { findNetwork, normalizeAddress } from './network.ts';
import type { DeclaredService } from './service.ts';

/** A service, as far as its checks depend on it. */
export type CheckedService = Pick<DeclaredService, 'id' | 'endpoint' | 'x402Config'>;

/** Where a service answers, and whom it pays on which network. Another spelling of the same network or wallet is no other subject. */
export interface Subject {
  readonly endpoint: string;
  /** CAIP-2 where the network is known. */
  readonly network: string;
  readonly wallet: string;
}

export function subjectPartsOf({ endpoint, x402Config }: Omit<CheckedService, 'id'>): Subject {
  const { network, paymentAddress } = x402Config;

  return {
    endpoint,
    network: findNetwork(network)?.caip2 ?? network,
    wallet: normalizeAddress(network, paymentAddress),
  };
}

/**
 * What the checks and the buyers of a service are about, as a text. Those of another subject say nothing about it, so a service that changes
 * it starts again.
 */
export function subjectOf(service: Omit<CheckedService, 'id'>): string {
  return printSubject(subjectPartsOf(service));
}

/** A text that is equal for equal subjects. */
export function printSubject({ endpoint, network, wallet }: Subject): string {
  return [endpoint, network, wallet].join(' ');
}

export function endpointIn(subject: string): string {
  return subject.slice(0, subject.indexOf(' '));
}
