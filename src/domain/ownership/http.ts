import type { ProofRules, Provable } from './method.ts';

/** The path of the file that names the owners of what an origin serves. */
const path = '/.well-known/tollbook.txt';

/** The host serves the line of its owner. */
export const http = {
  description: `the file \`${path}\` at the origin of the endpoint names the owner`,
  evidence: 'the URL',
  strength: 2,
  provesHost: true,
  isPlaced: true,
  evidenceOf,
  fits: (evidence, service) => evidenceOf(service) === evidence,
  plan: ({ service, line, allowInsecure }) => {
    const evidence = evidenceOf(service);
    if (evidence === undefined) return { unfit: `${service.endpoint} has no origin; claim by dns` };
    if (evidence.startsWith('http:') && !allowInsecure) {
      return { unfit: `anybody on the way could answer for ${evidence}; claim by dns` };
    }

    return {
      evidence,
      lookedFor: `the line "${line}" in ${evidence}, answered with 200, without redirect, in at most 4 KiB`,
    };
  },
} as const satisfies ProofRules;

function evidenceOf({ endpoint }: Provable): string | undefined {
  const origin = URL.parse(endpoint)?.origin;

  return origin === undefined ? undefined : `${origin}${path}`;
}
