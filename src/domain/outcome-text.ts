import type { Outcome } from './outcome.ts';

/** What a buyer says of a payment, and where. Hashes are `sha256:` and hex digits. */
export interface SaidOutcome {
  /** The host of the catalog. */
  readonly site: string;
  readonly service: string;
  /** CAIP-2. */
  readonly network: string;
  readonly tx: string;
  readonly outcome: Outcome;
  readonly httpStatus?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly requestHash?: string | undefined;
  readonly responseHash?: string | undefined;
}

/** The text that the payer signs: a line for each member that is there, without a line feed at its end. */
export function outcomeText(said: SaidOutcome): string {
  const { site, service, network, tx, outcome, httpStatus, latencyMs, requestHash, responseHash } = said;
  const members = { site, service, network, tx, outcome, httpStatus, latencyMs, requestHash, responseHash };
  const lines = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value)}`],
  );

  return ['Tollbook outcome', ...lines].join('\n');
}
