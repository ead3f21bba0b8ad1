import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { dayOf } from '../domain/duration.ts';
import type { Check, CheckRecord } from '../domain/check.ts';
import type { CheckFacts } from '../domain/facts.ts';
import { noTraits } from '../domain/payment-terms.ts';
import { furtherPayees } from '../domain/payee.ts';
import { type ProbeResult, signOf } from '../domain/probe.ts';
import { type DeclaredService, unobserved } from '../domain/service.ts';
import { type Entry, idOf } from '../domain/snapshot.ts';
import { slicesOf } from '../domain/slices.ts';
import type { Standing } from '../domain/standing.ts';
import { subjectOf } from '../domain/subject.ts';
import { observedTerms } from '../payments/asked-terms.ts';
import { advance } from '../verification/life-cycle.ts';
import { advanceOffers, type OfferExaminations } from '../verification/offers.ts';
import { traitsOf } from '../verification/sent-challenge.ts';
import { countCheck, emptyDay, sumWindow, windowAfter, windowStart } from '../verification/uptime.ts';
import { type CatalogStore, unlisted } from './catalog-store.ts';
import { OfflineDetector, type Sign } from './offline-detector.ts';
import type { CheckStore, Clock, Log, Metrics } from './ports.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly checks: CheckStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}

export interface Examined {
  readonly result: ProbeResult;
  readonly check: Check;
  readonly offers: OfferExaminations;
}

interface Noted extends Sign, Omit<Examined, 'result'> {
  readonly id: string;
  /** The service as it was when it was checked. */
  readonly declared: DeclaredService;
}

/** Checks in one transaction at most, before yielding to the event loop. */
const writtenAtOnce = 4;

/** So many checks or fewer, which is what a tick usually brings, are written one by one, so that reads come between them. */
const fewChecks = 8;

/** Services compared with their stored checks before yielding to the event loop. */
const comparedAtOnce = 250;

/**
 * Records checks: writes them to the state database, then publishes the resulting facts. Forgets those of a service that changes its
 * subject.
 */
