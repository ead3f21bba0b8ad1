import type { OutcomeClaim } from '../domain/outcome.ts';

/** The text that a payer signs: a line for each member that is there, without a line feed at its end. `site` is the host of the catalog. */
export function signedText(site: string, service: string, claim: OutcomeClaim): string {
  const { network, tx, outcome, httpStatus, latencyMs, requestHash, responseHash } = claim;
  const members = { site, service, network, tx, outcome, httpStatus, latencyMs, requestHash, responseHash };
  const lines = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value)}`],
  );

  return ['Tollbook outcome', ...lines].join('\n');
}
