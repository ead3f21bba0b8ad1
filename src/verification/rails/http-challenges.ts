import type { OtherRail } from '../../domain/rail.ts';

/** A challenge of `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export interface HttpChallenge {
  /** In lower case. */
  readonly scheme: string;
  /** By lower-case name. */
  readonly params: ReadonlyMap<string, string>;
  /** What is wrong with it, as the second half of a sentence. */
  readonly fault?: string | undefined;
}

/** As much as is read of all headers of an answer. */
export const maxHeaderCharacters = 128 * 1024;

/** No known challenge has as many. */
const maxParams = 32;

const separators = /[ \t,]+/y;
const blanks = /[ \t]+/y;
const token = /[\w!#$%&'*+\-.^`|~]+/y;
const equals = /[ \t]*=[ \t]*/y;
/** A single value in place of parameters, which other schemes send. */
const token68 = /[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
const quotedText = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
/** Wider than a token, since some sellers leave out the quotes around base64. */
const bareText = /[^\s,"]+/y;
const otherText = /[^,"]+/y;

interface Draft {
  readonly scheme: string;
  readonly params: Map<string, string>;
  fault?: string | undefined;
}

/**
 * Splits a header that may hold several challenges, joined by commas like their parameters. A name that is not followed by `=` begins a new
 * challenge; what is in quotes begins none. Reads any text, in linear time.
 */
export function* httpChallenges(header: string): Generator<HttpChallenge> {
  const scanner = new Scanner(header.slice(0, maxHeaderCharacters));
  let current: Draft | undefined;

  while (!scanner.isAtEnd) {
    scanner.take(separators);
    const name = scanner.take(token);
    if (name === undefined) {
      if (scanner.skip()) spoil(current, 'has text that is no parameter');
    } else if (scanner.take(equals) === undefined) {
      if (current) yield current;
      current = { scheme: name.toLowerCase(), params: new Map() };
      scanner.take(blanks);
      scanner.take(token68);
    } else addParam(current, name.toLowerCase(), scanner.value());
  }
  if (current) yield current;
}

function addParam(challenge: Draft | undefined, name: string, value: string | undefined): void {
  if (!challenge) return;

  if (value === undefined) spoil(challenge, `has no readable value of ${shortName(name)}`);
  else if (challenge.params.has(name)) spoil(challenge, `has ${shortName(name)} twice`);
  else if (challenge.params.size === maxParams) {
    spoil(challenge, `has more than ${String(maxParams)} parameters`);
  } else challenge.params.set(name, value);
}

/** The first fault stays. */
function spoil(challenge: Draft | undefined, fault: string): void {
  if (challenge) challenge.fault ??= fault;
}

const longestName = 40;

function shortName(name: string): string {
  return `"${name.slice(0, longestName)}"`;
}

/** Reads a text from its beginning to its end, and never back. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** What a sticky pattern matches here; undefined, without going on, where it does not match. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0];
    this.#at += taken?.length ?? 0;
    return taken;
  }

  /** The value of a parameter. A quote that is never closed hides everything after it. */
  value(): string | undefined {
    const text = this.take(quotedText);
    if (text !== undefined) return text.slice(1, -1).replaceAll(/\\([^])/g, '$1');
    if (this.#text[this.#at] === '"') this.#at = this.#text.length;

    return this.take(bareText);
  }

  /** Goes past text that is neither a name nor a separator, if there is any. */
  skip(): boolean {
    const from = this.#at;
    if (this.take(otherText) === undefined) this.value();

    return this.#at > from;
  }
}

/** A way to pay, or why no client can pay so, as the second half of a sentence. */
export type RailRead = { readonly rail: OtherRail } | { readonly fault: string };
