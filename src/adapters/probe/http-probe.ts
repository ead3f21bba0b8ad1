import { constants } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { type ProbeAnswer, type ProbeResult, type ProbeTarget, urlOf } from '../../domain/probe.ts';
import { readRails } from '../../verification/rails/rails.ts';
import type { HttpSigner } from '../signing/http-signature.ts';
import { anyReach, checkedAddresses, publicReach, type Reach } from './checked-addresses.ts';
import { exchange, type Payload } from './exchange.ts';
import { isFailed, isOutOfReach, isPaymentRequired, type Outcome } from './probe-outcome.ts';
import { type Hop, nextHop, redirectTarget, shortPath } from './redirect.ts';
import { isAllowed, type RobotsRules } from './robots.ts';
import { robotName } from './robots-cache.ts';

export interface HttpProbeSettings {
  /** Names the robot and a page that explains it. */
  readonly userAgent: string;
  /** Signs every request, so that servers can tell it from those of impostors. */
  readonly signer?: HttpSigner | undefined;
  /** Permits private addresses (`PROBE_ALLOW_PRIVATE=1`): for tests and local use only. */
  readonly allowPrivate: boolean;
  /** Shared by all requests of one probe; 10 s by default. */
  readonly deadlineMs?: number;
  /** For tests: replaces DNS and the rules about addresses. */
  readonly reach?: Partial<Reach>;
  /** PEM certificates to trust instead of Node's own. */
  readonly ca?: string;
}

export interface ReadOptions {
  readonly maxBodyBytes: number;
  readonly deadlineMs: number;
  /** Redirects to follow, 3 by default; with 0, a redirect is an answer like any other. */
  readonly maxRedirects?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ProbeOptions extends Omit<ProbeTarget, 'endpoint'> {
  /** What the owner permits; every request obeys it. */
  readonly robots?: RobotsRules | undefined;
  /** Cancels the probe, which then rejects. */
  readonly signal?: AbortSignal | undefined;
}

type RequestOptions = Pick<ProbeOptions, 'robots' | 'body'> &
  Partial<Pick<ReadOptions, 'maxBodyBytes' | 'maxRedirects'>> & { readonly payload?: Payload };

const defaultDeadlineMs = 10_000;
/** How much of an endpoint's answer is read. */
const probedBodyBytes = 256 * 1024;
const defaultMaxRedirects = 3;

/** The `User-Agent` of every request; `page` explains why it is sent. */
export function userAgentOf(version: string, siteUrl: string, page = '/docs/probing/'): string {
  return `${robotName}/${version} (+${siteUrl}${page})`;
}

/** Sends endpoints the requests of a buyer who does not pay, and only ever connects to addresses it has checked. */
export class HttpProbe {
  readonly #settings: HttpProbeSettings;
  readonly #reach: Reach;
  readonly #secureContext: SecureContext;

  constructor(settings: HttpProbeSettings) {
    this.#settings = settings;
    this.#reach = { ...(settings.allowPrivate ? anyReach : publicReach), ...settings.reach };
    this.#secureContext = createSecureContext({
      ...(settings.ca === undefined ? {} : { ca: settings.ca }),
      // Otherwise a server could make us repeat the TLS handshake over and over, at no more cost to it than to us.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  }

  /**
   * Sends the declared method. Without one, sends GET and, unless that is answered 402, POST as well, and then what the answers allow,
   * and returns the result that says more (see `informationIn`). Asks what is not found once more with a slash at its end. Never sends HEAD, which x402 servers answer with 200.
   * Rejects when the signal is aborted, and with `CannotAsk` when this machine is at fault.
   */
  probe(endpoint: string, options: ProbeOptions = {}): Promise<ProbeResult> {
    const { deadlineMs = defaultDeadlineMs } = this.#settings;
    const url = urlOf({ endpoint, query: options.query });

    return withDeadline(deadlineMs, options.signal, (signal) => this.#trySpellings(url, options, signal));
  }

  /** Reads a text from the same server, such as `robots.txt`, with the same checks of its address. */
  read(url: string, { deadlineMs, signal: outer, ...options }: ReadOptions): Promise<Outcome> {
    return withDeadline(deadlineMs, outer, async (signal) => {
      const { outcome } = await this.#request(new URL(url), 'GET', options, signal);
      return outcome;
    });
  }

  /** Posts JSON, with the same checks of the address. Follows no redirect: that is an answer like any other. */
  post(
    url: string,
    payload: Payload,
    { deadlineMs, signal: outer, maxBodyBytes }: Omit<ReadOptions, 'maxRedirects'>,
  ): Promise<Outcome> {
    return withDeadline(deadlineMs, outer, async (signal) => {
      const options = { payload, maxBodyBytes, maxRedirects: 0 };
      const { outcome } = await this.#request(new URL(url), 'POST', options, signal);
      return outcome;
    });
  }

  async #trySpellings(url: URL, options: ProbeOptions, signal: AbortSignal): Promise<ProbeResult> {
    const first = await this.#tryMethods(url, options, signal);
    const slashed = withSlash(url);
    if (isFailed(first.outcome) || first.outcome.status !== 404 || !slashed) return first;

    const second = await this.#tryMethods(slashed, options, signal);
    return isPaymentRequired(second.outcome) ? second : first;
  }

  async #tryMethods(url: URL, options: ProbeOptions, signal: AbortSignal): Promise<ProbeResult> {
    const first = await this.#request(url, options.method ?? 'GET', options, signal);
    if (options.method !== undefined || !isWorthTryingPost(first.outcome)) return first;

    const second = await this.#request(url, 'POST', options, signal);
    const better = informationIn(second.outcome) > informationIn(first.outcome) ? second : first;
    const allowed = methodAllowed(better.outcome);
    if (allowed === undefined) return better;

    const third = await this.#request(url, allowed, options, signal);
    return informationIn(third.outcome) > informationIn(better.outcome) ? third : better;
  }

