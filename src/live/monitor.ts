import type { Assets } from '../domain/asset.ts';
import { noFacts } from '../domain/facts.ts';
import { CannotAsk, type Deferred } from '../domain/probe.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { compareTerms, examine } from '../verification/examine.ts';
import { type CatalogStore, unlisted } from './catalog-store.ts';
import { checkOffers } from './check-offers.ts';
import { CheckQueue } from './check-queue.ts';
import type { CheckStore, Clock, Log, Metrics, Prober } from './ports.ts';
import { type Examined, Recorder } from './recorder.ts';
import { forRequest } from './request-context.ts';
import { Schedule } from './schedule.ts';
import type { DeferredStartup } from './deferred-startup.ts';
import { isWildcard } from './validate-endpoint.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly prober: Prober;
  readonly checks: CheckStore;
  readonly assets?: Assets | undefined;
  /** Time between two checks of a service; 0 for no checks at all. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}

/** Interval at which due checks begin, and results are recorded and published. It is short, so that few come at once and reads do not wait for them. */
const tickMs = 10;

/** The share of checks that also probe a random path: enough to notice within about a day that an endpoint answers any path with 402. */
const randomPathShare = 0.02;

/** Checks services: takes the due ones from the schedule, probes them, and hands the results to the recorder. */
export class Monitor {
  readonly #dependencies: Dependencies;
  readonly #schedule: Schedule;
  readonly #recorder: Recorder;
  readonly #queue = new CheckQueue();
  /** Fulfilled when a check has ended. */
  #ended = Promise.withResolvers<undefined>();
  /** The requests that changed services whose check has not begun since. */
  readonly #requests = new Map<string, string>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: () => void = () => undefined;
  /** Whether this machine could not ask the last service. */
  #isUnable = false;
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#schedule = new Schedule(tickMs, dependencies);
    this.#recorder = new Recorder(dependencies);
  }

  /** How many services are checked later, are due and wait for others, and are being checked. */
  get queue(): { readonly scheduled: number; readonly overdue: number; readonly running: number } {
    return {
      scheduled: this.#schedule.size,
      overdue: this.#queue.waiting,
      running: this.#queue.running,
    };
  }

  /**
   * Begins to check. Resolves when all services are scheduled, each after its last check on any server; `inTurn` says when to read these
   * checks. Never rejects.
   */
  async start(inTurn: DeferredStartup['run'] = (work) => work()): Promise<void> {
    const { store, intervalMs } = this.#dependencies;
    if (intervalMs > 0) this.#checkChanged();
    this.#recorder.start();
    await inTurn(() => this.#recorder.reconcile());
    if (intervalMs > 0 && !this.#isStopped) {
      this.#schedule.start(store.snapshot.entries(), store.snapshot.size);
    }
  }

  /** Checks services when they change, and whenever they are due. */
  #checkChanged(): void {
    this.#stopListening = this.#dependencies.store.onChange((change) => {
      for (const { id, probing } of change.put) {
        this.#checkSoon(id, probing === false ? undefined : change.requests?.get(id));
      }
      for (const id of unlisted(change)) {
        this.#schedule.remove(id);
        this.#requests.delete(id);
      }
    });
    this.#timers.push(
      setInterval(() => {
        this.tick();
        void this.#record();
      }, tickMs).unref(),
    );
  }

  /** Begins due checks, as far as the limit of checks in flight allows. */
  tick(): void {
    for (const id of this.#schedule.take()) this.#add(id);
    this.#fill();
  }

  /** Checks services now, whether due or not, and resolves when the results are published. */
  async checkNow(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#add(id);
    this.#fill();
    await this.settled();
  }

  /** The number of checks that are running or waiting. */
  get unfinished(): number {
    return this.#queue.running + this.#queue.waiting;
  }

  /** Resolves when no check is running or waiting, and all results are published. */
  async settled(): Promise<void> {
    do {
      if (this.#queue.running > 0) await this.#ended.promise;
      await this.#record();
    } while (this.#queue.running + this.#recorder.unrecorded > 0);
  }

  /** Stops checking, and records the results that are in already. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopListening();
    this.#recorder.stop();
    this.#queue.clear();
    await this.#record();
  }

  #checkSoon(id: string, requestId: string | undefined): void {
    this.#schedule.now(id);
    if (requestId !== undefined) this.#requests.set(id, requestId);
  }

  #add(id: string): void {
    const declared = this.#entry(id)?.declared;

    if (declared) this.#queue.add(id, new URL(declared.endpoint).hostname);
  }

  #fill(): void {
    if (this.#isStopped) return;

    for (let id = this.#queue.next(); id !== undefined; id = this.#queue.next()) this.#begin(id);
  }

  #begin(id: string): void {
    const declared = this.#entry(id)?.declared;
    if (!declared || declared.probing === false) {
      this.#queue.end(id);
      return;
    }

    const requestId = this.#requests.get(id);
    this.#requests.delete(id);
    void forRequest(requestId, () => this.#check(declared)).finally(() => {
      this.#end(id);
    });
  }

  #end(id: string): void {
    this.#queue.end(id);
    this.#fill();
    this.#ended.resolve(undefined);
    this.#ended = Promise.withResolvers();
  }

  async #check(declared: DeclaredService): Promise<void> {
    const { id } = declared;
    try {
      const examined = await this.#examine(declared);
      // What changed during its check is checked again as it is now.
      if (this.#entry(id)?.declared !== declared) this.#add(id);
      else if ('deferredUntil' in examined) this.#schedule.defer(id, examined.deferredUntil);
      else this.#recorder.note(declared, examined);
      this.#isUnable = false;
    } catch (error) {
      this.#report(error, id);
      this.#scheduleNext(id);
    }
  }

  /** Reports the first service that this machine cannot reach: without a network, all others follow. */
  #report(error: unknown, id: string): void {
    const { log } = this.#dependencies;
    if (!(error instanceof CannotAsk)) {
      log.error({ error, id }, 'a service could not be checked');
      return;
    }

    const { host, reason } = error;
    if (!this.#isUnable) log.warn({ id, host, reason }, 'this machine cannot ask a service; it tries again');
    this.#isUnable = true;
  }

  async #examine(declared: DeclaredService): Promise<Examined | Deferred> {
    const { prober, assets, intervalMs, clock, random } = this.#dependencies;
    const { id, endpoint, request } = declared;
    const result = await prober.probe({ ...request, endpoint }, 'pass');
    if ('deferredUntil' in result) return result;

    const seen = examine(result, undefined, assets);
    const known = this.#entry(id)?.observed.facts.offers ?? noFacts.offers;
    const main = { method: result.method, seen };
    const offers = await checkOffers(declared, main, { prober, assets, known, intervalMs });
    const probesRandomPath = seen.terms.length > 0 && random() < randomPathShare;
    const answersRandomPath = probesRandomPath ? await isWildcard(endpoint, prober, 'pass') : undefined;
    const check = { ...compareTerms(seen, declared), at: clock(), isWildcard: answersRandomPath };
    return { result, check, offers };
  }

  #entry(id: string): Entry | undefined {
    return this.#dependencies.store.snapshot.find(id);
  }

  async #record(): Promise<void> {
    for (const id of await this.#recorder.flush()) this.#scheduleNext(id);
  }

  #scheduleNext(id: string): void {
    const entry = this.#entry(id);

    if (entry) this.#schedule.next(id, entry.observed.facts);
  }
}
