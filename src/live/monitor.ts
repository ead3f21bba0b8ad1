import type { Check, CheckDay, CheckRecord } from '../domain/check.ts';
import { type ProbeResult, signOf } from '../domain/probe.ts';
import type { CheckFacts } from '../domain/facts.ts';
import { type DeclaredService, unobserved } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Standing } from '../domain/standing.ts';
import { examine, type Examination } from '../verification/examine.ts';
import { advance } from '../verification/life-cycle.ts';
import { nextCheckAfter } from '../verification/next-check.ts';
import { countCheck, dayOf, emptyDay, sumWindow, windowStart } from '../verification/uptime.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DueServices } from './due-services.ts';
import { isWildcard } from './is-wildcard.ts';
import { OfflineDoubt, type Sign } from './offline-doubt.ts';
import type { CheckStore, Clock, Log, Prober } from './ports.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly prober: Prober;
  readonly checks: CheckStore;
  /** Time between two checks of a service; 0 for none at all. */
  readonly intervalMs: number;
  readonly clock: Clock;
  /** From 0 to 1, so that services are not asked all at once. */
  readonly random: () => number;
  readonly log: Log;
}

/** A check that is not shown yet. */
interface Seen extends Sign {
  readonly id: string;
  readonly check: Check;
}

/** What is kept of a check, and what is known after it. */
interface Recorded extends CheckRecord, CheckFacts {}

/** How often checks begin; so few begin together that readers need not wait for them. */
const tickMs = 50;

/** How often what was seen is shown. */
const showMs = 1000;

/** Asked, or waiting for their turn, at the same time: enough that one host with many services holds nobody up. */
const inFlight = 2_000;

/** Written in one go; others get their turn before the next. */
const writtenAtOnce = 8;

/** The share of checks that ask beside the endpoint too: enough to notice within a day or so who answers any path with 402. */
const askedBeside = 0.02;

/** A service is asked a little sooner or later than its time, by this share of the interval. */
const jitter = 0.1;

/** What is due at the start is spread over a minute, or more where there are many services, but over no more than the interval. */
const startSpread = { leastMs: 60_000, msEach: 10 };

