import { createHash } from 'node:crypto';

/** What a service says about who is paid, how much, and for what. */
export interface ListedTerms {
  readonly id: string;
  readonly endpoint: string;
  readonly pricing: { readonly currency: string; readonly pricePerRequest: string };
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
}

/**
 * One entry of the log, as digests in lowercase hex: that from a time on, a service was listed with these terms, or no more. Without a name or an
 * address in it, nothing personal can ever have to leave the log.
 */
export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** SHA-256 of the id of the service. */
  readonly service: string;
  /** As `termsDigest` makes it; null when the service is listed no more. */
  readonly terms: string | null;
}

/** The form of entries, so that later ones can have another. */
const version = 'tollbook/1';

const form = /^tollbook\/1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{64}) ([\da-f]{64}|-)$/;

/** The leaf of the tree: one line without its end. */
export function printEntry({ at, service, terms }: LogEntry): string {
  return [version, at, service, terms ?? '-'].join(' ');
}

/** Undefined for what is no entry. */
export function readEntry(line: string): LogEntry | undefined {
  const [, at = '', service = '', terms = ''] = form.exec(line) ?? [];
  if (at === '' || Number.isNaN(Date.parse(at))) return undefined;

  return { at, service, terms: terms === '-' ? null : terms };
}

/** SHA-256 of an id, in hex. */
export function serviceDigest(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** SHA-256 of the terms as canonical JSON (RFC 8785: members in the order of their names, no spaces), in hex. */
export function termsDigest({ id, endpoint, pricing, x402Config }: ListedTerms): string {
  const { currency, pricePerRequest } = pricing;
  const { network, paymentAddress } = x402Config;
  const terms = { currency, endpoint, id, network, paymentAddress, pricePerRequest };

  return createHash('sha256').update(JSON.stringify(terms)).digest('hex');
}
