import type { Check } from './check.ts';
import type { ProbeMethod } from './described-request.ts';

/** An endpoint's answer to an unpaid request, as far as it was read. */
export interface ProbeAnswer {
  readonly status: number;
  /** Keyed by lower-case name; repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The first `maxBodyBytes` of the body, decoded as UTF-8. */
  readonly body: string;
  /** Whether the body was longer. */
  readonly isCut: boolean;
}

export type ProbeFailure =
  | 'name_unknown'
  | 'address_refused'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_failed'
  | 'timed_out'
  | 'not_http'
  | 'headers_too_large'
  | 'redirect_refused'
  | 'too_many_redirects'
  /** The owner asked not to be probed, by `robots.txt`. */
  | 'opted_out';

/** The failures that an offline machine meets at every host. */
const offlineFailures: readonly ProbeFailure[] = ['name_unknown', 'timed_out'];

/** Failures that need no answer from anybody: a rule of ours, or a `robots.txt` that was read earlier. */
const ownFailures: readonly ProbeFailure[] = ['opted_out', 'address_refused'];

/** The hint of a probe about this machine's connection: an answer, silence, or none. */
export function signOf({ outcome }: ProbeResult): 'answer' | 'silence' | 'none' {
  if (!('failure' in outcome)) return 'answer';
  if (ownFailures.includes(outcome.failure)) return 'none';
  return offlineFailures.includes(outcome.failure) ? 'silence' : 'answer';
}

export interface ProbeResult {
  readonly method: ProbeMethod;
  /** Where the answer came from, after redirects within the origin. */
  readonly url: string;
  /** From the first byte sent to the end of what was read. */
  readonly latencyMs: number;
  readonly outcome: ProbeAnswer | { readonly failure: ProbeFailure; readonly detail: string };
  /** The outcome as the prober has read it already, independent of the declaration. */
  readonly seen?: Omit<Check, 'at'>;
}

/** Who wants a request made: a person who is waiting for the result, or a pass over the whole catalog. */
export type Requester = 'person' | 'pass';

/** An endpoint to probe, and how its owner says to ask it. */
export interface ProbeTarget {
  readonly endpoint: string;
  /** Without one, GET is sent, and then POST. */
  readonly method?: ProbeMethod | undefined;
  /** Parameters to add to the endpoint's URL. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** A value to send as JSON; never sent with GET. */
  readonly body?: unknown;
}

export function urlOf({ endpoint, query = {} }: ProbeTarget): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url;
}

/** There was no probe: the endpoint had asked to be left alone until then. */
export interface Deferred {
  readonly deferredUntil: Date;
}

/** No request was sent, which says nothing about the endpoint: this machine is at fault, or too many requests are waiting. */
export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';
  readonly host: string;
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`${host} could not be asked: ${reason}`);
    this.host = host;
    this.reason = reason;
  }
}

/** Treats a request that could not be sent as unanswered. Use it with `catch`: it rethrows every other error. */
export function ignoreCannotAsk(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}
