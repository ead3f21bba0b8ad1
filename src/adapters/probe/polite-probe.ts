import { CannotAsk } from '../../domain/cannot-ask.ts';
import type { Deferred, ProbeResult, ProbeTarget } from '../../domain/probe.ts';
import { HostTurns, type Patience, type Waiting } from './host-queue.ts';
import type { HttpProbe } from './http-probe.ts';
import type { Failed, Outcome } from './outcome.ts';
import { Rests } from './cooldowns.ts';
import { isAllowed } from './robots.ts';
import { maxRobotsBytes, RobotsCache } from './robots-cache.ts';
import { Slots } from './semaphore.ts';

export interface PoliteProbeSettings {
  readonly probe: Pick<HttpProbe, 'probe' | 'read'>;
  /** Probes of a pass at the same time, over all hosts. */
  readonly inFlight?: number;
  /** Persons at the same time, over all hosts, those who wait for a host included. */
  readonly mostPersons?: number;
  /** What persons bear before a host is free. */
  readonly patience?: Patience;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const defaultInFlight = 200;
const defaultPersons = 100;

const robotsDeadlineMs = 3_000;

/**
 * Probes as a guest: one request at a time per host, so many in all, and only what `robots.txt` and `Retry-After` let it. Persons and
 * passes have places of their own, so that neither can take all of them.
 */
export class PoliteProbe {
  readonly #probe: Pick<HttpProbe, 'probe' | 'read'>;
  readonly #slots: Slots;
  readonly #mostPersons: number;
  /** Who of a pass competes for a place: one at each host, or a host with many services would take all. */
  readonly #passTurns = new HostTurns();
  /** Who touches a host; a pass takes its turn only when it has a place, so it keeps nobody waiting meanwhile. */
  readonly #turns: HostTurns;
  readonly #rests: Rests;
  readonly #robots: RobotsCache;
  #persons = 0;

  constructor(settings: PoliteProbeSettings) {
    const {
      probe,
      inFlight = defaultInFlight,
      mostPersons = defaultPersons,
      patience,
      now = Date.now,
    } = settings;
    this.#probe = probe;
    this.#slots = new Slots(inFlight);
    this.#mostPersons = mostPersons;
    this.#turns = new HostTurns(patience);
    this.#rests = new Rests(now);
    this.#robots = new RobotsCache((url, signal) => this.#readRobots(url, signal), now);
  }

  /** A person is not kept waiting for long. Rejects when the signal is aborted, and with `CannotAsk`. */
  async probe(target: ProbeTarget, who: Waiting, signal?: AbortSignal): Promise<ProbeResult | Deferred> {
    const { hostname } = new URL(target.endpoint);
    const ask = (): Promise<ProbeResult | Deferred> => {
      signal?.throwIfAborted();
      return this.#ask(target, who, signal);
    };

    const inTurn = (): Promise<ProbeResult | Deferred> => this.#turns.run(hostname, who, ask);

    return who === 'person'
      ? this.#inPerson(hostname, inTurn)
      : this.#passTurns.run(hostname, who, () => this.#slots.run(inTurn));
  }

  async #inPerson<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#persons >= this.#mostPersons) throw new CannotAsk(host, 'too many persons ask at the moment');

    this.#persons += 1;
    try {
      return await work();
    } finally {
      this.#persons -= 1;
    }
  }

  async #ask(target: ProbeTarget, who: Waiting, signal?: AbortSignal): Promise<ProbeResult | Deferred> {
    const { endpoint, method } = target;
    const deferredUntil = this.#rests.until(endpoint, who);
    if (deferredUntil) return { deferredUntil };

    const rules = await this.#robots.rulesOf(new URL(endpoint).origin, signal);
    if ('failure' in rules) return unreached(target, rules);

    const result = await this.#probe.probe(endpoint, {
      method,
      allows: (url) => isAllowed(rules, url),
      signal,
    });
    this.#rests.note([endpoint, result.url], who, result.outcome);
    return result;
  }

  #readRobots(url: string, signal?: AbortSignal): Promise<Outcome> {
    return this.#probe.read(url, { maxBodyBytes: maxRobotsBytes, deadlineMs: robotsDeadlineMs, signal });
  }
}

function unreached({ endpoint, method = 'GET' }: ProbeTarget, outcome: Failed): ProbeResult {
  return { method, url: endpoint, latencyMs: 0, outcome };
}
