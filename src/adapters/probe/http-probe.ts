import { constants } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { ProbeResult } from '../../domain/probe.ts';
import { anyReach, checkedAddresses, publicReach, type Reach } from './checked-addresses.ts';
import { Deadline } from './deadline.ts';
import { exchange } from './exchange.ts';
import { isFailed, isOutOfReach, isPaymentRequired, type Outcome } from './outcome.ts';
import { type Hop, nextHop, pathNamed, redirectTarget } from './redirect.ts';
import { robotName } from './robots-cache.ts';

export interface HttpProbeSettings {
  /** Says who asks, and where to read about it. */
  readonly userAgent: string;
  /** Lets private addresses be asked (`PROBE_ALLOW_PRIVATE=1`): for tests and local use only. */
  readonly allowPrivate: boolean;
  /** For all requests of one probe together; 10 s. */
  readonly deadlineMs?: number;
  /** For tests: parts of the outside world to replace. */
  readonly reach?: Partial<Reach>;
  /** Certificates to trust in place of the usual ones. */
  readonly ca?: string;
}

export interface ReadOptions {
  readonly maxBodyBytes: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProbeOptions {
  /** The method that the owner declared. */
  readonly method?: ProbeResult['method'] | undefined;
  /** Whether the owner lets this URL be asked; looked at before every request. */
  readonly allows?: ((url: URL) => boolean) | undefined;
  /** Ends the probe at once, which then rejects. */
  readonly signal?: AbortSignal | undefined;
}

type AskOptions = Pick<ProbeOptions, 'allows'> & Partial<Pick<ReadOptions, 'maxBodyBytes'>>;

const defaultDeadlineMs = 10_000;
/** How much is read of the body of an endpoint's answer. */
const probedBodyBytes = 256 * 1024;
const maxRedirects = 3;

/** The value of `User-Agent` of every request. */
export function userAgentOf(version: string, siteUrl: string): string {
  return `${robotName}/${version} (+${siteUrl}/docs/probing/)`;
}

/** Asks endpoints as a buyer without money would, and never connects to an address that it did not check. */
export class HttpProbe {
  readonly #settings: HttpProbeSettings;
  readonly #reach: Reach;
  readonly #secureContext: SecureContext;

  constructor(settings: HttpProbeSettings) {
    this.#settings = settings;
    this.#reach = { ...(settings.allowPrivate ? anyReach : publicReach), ...settings.reach };
    this.#secureContext = createSecureContext({
      ...(settings.ca === undefined ? {} : { ca: settings.ca }),
      // A server could have us shake hands again and again, which costs us as much as it.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  }

  /**
   * Asks by the declared method, else by GET, and by POST when GET was not answered 402. Of two results the more telling
   * one is given: see `telling`. Never HEAD, which x402 servers answer 200. Rejects when its signal is aborted, and with `CannotAsk`.
   */
  async probe(endpoint: string, options: ProbeOptions = {}): Promise<ProbeResult> {
    const deadline = new Deadline(this.#settings.deadlineMs ?? defaultDeadlineMs, options.signal);

    try {
      const result = await this.#askByMethods(endpoint, options, deadline.signal);
      options.signal?.throwIfAborted();
      return result;
    } finally {
      deadline.end();
    }
  }

  /** Gets a text that lies beside an endpoint, with the same care and limits of its own. */
  async read(url: string, { maxBodyBytes, deadlineMs, signal }: ReadOptions): Promise<Outcome> {
    const deadline = new Deadline(deadlineMs, signal);

    try {
      const { outcome } = await this.#ask(url, 'GET', { maxBodyBytes }, deadline.signal);
      signal?.throwIfAborted();
      return outcome;
    } finally {
      deadline.end();
    }
  }

  async #askByMethods(endpoint: string, options: ProbeOptions, signal: AbortSignal): Promise<ProbeResult> {
    const first = await this.#ask(endpoint, options.method ?? 'GET', options, signal);
    if (options.method !== undefined || !isWorthAnother(first.outcome)) return first;

    const second = await this.#ask(endpoint, 'POST', options, signal);
    return telling(second.outcome) > telling(first.outcome) ? second : first;
  }

  async #ask(
    endpoint: string,
    method: ProbeResult['method'],
    { allows, maxBodyBytes = probedBodyBytes }: AskOptions,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    let hop: Hop = { url: new URL(endpoint), method };
    let latencyMs = 0;
    const result = (outcome: Outcome): ProbeResult => ({ method, url: hop.url.href, latencyMs, outcome });

    for (let redirects = 0; ; redirects += 1) {
      if (allows?.(hop.url) === false) return result(optedOut(hop.url));
      const addresses = await checkedAddresses(hop.url, this.#reach, signal);
      if ('failure' in addresses) return result(addresses);

      const question = {
        ...hop,
        addresses,
        secureContext: this.#secureContext,
        userAgent: this.#settings.userAgent,
        maxBodyBytes,
      };
      const started = performance.now();
      const outcome = await exchange(question, signal);
      latencyMs += performance.now() - started;
      const target = isFailed(outcome) ? undefined : redirectTarget(outcome);
      if (isFailed(outcome) || target === undefined) return result(outcome);
      if (redirects === maxRedirects) return result(tooManyRedirects);

      const next = nextHop(hop, outcome.status, target);
      if ('failure' in next) return result(next);
      hop = next;
    }
  }
}

/** Who was not reached would not be reached by POST either, and who asks us to wait is not asked again at once. */
function isWorthAnother(outcome: Outcome): boolean {
  if (isOutOfReach(outcome) || isPaymentRequired(outcome)) return false;

  return isFailed(outcome)
    ? outcome.failure !== 'opted_out'
    : outcome.status !== 429 && outcome.headers['retry-after'] === undefined;
}

/** Statuses by which a server says only that there is nothing to ask for by this method. */
const nothingHere: ReadonlySet<number> = new Set([404, 405, 501]);

/** How much an outcome says about the terms of an endpoint; of two that say as much, the first counts. */
function telling(outcome: Outcome): number {
  if (isFailed(outcome)) return 0;
  if (outcome.status === 402) return 3;

  return nothingHere.has(outcome.status) ? 1 : 2;
}

const tooManyRedirects: Outcome = {
  failure: 'too_many_redirects',
  detail: `the answer is more than ${String(maxRedirects)} redirects away`,
};

function optedOut(url: URL): Outcome {
  return { failure: 'opted_out', detail: `robots.txt asks not to ask for ${pathNamed(url)}` };
}