/** Checks every service in turn, and shows what was seen: at most once a second, however many were checked. */
export class Monitor {
  readonly #dependencies: Dependencies;
  readonly #due: DueServices;
  readonly #waiting: string[] = [];
  readonly #running = new Map<string, Promise<void>>();
  readonly #offline = new OfflineDoubt();
  #seen: Seen[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #showing: Promise<void> = Promise.resolve();
  #prunedOn = '';

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#due = new DueServices(dependencies.clock(), tickMs);
  }

  /** Where a service stands. */
  standing(id: string): Standing {
    const { observed } = this.#dependencies.store.snapshot.find(id) ?? { observed: unobserved };

    return observed.facts.standing;
  }

  start(): void {
    const { store, intervalMs, clock, random } = this.#dependencies;
    if (intervalMs === 0) return;

    const now = clock().getTime();
    const { leastMs, msEach } = startSpread;
    const spread = Math.min(intervalMs, Math.max(leastMs, store.snapshot.size * msEach));
    for (const { declared } of store.snapshot.entries()) {
      const { checkedAt } = this.standing(declared.id);
      // A check from the future was made by a clock that was ahead.
      const last = Math.min(checkedAt?.getTime() ?? 0, now);
      this.#due.set(declared.id, Math.max(last + intervalMs, now + random() * spread));
    }
    store.onChange(({ put, removed }) => {
      for (const { id } of put) this.#due.set(id, clock().getTime());
      for (const id of removed) this.#due.remove(id);
    });
    this.#timers.push(
      setInterval(() => {
        this.tick();
      }, tickMs).unref(),
      setInterval(() => void this.#show(), showMs).unref(),
    );
  }

  /** Begins the checks that are due. */
  tick(): void {
    this.#waiting.push(...this.#due.take(this.#dependencies.clock()));
    this.#fill();
  }

  /** Checks services now, in place of their next time, and waits until what was seen is shown. */
  async checkNow(ids: readonly string[]): Promise<void> {
    this.#waiting.push(...ids);
    this.#fill();
    await this.settled();
  }

  /** Checks that are running or waiting. */
  get unfinished(): number {
    return this.#running.size + this.#waiting.length;
  }

  /** Resolves when no check is running or waiting, and what was seen is shown. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running.values());
    await this.#show();
  }

  /** Ends checking; what was seen is kept. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#waiting.length = 0;
    await this.#show();
  }

  #fill(): void {
    while (this.#running.size < inFlight) {
      const id = this.#waiting.shift();
      if (id === undefined) return;

      const entry = this.#dependencies.store.snapshot.find(id);
      if (!entry || this.#running.has(id) || entry.declared.probing === false) continue;
      const running = this.#check(entry).finally(() => {
        this.#running.delete(id);
        this.#fill();
      });
      this.#running.set(id, running);
    }
  }

  async #check({ declared }: Entry): Promise<void> {
    const { prober, log, random } = this.#dependencies;
    const { id, endpoint } = declared;
    try {
      const result = await prober.probe({ endpoint }, 'pass');
      if ('deferredUntil' in result) {
        this.#due.set(id, result.deferredUntil.getTime());
        return;
      }

      const examination = examine(result, declared);
      const asksBeside = examination.terms.length > 0 && random() < askedBeside;
      const beside = asksBeside ? await isWildcard(endpoint, prober, 'pass') : undefined;
      this.#note(declared, result, examination, beside);
    } catch (error) {
      log.error({ error, id }, 'a service could not be checked');
      this.#scheduleNext(id, this.standing(id));
    }
  }

  #note(
    { id, endpoint }: DeclaredService,
    result: ProbeResult,
    examination: Examination,
    beside: boolean | undefined,
  ): void {
    const check = { ...examination, at: this.#dependencies.clock(), isWildcard: beside };
    this.#seen.push({
      id,
      host: new URL(endpoint).hostname,
      sign: signOf(result),
      wasFailing: this.standing(id).failures > 0,
      check,
    });
  }

  /** Shows what was seen by now, after what was being shown already. */
  #show(): Promise<void> {
    this.#showing = this.#showing.then(() => this.#write());
    return this.#showing;
  }

  async #write(): Promise<void> {
    const seen = this.#seen;
    this.#seen = [];
    if (seen.length === 0) return;

    const { store, log } = this.#dependencies;
    if (this.#offline.isRaisedBy(seen)) {
      log.warn(
        { checks: seen.length },
        'nobody can be reached; this machine seems to be offline, so these checks do not count',
      );
      for (const { id } of seen) this.#scheduleNext(id, this.standing(id));
      return;
    }

    const found = new Map<string, CheckFacts>();
    try {
      for (let start = 0; start < seen.length; start += writtenAtOnce) {
        await this.#keep(seen.slice(start, start + writtenAtOnce), found);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await this.#prune();
    } catch (error) {
      log.error({ error, checks: seen.length }, 'checks could not be written; their results are not shown');
      for (const { id } of seen) if (!found.has(id)) this.#scheduleNext(id, this.standing(id));
    }
    store.observe(found);
  }

  /** Writes some checks, and adds what is known after them to `found`. */
  async #keep(seen: readonly Seen[], found: Map<string, CheckFacts>): Promise<void> {
    const records = await this.#recordsOf(seen, found);
    await this.#dependencies.checks.append(records);

    for (const { id, standing, window } of records) {
      found.set(id, { standing, window });
      this.#scheduleNext(id, standing);
    }
  }

  /** What follows from each check, in their order. */
  async #recordsOf(seen: readonly Seen[], found: ReadonlyMap<string, CheckFacts>): Promise<Recorded[]> {
    const last = new Map<string, Recorded>();
    const records: Recorded[] = [];

    for (const each of seen) {
      const days = await this.#dependencies.checks.days(each.id, windowStart(each.check.at));
      const before = last.get(each.id);
      const record = recordOf(
        each,
        (before ?? found.get(each.id))?.standing ?? this.standing(each.id),
        before ? withDay(days, before.day) : days,
      );
      last.set(each.id, record);
      records.push(record);
    }
    return records;
  }

  #scheduleNext(id: string, standing: Standing): void {
    const { intervalMs, clock, random } = this.#dependencies;
    if (intervalMs === 0) return;

    const pause = nextCheckAfter(standing, intervalMs) * (1 + jitter * (2 * random() - 1));
    this.#due.set(id, clock().getTime() + pause);
  }

  /** Once a day, checks that are too old go. */
  async #prune(): Promise<void> {
    const start = windowStart(this.#dependencies.clock());
    if (start === this.#prunedOn) return;

    this.#prunedOn = start;
    await this.#dependencies.checks.prune(start);
  }
}

function recordOf({ id, check }: Seen, before: Standing, days: readonly CheckDay[]): Recorded {
  const { at } = check;
  const standing = advance(before, check);
  const date = dayOf(at);
  const day = countCheck(days.find((each) => each.date === date) ?? emptyDay(date), check);

  return {
    id,
    check,
    day,
    standing,
    window: sumWindow(withDay(days, day), at),
  };
}

/** The days with this one in the place of what stood for its date. */
function withDay(days: readonly CheckDay[], day: CheckDay): CheckDay[] {
  return [...days.filter(({ date }) => date !== day.date), day];
}
