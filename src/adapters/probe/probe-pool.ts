import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeResult } from '../../domain/probe.ts';
import { backOffMs } from './back-off.ts';
import { BoundedMap } from './bounded-map.ts';
import type { HttpProbe } from './http-probe.ts';
import { isOutOfReach } from './outcome.ts';
import { type Deferred, PoliteProbe, type ProbeTarget } from './polite-probe.ts';

export type { Deferred, ProbeTarget };

export interface PassSummary {
  /** Targets with a result. */
  readonly told: number;
  /** Targets without one: their host asked to wait, or was out of reach so often that it is left alone for a while. */
  readonly deferred: number;
}

export interface ProbePoolSettings {
  readonly probe: Pick<HttpProbe, 'probe' | 'read'>;
  /** Told of `CannotAsk`, and of errors of our own; the pass goes on without that target. */
  readonly surprised: (target: ProbeTarget, error: unknown) => void;
  /** Probes at the same time, over all hosts; 200. */
  readonly inFlight?: number;
  /** How long a pass waits between two targets of one host; by default 0.2 to 1 s, at random. */
  readonly pauseMs?: () => number;
  readonly now?: () => number;
}

interface Pass<Target> {
  readonly onResult: (target: Target, result: ProbeResult) => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
  told: number;
  deferred: number;
}

/** After this many targets of an origin in a row that were out of reach, a pass takes the others for unreached too. */
const enoughUnreached = 3;

/** Origins whose failures are counted. */
const mostFailing = 100_000;

/** Probes single endpoints and whole catalogs, politely; see `PoliteProbe`. */
export class ProbePool {
  readonly #polite: PoliteProbe;
  readonly #surprised: ProbePoolSettings['surprised'];
  readonly #pauseMs: () => number;
  readonly #now: () => number;
  readonly #inFlight: number;
  readonly #failing = new BoundedMap<{ readonly failures: number; readonly until: number }>(mostFailing);

  constructor({ probe, surprised, inFlight = 200, pauseMs, now = Date.now }: ProbePoolSettings) {
    this.#polite = new PoliteProbe(probe, inFlight, now);
    this.#surprised = surprised;
    this.#inFlight = inFlight;
    this.#pauseMs = pauseMs ?? (() => 200 + Math.random() * 800);
    this.#now = now;
  }

  /** Probes one target before what a pass still has to do, however often its origin failed. Rejects when its signal is aborted, and with `CannotAsk`. */
  async probe(target: ProbeTarget, signal?: AbortSignal): Promise<ProbeResult | Deferred> {
    const result = await this.#polite.probe(target, 'person', signal);
    const isReached = 'outcome' in result && !isOutOfReach(result.outcome);
    if (isReached) this.#failing.delete(new URL(target.endpoint).origin);

    return result;
  }

  /**
   * Probes every target, and tells each result before it goes on to the next of that host; a slow `onResult` slows the pass. Ends
   * early, without an error, when its signal is aborted; rejects with the first error of `onResult`.
   */
  async probeAll<Target extends ProbeTarget>(
    targets: Iterable<Target>,
    onResult: Pass<Target>['onResult'],
    signal?: AbortSignal,
  ): Promise<PassSummary> {
    const pass: Pass<Target> = { onResult, signal, told: 0, deferred: 0 };
    const byHost = Map.groupBy(targets, ({ endpoint }) => URL.parse(endpoint)?.hostname ?? '');
    const hosts = each(byHost);
    // Some workers pause between two targets of a host; the others are enough to fill the slots.
    const workers = Array.from({ length: Math.min(byHost.size, 2 * this.#inFlight) }, () =>
      this.#work(hosts, pass),
    );

    const ends = await Promise.allSettled(workers);
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    return { told: pass.told, deferred: pass.deferred };
  }

  /** A worker that fails ends the iterator, and so the pass, for all of them. */
  async #work<Target extends ProbeTarget>(
    hosts: Iterable<readonly Target[]>,
    pass: Pass<Target>,
  ): Promise<void> {
    for (const targets of hosts) {
      if (pass.signal?.aborted === true) return;

      const byOrigin = Map.groupBy(targets, ({ endpoint }) => URL.parse(endpoint)?.origin ?? '');
      for (const [origin, ofOrigin] of byOrigin) await this.#visit(origin, ofOrigin, pass);
    }
  }

  async #visit<Target extends ProbeTarget>(
    origin: string,
    targets: readonly Target[],
    pass: Pass<Target>,
  ): Promise<void> {
    if ((this.#failing.get(origin)?.until ?? 0) > this.#now()) {
      pass.deferred += targets.length;
      return;
    }

    const visit: Visit = { unreached: 0, isReached: false };
    for (const [i, target] of targets.entries()) {
      if (pass.signal?.aborted === true) return;
      const assumed = visit.unreached >= enoughUnreached && visit.last;
      if (i > 0 && !assumed) await sleep(this.#pauseMs());

      const result = assumed ? { ...assumed, url: target.endpoint } : await this.#probed(target, pass, visit);
      if (!result) continue;
      await pass.onResult(target, result);
      pass.told += 1;
    }
    this.#noteVisit(origin, visit);
  }

  async #probed<Target extends ProbeTarget>(
    target: Target,
    pass: Pass<Target>,
    visit: Visit,
  ): Promise<ProbeResult | undefined> {
    try {
      const result = await this.#polite.probe(target, 'pass', pass.signal);
      if ('deferredUntil' in result) {
        pass.deferred += 1;
        return undefined;
      }

      noteResult(visit, result);
      return result;
    } catch (error) {
      if (pass.signal?.aborted !== true) this.#surprised(target, error);
      return undefined;
    }
  }

  #noteVisit(origin: string, { last, isReached }: Visit): void {
    if (isReached || !last) {
      this.#failing.delete(origin);
      return;
    }

    const failures = (this.#failing.get(origin)?.failures ?? 0) + 1;
    this.#failing.set(origin, { failures, until: this.#now() + backOffMs(failures) });
  }
}

/** What a pass has seen of an origin. */
interface Visit {
  /** In a row, up to the last one. */
  unreached: number;
  isReached: boolean;
  last?: ProbeResult;
}

function noteResult(visit: Visit, result: ProbeResult): void {
  const isUnreached = isOutOfReach(result.outcome);

  visit.last = result;
  visit.unreached = isUnreached ? visit.unreached + 1 : 0;
  visit.isReached ||= !isUnreached;
}

/** One iterator for many workers. */
function* each<Value>(map: ReadonlyMap<unknown, Value>): Generator<Value> {
  yield* map.values();
}
