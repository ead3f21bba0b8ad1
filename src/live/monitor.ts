import type { DeclaredService } from '../domain/service.ts';
import { examine } from '../verification/examine.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CheckStore, Clock, Log, Prober } from './ports.ts';
import { Recorder } from './recorder.ts';
import { Schedule } from './schedule.ts';
import { isWildcard } from './validate-endpoint.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly prober: Prober;
  readonly checks: CheckStore;
  /** Time between two checks of a service; 0 for no checks at all. */
  readonly intervalMs: number;
  readonly clock: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/** How often checks begin: a few at a time, so that readers need not wait for many. */
const tickMs = 50;

/** How often results are recorded, and so shown. */
const recordMs = 1000;

/** Checks that run or wait for their host at the same time: enough that one host with many services holds up nobody else. */
const inFlight = 2_000;

/** The share of checks that probe a random path too: enough to notice an endpoint that answers any path with 402 within a day or so. */
const askedBeside = 0.02;

/** Checks every service in turn: takes those that are due from the schedule, probes them, and hands the results to the recorder. */
export class Monitor {
  readonly #dependencies: Dependencies;
  readonly #schedule: Schedule;
  readonly #recorder: Recorder;
  readonly #waiting: string[] = [];
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#schedule = new Schedule(tickMs, dependencies);
    this.#recorder = new Recorder(dependencies);
  }

  start(): void {
    const { store, intervalMs } = this.#dependencies;
    if (intervalMs === 0) return;

    this.#schedule.start(store.snapshot.entries(), store.snapshot.size);
    store.onChange(({ put, removed }) => {
      for (const { id } of put) this.#schedule.now(id);
      for (const id of removed) this.#schedule.remove(id);
    });
    this.#timers.push(
      setInterval(() => {
        this.tick();
      }, tickMs).unref(),
      setInterval(() => void this.#record(), recordMs).unref(),
    );
  }

  /** Begins the checks that are due. */
  tick(): void {
    this.#waiting.push(...this.#schedule.take());
    this.#fill();
  }

  /** Checks services now, whenever they are due, and resolves when the results are shown. */
  async checkNow(ids: readonly string[]): Promise<void> {
    this.#waiting.push(...ids);
    this.#fill();
    await this.settled();
  }

  /** Checks that are running or waiting. */
  get unfinished(): number {
    return this.#running.size + this.#waiting.length;
  }

  /** Resolves when no check is running or waiting, and all results are shown. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running.values());
    await this.#record();
  }

  /** Stops checking; results that are there already are recorded. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#waiting.length = 0;
    await this.#record();
  }

  #fill(): void {
    while (this.#running.size < inFlight) {
      const id = this.#waiting.shift();
      if (id === undefined) return;

      const declared = this.#dependencies.store.snapshot.find(id)?.declared;
      if (!declared || this.#running.has(id) || declared.probing === false) continue;
      const running = this.#check(declared).finally(() => {
        this.#running.delete(id);
        this.#fill();
      });
      this.#running.set(id, running);
    }
  }

  async #check(declared: DeclaredService): Promise<void> {
    const { prober, clock, random, log } = this.#dependencies;
    const { id, endpoint } = declared;
    try {
      const result = await prober.probe({ endpoint }, 'pass');
      if ('deferredUntil' in result) {
        this.#schedule.defer(id, result.deferredUntil);
        return;
      }

      const examination = examine(result, declared);
      const asksBeside = examination.terms.length > 0 && random() < askedBeside;
      const beside = asksBeside ? await isWildcard(endpoint, prober, 'pass') : undefined;
      this.#recorder.note(declared, result, { ...examination, at: clock(), isWildcard: beside });
    } catch (error) {
      log.error({ error, id }, 'a service could not be checked');
      this.#scheduleNext(id);
    }
  }

  async #record(): Promise<void> {
    for (const id of await this.#recorder.flush()) this.#scheduleNext(id);
  }

  #scheduleNext(id: string): void {
    const entry = this.#dependencies.store.snapshot.find(id);

    if (entry) this.#schedule.next(id, entry.observed.facts.standing);
  }
}
