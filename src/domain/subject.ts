import type { DeclaredService } from './service.ts';

/**
 * What the checks of a service are about: where it answers, and whom it pays on which network. Checks of another subject say nothing about
 * it, so a service that changes it starts again.
 */
export function subjectOf({
  endpoint,
  x402Config: { network, paymentAddress },
}: Pick<DeclaredService, 'endpoint' | 'x402Config'>): string {
  return [endpoint, network, paymentAddress].join(' ');
}
