import { printable, quoted } from '../domain/plain-text.ts';

/** The facts that a sentence may mention. All of them come from outside. */
interface LeftOutFacts {
  readonly value?: unknown;
  readonly detail?: string | undefined;
}

/** Why an import leaves out an entry although the catalog has no rule against it, or before a rule could see it: the thing, the rule, the cure. */
const sentences = {
  not_an_entry: ({ value }: LeftOutFacts) =>
    `the entry ${quoted(value)} names no URL; its source has to name that of the service`,
  too_long: () => 'the entry is larger than 256 KiB; its seller has to shorten it',
  mcp_tool: () => 'the entry is a tool of an MCP server, which nobody calls by plain HTTP; list its paid URL',
  mcp_unpriced: () =>
    'the entry is an MCP server or one of its tools, and names no price; list its paid URL once it has one',
  relative: ({ value, detail }: LeftOutFacts) =>
    `the entry names a path without a host, and ${quoted(value)}, on the host of the list, ${detail === undefined ? 'was not asked' : `asks for no payment: ${detail}`}; its source has to write the whole URL`,
  placeholder: ({ value }: LeftOutFacts) =>
    `${quoted(value)} is a placeholder; its seller has to write the real value`,
  elsewhere: ({ value }: LeftOutFacts) =>
    `${quoted(value)} is on another host than the list, which speaks for its own host alone; import from that host`,
  no_terms: () =>
    'the entry names no payment terms, so that it has no price; its source has to list the "accepts" of its 402',
  terms_unread: ({ detail }: LeftOutFacts) =>
    `the endpoint did not tell its payment terms: ${detail ?? ''}; its seller has to answer 402 without payment`,
  terms_unusable: ({ detail }: LeftOutFacts) =>
    `nobody can pay by its payment terms: ${detail ?? ''}; its seller has to correct them`,
  test_network: ({ value }: LeftOutFacts) =>
    `it is paid on the test network ${quoted(value)} alone; its seller has to accept payments on a main network`,
  token_unknown: ({ value }: LeftOutFacts) =>
    `it is paid in the token ${quoted(value)}, which is not known here, so that its price cannot be told; its seller has to accept a known stablecoin`,
  free: () => 'its price is 0; the import lists what is paid for, so register it by hand if it belongs here',
  no_description: () =>
    'neither the entry nor its seller says what it does; its seller has to write a description',
  twice: ({ value }: LeftOutFacts) =>
    `${quoted(value)} stands at the source before; each endpoint is listed once, as its first entry says`,
  listed: ({ value }: LeftOutFacts) =>
    `this endpoint is listed already, as ${printable(String(value), 200)}, which this import may not change`,
  reserved: ({ value }: LeftOutFacts) =>
    `this endpoint belonged to ${printable(String(value), 200)}, which was removed; restore that listing to have it back`,
} as const satisfies Record<string, (facts: LeftOutFacts) => string>;

export type LeftOutCode = keyof typeof sentences;

export interface LeftOut {
  /** The URL of the entry as far as it has one. Untrusted. */
  readonly resource: string;
  /** A code of this table, or that of a rule for registrations. */
  readonly code: string;
  /** One sentence, safe to print. */
  readonly detail: string;
}

export function leftOut(resource: string, code: LeftOutCode, facts: LeftOutFacts = {}): LeftOut {
  return { resource, code, detail: printable(sentences[code](facts), 1_000) };
}
