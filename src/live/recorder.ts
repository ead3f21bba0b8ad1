import type { Check, CheckRecord } from '../domain/check.ts';
import type { CheckFacts } from '../domain/facts.ts';
import { type ProbeResult, signOf } from '../domain/probe.ts';
import { type DeclaredService, unobserved } from '../domain/service.ts';
import type { Standing } from '../domain/standing.ts';
import { observedTerms } from '../payments/asked-terms.ts';
import { advance } from '../verification/life-cycle.ts';
import { countCheck, dayOf, emptyDay, sumWindow, windowStart } from '../verification/uptime.ts';
import type { CatalogStore } from './catalog-store.ts';
import { OfflineDoubt, type Sign } from './offline-doubt.ts';
import type { CheckStore, Clock, Log } from './ports.ts';
import { SerialQueue } from './serial-queue.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly checks: CheckStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** A check that is not recorded yet. */
interface Noted extends Sign {
  readonly id: string;
  readonly check: Check;
}

/** The record of a check, with the facts about the service after it. */
interface Recorded extends CheckRecord, CheckFacts {}

/** Checks in one transaction, before yielding to the event loop. */
const writtenAtOnce = 8;

/** Records checks: writes them to the state database, then publishes the resulting facts. */
export class Recorder {
  readonly #dependencies: Dependencies;
  readonly #offline = new OfflineDoubt();
  readonly #writer = new SerialQueue();
  #noted: Noted[] = [];
  /** Services whose live terms are on file since the start. */
  readonly #known = new Set<string>();
  /** The first day whose checks are kept, as of the last pruning. */
  #prunedTo = '';

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes in a check, which `flush` will record. */
  note({ id, endpoint }: DeclaredService, result: ProbeResult, check: Check): void {
    const host = new URL(endpoint).hostname;
    const wasFailing = this.#standing(id).failures > 0;

    this.#noted.push({ id, check, host, sign: signOf(result), wasFailing });
  }

  /**
   * Records everything noted so far. Returns the ids of all these services, even if their checks were dropped, because this machine seems to
   * be offline or because the write failed.
   */
  flush(): Promise<readonly string[]> {
    return this.#writer.run(async () => {
      const noted = this.#noted;
      this.#noted = [];
      if (noted.length > 0) await this.#record(noted);
      return noted.map(({ id }) => id);
    });
  }

  async #record(noted: readonly Noted[]): Promise<void> {
    const { store, log } = this.#dependencies;
    if (this.#offline.isRaisedBy(noted)) {
      log.warn(
        { checks: noted.length },
        'no host can be reached; this machine seems to be offline, so these checks do not count',
      );
      return;
    }

    const found = new Map<string, CheckFacts>();
    try {
      await this.#write(noted, found);
      await this.#prune();
    } catch (error) {
      log.error({ error, checks: noted.length }, 'checks could not be written; their results are dropped');
    }
    store.observe(found);
  }

  /** Writes checks, and adds the facts after each written check to `found`. */
  async #write(noted: readonly Noted[], found: Map<string, CheckFacts>): Promise<void> {
    for (const group of groupsOf(noted)) {
      // A service that was removed in the meantime has no standing to continue from.
      const listed = group.filter(({ id }) => this.#dependencies.store.snapshot.find(id));
      const records = await Promise.all(listed.map((each) => this.#recordOf(each, found)));
      await this.#dependencies.checks.append(records);

      for (const { id, standing, window } of records) found.set(id, { standing, window });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The record of a check, on top of the facts that are in `found` already. */
  async #recordOf({ id, check }: Noted, found: ReadonlyMap<string, CheckFacts>): Promise<Recorded> {
    const before = found.get(id)?.standing ?? this.#standing(id);
    const days = await this.#dependencies.checks.days(id, windowStart(check.at));
    const date = dayOf(check.at);
    const day = countCheck(days.find((each) => each.date === date) ?? emptyDay(date), check);
    const otherDays = days.filter((each) => each.date !== date);

    const standing = advance(before, check);
    return {
      id,
      check,
      day,
      standing,
      window: sumWindow([...otherDays, day], check.at),
      asked: this.#asked(id, check, before, standing),
    };
  }

  /**
   * What the live 402 asks, with the first check of a service since the start, and whenever it changed. It may have changed right after the
   * check before.
   */
  #asked(id: string, { at, terms }: Check, before: Standing, after: Standing): CheckRecord['asked'] {
    const isChanged = after.termsSince?.getTime() === at.getTime();
    const { declared } = this.#dependencies.store.snapshot.find(id) ?? {};
    if (!declared || terms.length === 0 || (this.#known.has(id) && !isChanged)) return undefined;

    this.#known.add(id);
    const since = isChanged ? before.checkedAt : after.termsSince;
    const { paymentAddress } = declared.x402Config;
    return { terms: observedTerms(terms, paymentAddress), since: since ?? at };
  }

  /** Deletes old checks, once a day. */
  async #prune(): Promise<void> {
    const start = windowStart(this.#dependencies.clock());
    if (start === this.#prunedTo) return;

    this.#prunedTo = start;
    await this.#dependencies.checks.prune(start);
  }

  #standing(id: string): Standing {
    const { observed } = this.#dependencies.store.snapshot.find(id) ?? { observed: unobserved };

    return observed.facts.standing;
  }
}

/** Groups checks for writing: a few at a time, and never two of one service, since the second builds on the first. */
function* groupsOf(noted: readonly Noted[]): Generator<Noted[]> {
  let group: Noted[] = [];
  for (const each of noted) {
    if (group.length === writtenAtOnce || group.some(({ id }) => id === each.id)) {
      yield group;
      group = [];
    }
    group.push(each);
  }
  if (group.length > 0) yield group;
}
