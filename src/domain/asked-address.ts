import type { Entry } from './snapshot.ts';

/** Where buyers ask a service: at its endpoint, which has no slash at its end, or with that slash where the live 402 was found there. */
export function askedAddress({ declared: { endpoint }, observed }: Entry): string {
  return observed.facts.traits.hasSlash === true ? `${endpoint}/` : endpoint;
}

/** Whether an answer came from the endpoint with a slash at its end. */
export function isSlashed(address: string | undefined, endpoint: string): boolean {
  return URL.parse(address ?? '')?.pathname === `${new URL(endpoint).pathname}/`;
}
