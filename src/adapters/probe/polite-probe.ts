import type { Deferred, ProbeResult, ProbeTarget } from '../../domain/probe.ts';
import { BoundedMap } from './bounded-map.ts';
import { HostTurns } from './host-turns.ts';
import type { HttpProbe } from './http-probe.ts';
import type { Failed, Outcome } from './outcome.ts';
import { restUntil } from './retry-after.ts';
import { isAllowed } from './robots.ts';
import { maxRobotsBytes, RobotsCache } from './robots-cache.ts';
import { Slots, type Waiting } from './slots.ts';

export interface PoliteProbeSettings {
  readonly probe: Pick<HttpProbe, 'probe' | 'read'>;
  /** Probes at the same time, over all hosts. */
  readonly inFlight?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const defaultInFlight = 200;

const robotsDeadlineMs = 3_000;

/** Hosts whose wish to be left alone is kept in mind. */
const mostRests = 100_000;

/** Probes as a guest: one request at a time per host, so many in all, and only what `robots.txt` and `Retry-After` let it. */
export class PoliteProbe {
  readonly #probe: Pick<HttpProbe, 'probe' | 'read'>;
  readonly #now: () => number;
  readonly #slots: Slots;
  readonly #turns = new HostTurns();
  readonly #rests = new BoundedMap<number>(mostRests);
  readonly #robots: RobotsCache;

  constructor({ probe, inFlight = defaultInFlight, now = Date.now }: PoliteProbeSettings) {
    this.#probe = probe;
    this.#now = now;
    this.#slots = new Slots(inFlight);
    this.#robots = new RobotsCache((url, signal) => this.#readRobots(url, signal), now);
  }

  /** A person's question goes before those of a pass. Rejects when the signal is aborted, and with `CannotAsk`. */
  async probe(target: ProbeTarget, who: Waiting, signal?: AbortSignal): Promise<ProbeResult | Deferred> {
    const { hostname } = new URL(target.endpoint);

    return this.#turns.run(hostname, () =>
      this.#slots.run(who, () => {
        signal?.throwIfAborted();
        return this.#ask(target, signal);
      }),
    );
  }

  async #ask(target: ProbeTarget, signal?: AbortSignal): Promise<ProbeResult | Deferred> {
    const { hostname, origin } = new URL(target.endpoint);
    if (this.#isResting(hostname)) return this.#deferred(hostname);

    const rules = await this.#robots.rulesOf(origin, signal);
    if ('failure' in rules) return unreached(target, rules);
    // The answer to the question for robots.txt may itself have asked us to wait.
    if (this.#isResting(hostname)) return this.#deferred(hostname);

    const result = await this.#probe.probe(target.endpoint, {
      method: target.method,
      allows: (url) => isAllowed(rules, url),
      signal,
    });
    this.#note(hostname, result.outcome);
    return result;
  }

  async #readRobots(url: string, signal?: AbortSignal): Promise<Outcome> {
    const limits = { maxBodyBytes: maxRobotsBytes, deadlineMs: robotsDeadlineMs, signal };
    const outcome = await this.#probe.read(url, limits);

    this.#note(new URL(url).hostname, outcome);
    return outcome;
  }

  #note(host: string, outcome: Outcome): void {
    const until = restUntil(outcome, this.#now());

    if (until === undefined) this.#rests.delete(host);
    else this.#rests.set(host, until);
  }

  #isResting(host: string): boolean {
    return (this.#rests.get(host) ?? 0) > this.#now();
  }

  #deferred(host: string): Deferred {
    return { deferredUntil: new Date(this.#rests.get(host) ?? 0) };
  }
}

function unreached({ endpoint, method = 'GET' }: ProbeTarget, outcome: Failed): ProbeResult {
  return { method, url: endpoint, latencyMs: 0, outcome };
}
