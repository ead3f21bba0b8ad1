import PQueue from 'p-queue';
import {
  CannotAsk,
  type Deferred,
  type ProbeResult,
  type ProbeTarget,
  type Requester,
} from '../../domain/probe.ts';
import { Cooldowns } from './cooldowns.ts';
import { HostQueue, type QueueLimits } from './host-queue.ts';
import type { HttpProbe, ReadOptions } from './http-probe.ts';
import type { Failed, Outcome } from './probe-outcome.ts';
import { maxRobotsBytes, RobotsCache } from './robots-cache.ts';

export interface PoliteProbeSettings {
  readonly probe: Pick<HttpProbe, 'probe' | 'read'>;
  /** Probes that a pass has under way at once, over all hosts. */
  readonly maxInFlight?: number;
  /** People served at once over all hosts, including those who wait for one. */
  readonly maxPeople?: number;
  /** How long people queue for a busy host. */
  readonly queueLimits?: QueueLimits;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const defaultMaxInFlight = 200;
const defaultMaxPeople = 100;

const robotsDeadlineMs = 3_000;

/**
 * Probes endpoints with good manners: one request at a time per host, a limited number in all, and only where `robots.txt` and
 * `Retry-After` permit. People and passes have separate slots, so neither can use up those of the other.
 */
export class PoliteProbe {
  readonly #probe: Pick<HttpProbe, 'probe' | 'read'>;
  readonly #passSlots: PQueue;
  readonly #maxPeople: number;
  /** Lets one probe per host compete for a slot; otherwise a host with many services would occupy them all. */
  readonly #slotQueue = new HostQueue();
  /** Serializes requests to a host. A pass joins only once it has a slot, so it never blocks people while it waits for one. */
  readonly #hostQueue: HostQueue;
  readonly #cooldowns: Cooldowns;
  readonly #robots: RobotsCache;
  #people = 0;

  constructor(settings: PoliteProbeSettings) {
    const {
      probe,
      maxInFlight = defaultMaxInFlight,
      maxPeople = defaultMaxPeople,
      queueLimits,
      now = Date.now,
    } = settings;
    this.#probe = probe;
    this.#passSlots = new PQueue({ concurrency: maxInFlight });
    this.#maxPeople = maxPeople;
    this.#hostQueue = new HostQueue(queueLimits);
    this.#cooldowns = new Cooldowns(now);
    this.#robots = new RobotsCache((url, signal) => this.#readRobots(url, signal), now);
  }

  /** Rejects when the signal is aborted, and with `CannotAsk` when a person would have to wait too long. */
  async probe(
    target: ProbeTarget,
    requester: Requester,
    signal?: AbortSignal,
  ): Promise<ProbeResult | Deferred> {
    const { hostname } = new URL(target.endpoint);
    const ask = (): Promise<ProbeResult | Deferred> => {
      signal?.throwIfAborted();
      return this.#ask(target, requester, signal);
    };

    return this.inTurn(hostname, requester, ask);
  }

  /**
   * Reads a text that is meant for this catalog, so that neither `robots.txt` nor `Retry-After` is about it. Rejects with `CannotAsk` when this
   * machine is at fault, or a person would have to wait too long.
   */
  read(url: string, options: ReadOptions, requester: Requester): Promise<Outcome> {
    return this.inTurn(new URL(url).hostname, requester, () => this.#probe.read(url, options));
  }

  /** Runs a task that asks a host when it is its turn. Rejects with `CannotAsk` when a person would have to wait too long. */
  inTurn<Result>(host: string, requester: Requester, task: () => Promise<Result>): Promise<Result> {
    const taskInTurn = (): Promise<Result> => this.#hostQueue.run(host, requester, task);

    return requester === 'person'
      ? this.#serve(host, taskInTurn)
      : this.#slotQueue.run(host, requester, () => this.#passSlots.add(taskInTurn));
  }

  /** Serves a person, or turns them away when too many are being served. */
  async #serve<Result>(host: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#people >= this.#maxPeople) throw new CannotAsk(host, 'too many persons ask at the moment');

    this.#people += 1;
    try {
      return await task();
    } finally {
      this.#people -= 1;
    }
  }

  async #ask(
    target: ProbeTarget,
    requester: Requester,
    signal?: AbortSignal,
  ): Promise<ProbeResult | Deferred> {
    const { endpoint, method, query, body } = target;
    const deferredUntil = this.#cooldowns.endOf(endpoint, requester);
    if (deferredUntil) return { deferredUntil };

    const robots = await this.#robots.rulesOf(new URL(endpoint).origin, signal);
    if ('failure' in robots) return unreached(target, robots);

    const result = await this.#probe.probe(endpoint, { method, query, body, robots, signal });
    this.#cooldowns.record([endpoint, result.url], requester, result.outcome);
    return result;
  }

  #readRobots(url: string, signal?: AbortSignal): Promise<Outcome> {
    return this.#probe.read(url, { maxBodyBytes: maxRobotsBytes, deadlineMs: robotsDeadlineMs, signal });
  }
}

function unreached({ endpoint, method = 'GET' }: ProbeTarget, outcome: Failed): ProbeResult {
  return { method, url: endpoint, latencyMs: 0, outcome };
}