  async #request(
    url: URL,
    method: ProbeResult['method'],
    options: RequestOptions,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    const { robots, maxBodyBytes = probedBodyBytes, maxRedirects = defaultMaxRedirects } = options;
    const { body, payload } = options;
    let hop: Hop = { url, method };
    let latencyMs = 0;
    const result = (outcome: Outcome): ProbeResult => ({ method, url: hop.url.href, latencyMs, outcome });

    for (let redirects = 0; ; redirects += 1) {
      if (robots && !isAllowed(robots, hop.url)) return result(optedOut(hop.url));
      const addresses = await checkedAddresses(hop.url, this.#reach, signal);
      if ('failure' in addresses) return result(addresses);

      const question = {
        ...hop,
        body,
        payload,
        addresses,
        secureContext: this.#secureContext,
        userAgent: this.#settings.userAgent,
        signer: this.#settings.signer,
        maxBodyBytes,
      };
      const started = performance.now();
      const outcome = await exchange(question, signal);
      latencyMs += performance.now() - started;
      const target = isFailed(outcome) ? undefined : redirectTarget(outcome);
      if (isFailed(outcome) || target === undefined || maxRedirects === 0) return result(outcome);
      if (redirects === maxRedirects) return result(tooManyRedirects(maxRedirects));

      const next = nextHop(hop, outcome.status, target);
      if ('failure' in next) return result(next);
      hop = next;
    }
  }
}

/** Runs `task` with a signal that is aborted after `ms`, or with `outer`. Rejects when `outer` is aborted. */
async function withDeadline<Result>(
  ms: number,
  outer: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, ms);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted === true) abort();

  try {
    const result = await task(controller.signal);
    outer?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

/** POST cannot reach a server that GET did not reach, and a server that asked us to wait must not be asked again at once. */
function isWorthTryingPost(outcome: Outcome): boolean {
  if (isOutOfReach(outcome) || isPaymentRequired(outcome)) return false;

  return isFailed(outcome)
    ? outcome.failure !== 'opted_out'
    : outcome.status !== 429 && outcome.headers['retry-after'] === undefined;
}

/** Statuses that only say that the endpoint does not support the method. */
const unsupported: ReadonlySet<number> = new Set([404, 405, 501]);

/** Statuses that say that the endpoint looked at the request. */
const refused: ReadonlySet<number> = new Set([400, 411, 415, 422]);

/** Ranks how much an outcome says about the terms of an endpoint; on a tie, the first request wins. */
function informationIn(outcome: Outcome): number {
  if (isFailed(outcome)) return 0;
  const { status } = outcome;
  if (status === 402) return 6;
  if (status === 401 && hasPayChallenge(outcome)) return 5;
  if (refused.has(status)) return 4;
  if (unsupported.has(status)) return 1;

  // Many handlers that read a body fail at GET, and work.
  return status >= 500 ? 2 : 3;
}

/** Whether a challenge asks for payment. Servers that take it for a login send it with 401. */
function hasPayChallenge(answer: ProbeAnswer): boolean {
  const { rails, faults } = readRails(answer);

  return rails.length + faults.length > 0;
}

/** A method that an endpoint allows where it takes neither GET nor POST. Never DELETE, of which nobody declared that it may be sent. */
function methodAllowed(outcome: Outcome): ProbeResult['method'] | undefined {
  if (isFailed(outcome) || outcome.status !== 405) return undefined;

  const names = (outcome.headers['allow'] ?? '').toUpperCase().split(/[\s,]+/);
  return (['PUT', 'PATCH'] as const).find((method) => names.includes(method));
}

/** The same address with a slash at its end, which the canonical form of endpoints lacks; undefined for that of a file. */
function withSlash(url: URL): URL | undefined {
  if (/(\/|\.[^/]*)$/.test(url.pathname)) return undefined;

  const slashed = new URL(url);
  slashed.pathname += '/';
  return slashed;
}

function tooManyRedirects(most: number): Outcome {
  return { failure: 'too_many_redirects', detail: `the answer is more than ${String(most)} redirects away` };
}

function optedOut(url: URL): Outcome {
  return { failure: 'opted_out', detail: `Its robots.txt keeps checks away from ${shortPath(url)}.` };
}
