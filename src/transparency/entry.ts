import { createHash } from 'node:crypto';

/** What a service says about who is paid, how much, and for what. */
export interface ListedTerms {
  readonly id: string;
  readonly endpoint: string;
  readonly pricing: { readonly currency: string; readonly pricePerRequest: string };
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
}

/** One entry of the log. Without a name or an address in it, nothing personal can ever have to leave the log. */
export type LogEntry = TermsEntry | OutcomeEntry;

/** As digests in lowercase hex: that from a time on, a service was listed with these terms, or no more. */
export interface TermsEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** SHA-256 of the id of the service. */
  readonly service: string;
  /** As `termsDigest` makes it; null when the service is listed no more. */
  readonly terms: string | null;
}

/** That at a time, the record of what buyers say of a service got a line. */
export interface OutcomeEntry {
  /** ISO 8601, UTC: the time of the record. */
  readonly at: string;
  /** SHA-256 of the id of the service. */
  readonly service: string;
  /** As `recordDigest` makes it. */
  readonly outcome: string;
}

/** The forms of entries, so that later ones can have another. */
const forms = { terms: 'tollbook/1', outcome: 'tollbook/outcome' };

const form =
  /^(tollbook\/1|tollbook\/outcome) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{64}) ([\da-f]{64}|-)$/;

/** The leaf of the tree: one line without its end. */
export function printEntry(entry: LogEntry): string {
  const said = 'outcome' in entry ? [forms.outcome, entry.outcome] : [forms.terms, entry.terms ?? '-'];
  const [version = '', digest = ''] = said;

  return [version, entry.at, entry.service, digest].join(' ');
}

export function readEntry(line: string): LogEntry | undefined {
  const [, version, at = '', service = '', digest = ''] = form.exec(line) ?? [];
  if (at === '' || Number.isNaN(Date.parse(at))) return undefined;
  if (version === forms.terms) return { at, service, terms: digest === '-' ? null : digest };

  return digest === '-' ? undefined : { at, service, outcome: digest };
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