export class Recorder {
  readonly #dependencies: Dependencies;
  readonly #offline = new OfflineDetector();
  readonly #writer = new PQueue({ concurrency: 1 });
  #noted: Noted[] = [];
  #unrecorded = 0;
  /** Services whose live terms are on file since the start. */
  readonly #known = new Set<string>();
  #stopListening: () => void = () => undefined;
  /** The first day whose checks are stored, as of the last pruning. */
  #prunedTo = '';
  /** Why checks are dropped at the moment, and how many were. */
  #dropping = { why: '', checks: 0 };

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Deletes the checks of services that change their subject from now on, and applies those of services that come back after their removal. */
  start(): void {
    const { store, checks } = this.#dependencies;
    this.#stopListening = store.onChange((change, before) => {
      const { put } = change;
      // What their live 402s ask is not on file any more.
      for (const id of unlisted(change)) this.#known.delete(id);
      const changed = put.filter((declared) => hasNewSubject(declared, before.find(declared.id)));
      if (changed.length > 0) void this.#store(() => checks.forget(changed));
      const listed = put.map(({ id }) => id).filter((id) => before.find(id) === undefined);
      if (listed.length > 0) void this.#store(() => this.#reconcile(listed));
    });
  }

  /** Deletes the checks of services that changed their subject while no server was running, and applies what other servers recorded. */
  async reconcile(): Promise<void> {
    await this.#store(() => this.#reconcile(this.#dependencies.store.snapshot.ids()));
  }

  stop(): void {
    this.#stopListening();
  }

  /** Takes in a check, which `flush` will record. */
  note(declared: DeclaredService, { result, check, offers }: Examined): void {
    const { id, endpoint } = declared;
    const host = new URL(endpoint).hostname;
    const wasFailing = this.#facts(id).standing.failures > 0;

    this.#noted.push({ id, declared, check, offers, host, sign: signOf(result), wasFailing });
    this.#unrecorded += 1;
  }

  /** How many checks are noted and not recorded yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  /**
   * Records everything noted so far, except for services that have changed since they were checked. Returns the ids of all others, even if
   * their checks were dropped, because this machine seems to be offline or because the write failed.
   */
  flush(): Promise<readonly string[]> {
    return this.#writer.add(async () => {
      const noted = this.#noted;
      this.#noted = [];
      if (noted.length > 0) await this.#record(noted);
      this.#unrecorded -= noted.length;
      return noted.filter((each) => this.#isCurrent(each)).map(({ id }) => id);
    });
  }

  async #reconcile(ids: Iterable<string>): Promise<void> {
    for (const some of slicesOf(ids, comparedAtOnce)) {
      await this.#reconcileSome(some);
      await nextTurn();
    }
  }

  async #reconcileSome(ids: readonly string[]): Promise<void> {
    const { store, checks } = this.#dependencies;
    const known = await checks.last(ids);
    const entries = ids.flatMap((id) => store.snapshot.find(id) ?? []);
    const changed = entries.filter((entry) => isOfAnother(entry, known.get(idOf(entry))?.subject));

    if (changed.length > 0) await checks.forget(changed.map(({ declared }) => declared));
    const newer = ids.filter((id) => (known.get(id)?.at ?? 0) > lastCheck(this.#facts(id)));
    if (newer.length > 0) store.observe(await checks.facts(newer));
  }

  /** Changes what is stored, once the checks that came before are written. */
  async #store(change: () => Promise<void>): Promise<void> {
    try {
      await this.#writer.add(change);
    } catch (error) {
      const { log } = this.#dependencies;
      log.error(
        { error },
        'stored checks could not be compared with the catalog; those of former subjects are not shown',
      );
    }
  }

  async #record(noted: readonly Noted[]): Promise<void> {
    if (this.#offline.suspectsOffline(noted)) {
      this.#drop(noted, 'no host can be reached; this machine seems to be offline, so checks do not count');
      return;
    }

    try {
      await this.#write(noted);
      this.#endDropping();
      await this.#prune();
    } catch (error) {
      this.#drop(noted, 'checks could not be written; their results are dropped', error);
    }
  }

  /** Says why once, however long it lasts. */
  #drop({ length }: readonly Noted[], why: string, error?: unknown): void {
    const { log } = this.#dependencies;
    const isNew = why !== this.#dropping.why;
    this.#dropping = { why, checks: length + (isNew ? 0 : this.#dropping.checks) };
    if (!isNew) return;

    if (error === undefined) log.warn({ checks: length }, why);
    else log.error({ error, checks: length }, why);
  }

  #endDropping(): void {
    const { why, checks } = this.#dropping;
    if (why !== '') this.#dependencies.log.info({ checks, why }, 'checks count again; these were dropped');
    this.#dropping = { why: '', checks: 0 };
  }

  /** Writes and publishes checks, a few at a time and step by step, so that reads in between wait for no more than one step of those. */
  async #write(noted: readonly Noted[]): Promise<void> {
    const { checks, store, metrics } = this.#dependencies;
    for (const group of groupsOf(noted)) {
      // A service that was removed or changed in the meantime was not checked as it is now.
      const current = group.filter((each) => this.#isCurrent(each));
      const records = await Promise.all(current.map((each) => this.#recordOf(each)));
      await nextTurn();
      await checks.append(records);
      await nextTurn();
      store.observe(new Map(records.map((record) => [record.id, factsIn(record)])));
      for (const { check } of records) metrics?.checked(check.verdict);
      await nextTurn();
    }
  }

  async #recordOf({ id, declared, check, offers }: Noted): Promise<CheckRecord> {
    const known = this.#facts(id);
    const standing = advance(known.standing, check);

    return {
      id,
      subject: subjectOf(declared),
      check,
      ...(await this.#counted(declared, check)),
      standing,
      offers: advanceOffers(declared, known.offers, offers, check.at),
      ...this.#readIn(declared, check, known),
      asked: this.#asked(declared, check, known.standing, standing),
    };
  }

  /** The day of a check with it, and the window that ends with that day. Only the first check of a day has to read the days before. */
  async #counted(declared: DeclaredService, check: Check): Promise<Pick<CheckRecord, 'day' | 'window'>> {
    const { checks } = this.#dependencies;
    const date = dayOf(check.at);
    const last = await checks.lastDay(declared);
    if (last?.day.date === date) {
      const day = countCheck(last.day, check);
      return { day, window: windowAfter(last.window, last.day, day) };
    }

    const days = await checks.days(declared, windowStart(check.at));
    const day = countCheck(days.find((each) => each.date === date) ?? emptyDay(date), check);
    return { day, window: sumWindow([...days.filter((each) => each.date !== date), day], check.at) };
  }

  /** The live 402, as far as the check could read it. */
  #readIn(
    declared: DeclaredService,
    check: Check,
    known: CheckFacts,
  ): Pick<CheckFacts, 'furtherPayees' | 'traits' | 'rails'> {
    const rails = isSilent(check) ? known.rails : asKnown(known.rails, check.rails);
    if (check.terms.length === 0) {
      const isByOthers = check.verdict === 'unread' && check.rails.length > 0;
      return { furtherPayees: known.furtherPayees, traits: isByOthers ? noTraits : known.traits, rails };
    }

    return {
      furtherPayees: asKnown(known.furtherPayees, furtherPayees(check.terms, declared)),
      traits: asKnown(known.traits, traitsOf(check, declared.endpoint)),
      rails,
    };
  }

  /**
   * What the live 402 asks, with the first check of a service since the start, and whenever it changed. It may have changed right after the
   * check before.
   */
  #asked(
    { id, x402Config: { paymentAddress } }: DeclaredService,
    { at, terms }: Check,
    before: Standing,
    after: Standing,
  ): CheckRecord['asked'] {
    const isChanged = after.termsSince?.getTime() === at.getTime();
    if (terms.length === 0 || (this.#known.has(id) && !isChanged)) return undefined;

    this.#known.add(id);
    const since = isChanged ? before.checkedAt : after.termsSince;
    // After a clock that was ahead, the check before lies in the future.
    return { terms: observedTerms(terms, paymentAddress), since: since !== null && since < at ? since : at };
  }

  /** Deletes old checks, once a day. */
  async #prune(): Promise<void> {
    const start = windowStart(this.#dependencies.clock());
    if (start === this.#prunedTo) return;

    this.#prunedTo = start;
    const isListed = (id: string): boolean => this.#dependencies.store.snapshot.find(id) !== undefined;
    await this.#dependencies.checks.prune({ before: start, isListed });
    for (const id of this.#known) if (!isListed(id)) this.#known.delete(id);
  }

  #isCurrent({ id, declared }: Noted): boolean {
    return this.#dependencies.store.snapshot.find(id)?.declared === declared;
  }

  #facts(id: string): CheckFacts {
    const { observed } = this.#dependencies.store.snapshot.find(id) ?? { observed: unobserved };

    return observed.facts;
  }
}

function factsIn(record: CheckRecord): CheckFacts {
  const { subject, standing, window, offers, furtherPayees, traits, rails } = record;

  return { subject, standing, window, offers, furtherPayees, traits, rails };
}

/** Whether a check says nothing of how the service wants to be paid, so that what the one before saw stays. */
function isSilent({ verdict, httpStatus }: Check): boolean {
  return verdict === 'blocked' || httpStatus === null;
}

/** The known value where an equal one was read again: so it stays in memory once, and a large catalog takes less time to be collected. */
function asKnown<Value>(known: Value, now: Value): Value {
  return JSON.stringify(known) === JSON.stringify(now) ? known : now;
}

/** In milliseconds since 1970. */
function lastCheck({ standing }: CheckFacts): number {
  return standing.checkedAt?.getTime() ?? 0;
}

function hasNewSubject(declared: DeclaredService, before: Entry | undefined): boolean {
  return before !== undefined && subjectOf(before.declared) !== subjectOf(declared);
}

/** Whether the stored checks of a service, if there are any, are about another subject. */
function isOfAnother(entry: Entry, subject: string | undefined): boolean {
  return subject !== undefined && subject !== subjectOf(entry.declared);
}

/** Groups checks for writing: a few at a time, and never two of one service, since the second builds on the first. */
function* groupsOf(noted: readonly Noted[]): Generator<Noted[]> {
  const most = noted.length > fewChecks ? writtenAtOnce : 1;
  let group: Noted[] = [];
  for (const each of noted) {
    if (group.length === most || group.some(({ id }) => id === each.id)) {
      yield group;
      group = [];
    }
    group.push(each);
  }
  if (group.length > 0) yield group;
}
