import type { ProofRules, Provable } from './method.ts';

/** A TXT record of the host holds the line of its owner. */
export const dns = {
  description: 'a TXT record at `_tollbook.<host>` does',
  evidence: 'the DNS name',
  strength: 2,
  provesHost: true,
  isPlaced: true,
  evidenceOf,
  fits: (evidence, service) => evidenceOf(service) === evidence,
  plan: ({ service, line }) => {
    const evidence = evidenceOf(service);

    return evidence === undefined
      ? {
          unfit: `the host of ${service.endpoint} is an IP address, which has no TXT records; claim by http`,
        }
      : { evidence, lookedFor: `a TXT record "${line}" at ${evidence}` };
  },
} as const satisfies ProofRules;

/** IP addresses have no records in DNS. */
function evidenceOf({ endpoint }: Provable): string | undefined {
  const host = URL.parse(endpoint)?.hostname ?? '';

  return host === '' || isAddress(host) ? undefined : `_tollbook.${host}`;
}

/** An IP address, in the form that the URL standard gives it: IPv4 in digits and dots, IPv6 in brackets. */
function isAddress(host: string): boolean {
  return /^(?:[\d.]+|\[.*\])$/.test(host);
}
