import { retryAfter } from '../adapters/probe/cooldowns.ts';
import type { HttpProbe } from '../adapters/probe/http-probe.ts';
import { isFailed, type Outcome } from '../adapters/probe/probe-outcome.ts';
import { minuteMs } from '../domain/duration.ts';
import { printable } from '../domain/plain-text.ts';
import {
  CannotAsk,
  type Deferred,
  type ProbeAnswer,
  type ProbeFailure,
  type ProbeResult,
  type ProbeTarget,
} from '../domain/probe.ts';
import { readJson } from '../domain/strict-json.ts';
import { ImportFault } from './import-fault.ts';
import type { Surroundings } from './surroundings.ts';

export interface SourceAnswer {
  readonly status: number;
  /** The parsed body, or why it is not JSON. */
  readonly json: { readonly value: unknown } | { readonly fault: string };
}

export interface SourceDependencies {
  readonly probe: Pick<HttpProbe, 'read' | 'post'>;
  /** Probes an endpoint as checks do, where its `robots.txt` and `Retry-After` permit. */
  readonly ask: (target: ProbeTarget) => Promise<ProbeResult | Deferred>;
  /** The time between the beginnings of two requests to a host. */
  readonly pauseMs: number;
  readonly surroundings: Surroundings;
  /** Gets sentences that are safe to print. */
  readonly notice: (text: string) => void;
}

/** Much more than a page of 100 entries with large schemas takes. */
const maxPageBytes = 8 * 1024 * 1024;
const deadlineMs = 30_000;
/** A schema of a schema nests two levels for each of its own; one seller must not make the page of a hundred unreadable. */
const maxDepth = 512;

const firstWaitMs = 1_000;
const longestWaitMs = minuteMs;
/** Waiting for a source that is busy or gone for a moment ends after this long in a row. */
const patienceMs = 10 * minuteMs;

/** Failures that may be over in a moment. */
const passing: ReadonlySet<ProbeFailure> = new Set(['connection_refused', 'connection_reset', 'timed_out']);

/** Too many requests, and a server, or one behind it, that is ill or busy for now. */
const hindering: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Asks a source with the code that probes endpoints, which checks every address and stays on one origin. One request at a time, each host at a pace; waits
 * where the source asks for that, or is gone for a moment.
 */
export class SourceClient {
  readonly #dependencies: SourceDependencies;
  /** When each host may be asked again, in milliseconds since 1970. */
  readonly #earliest = new Map<string, number>();

  constructor(dependencies: SourceDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws {ImportFault} */
  get(url: URL): Promise<SourceAnswer> {
    const { probe } = this.#dependencies;

    return this.#patiently(url, () => probe.read(url.href, { maxBodyBytes: maxPageBytes, deadlineMs }));
  }

  /** @throws {ImportFault} */
  post(url: URL, body: unknown): Promise<SourceAnswer> {
    const { probe } = this.#dependencies;
    const payload = { json: JSON.stringify(body), headers: {} };

    return this.#patiently(url, () =>
      probe.post(url.href, payload, { maxBodyBytes: maxPageBytes, deadlineMs }),
    );
  }

  /** Asks an endpoint as a buyer without money would. Once: an endpoint that does not answer is no reason to stop. */
  async ask(target: ProbeTarget): Promise<Outcome> {
    await this.#inTurn(new URL(target.endpoint));
    return withOwnFaults(async () => {
      const asked = await this.#dependencies.ask(target);
      return 'outcome' in asked ? asked.outcome : deferred;
    });
  }

  async #patiently(url: URL, send: () => Promise<Outcome>): Promise<SourceAnswer> {
    const { surroundings, notice } = this.#dependencies;
    let [waited, waitMs] = [0, firstWaitMs];

    while (true) {
      await this.#inTurn(url);
      const outcome = await withOwnFaults(send);
      const now = surroundings.now().getTime();
      if (!isHindered(outcome)) return answerOf(url, outcome);

      const askedMs = (retryAfter(outcome, now) ?? now) - now;
      const pauseMs = Math.max(waitMs, askedMs);
      if (waited + pauseMs > patienceMs) throw gaveUp(url, outcome, pauseMs);
      notice(`${nameOf(url)} ${saidBy(outcome)}; trying again in ${Math.ceil(pauseMs / 1000)} s`);
      await surroundings.pause(pauseMs);
      waited += pauseMs;
      waitMs = Math.min(2 * waitMs, longestWaitMs);
    }
  }

  /** Waits for the pace. Each host has its own. */
  async #inTurn({ host }: URL): Promise<void> {
    const { surroundings, pauseMs } = this.#dependencies;
    const early = (this.#earliest.get(host) ?? 0) - surroundings.now().getTime();

    if (early > 0) await surroundings.pause(early);
    this.#earliest.set(host, surroundings.now().getTime() + pauseMs);
  }
}

const deferred: Outcome = { failure: 'opted_out', detail: 'it asked to be left alone for a while' };

/** This machine being at fault passes as well. */
async function withOwnFaults(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CannotAsk)) throw error;

    return { failure: 'connection_refused', detail: error.message };
  }
}

function isHindered(outcome: Outcome): boolean {
  if (isFailed(outcome)) return passing.has(outcome.failure);

  return hindering.has(outcome.status);
}

function answerOf(url: URL, outcome: Outcome): SourceAnswer {
  if (isFailed(outcome)) {
    throw new ImportFault('unreachable', `${nameOf(url)} cannot be read: ${cureOf(outcome)}`);
  }
  if (outcome.isCut) {
    throw new ImportFault(
      'answer_invalid',
      `${nameOf(url)} answers with more than ${maxPageBytes / 1024 / 1024} MiB, which is the limit; ask its operator for smaller pages`,
    );
  }
  return { status: outcome.status, json: jsonOf(outcome) };
}

function jsonOf({ body }: ProbeAnswer): SourceAnswer['json'] {
  return readJson(body.replace(/^\uFEFF/, ''), maxDepth);
}

function cureOf({ failure, detail }: Exclude<Outcome, ProbeAnswer>): string {
  const said = printable(detail);

  return failure === 'address_refused'
    ? `${said}; import from a public address, or set PROBE_ALLOW_PRIVATE=1 for tests on this machine`
    : said;
}

function gaveUp(url: URL, outcome: Outcome, pauseMs: number): ImportFault {
  const wait = pauseMs > longestWaitMs ? ` and asks to wait for ${Math.ceil(pauseMs / 1000)} s` : '';

  return new ImportFault(
    'unreachable',
    `${nameOf(url)} ${saidBy(outcome)}${wait}; the catalog is as it was, and the next run within an hour goes on from here`,
  );
}

function saidBy(outcome: Outcome): string {
  return isFailed(outcome)
    ? `does not answer: ${printable(outcome.detail)}`
    : `answers HTTP ${outcome.status}`;
}

/** The address without its query, which may hold a long token. */
export function nameOf({ origin, pathname }: URL): string {
  return printable(`${origin}${pathname}`, 200);
}
