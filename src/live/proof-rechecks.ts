import PQueue from 'p-queue';
import { dayMs, hourMs } from '../domain/duration.ts';
import type { Proof } from '../domain/owner.ts';
import { CannotAsk } from '../domain/probe.ts';
import type { Look } from '../domain/ownership/method.ts';
import { isPlaced } from '../domain/ownership/methods.ts';
import { stillHolds, isStale, type LookRecord, ownerLine, recordOf } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { EndProofAct } from '../registration/act.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DueServices } from './due-services.ts';
import type { Clock, Log, ProofLookStore, ProofPlaces } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'onChange'>;
  readonly looks: ProofLookStore;
  readonly places: ProofPlaces;
  /** Resolves with false when the commit failed and left nothing behind. */
  readonly endProof: (act: EndProofAct) => Promise<boolean>;
  /** The host of SITE_URL, by which proofs name this catalog. */
  readonly catalogHost: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

type Proven = DeclaredService & { readonly owner: string; readonly proof: Proof };

const tickMs = 60_000;

/** A proof that was not found for so long is ended. */
const endedAfterMs = 30 * dayMs;

/** Looks that run at once. */
const maxRunning = 8;

/**
 * Rechecks every placed proof at least once a day, and ends those that stay missing. A proof that no longer fits the declaration, after a
 * change of the file in git, ends at once.
 */
export class ProofRechecks {
  readonly #dependencies: Dependencies;
  readonly #due: DueServices;
  readonly #queue = new PQueue({ concurrency: maxRunning });
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#due = new DueServices(dependencies.clock(), tickMs);
  }

  /** Schedules all proofs by their last looks, and begins to look. Never rejects. */
  async start(): Promise<void> {
    const { store } = this.#dependencies;
    this.#stopListening = store.onChange(({ put }, before) => {
      for (const service of put) this.#follow(service, before.find(service.id)?.declared);
    });
    this.#timer = setInterval(() => {
      this.tick();
    }, tickMs).unref();

    const known = await this.#known();
    for (const { declared } of store.snapshot.entries()) this.#schedule(declared, known.get(declared.id));
  }

  /** Begins the looks that are due, a few at once. */
  tick(): void {
    if (this.#isStopped) return;

    for (const id of this.#due.take(this.#dependencies.clock())) void this.#queue.add(() => this.#visit(id));
  }

  /** Resolves when no look is running or waiting. */
  settled(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Begins no further look, and records none of those that are running. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#stopListening();
    this.#queue.clear();
  }

  /** The last looks, those at proofs that are gone forgotten. Without them, every proof counts as found when it was made. */
  async #known(): Promise<ReadonlyMap<string, LookRecord>> {
    const { store, looks, log } = this.#dependencies;
    try {
      const known = await looks.all();
      await looks.forget([...known.keys()].filter((id) => !provenIn(store.snapshot.find(id)?.declared)));
      return known;
    } catch (error) {
      log.error({ error }, 'the last looks at proofs could not be read');
      return new Map();
    }
  }

  /** Schedules a service whose proof is another one than before, or no longer fits. */
  #follow(service: DeclaredService, before: DeclaredService | undefined): void {
    const isSame = service.proof?.at === before?.proof?.at && fits(service);

    if (!isSame) this.#schedule(service, undefined);
  }

  #schedule(service: DeclaredService, last: LookRecord | undefined): void {
    const at = this.#dueAt(service, last);

    if (at === undefined) this.#due.remove(service.id);
    else this.#due.set(service.id, at);
  }

  /** When to look at the proof of a service, in milliseconds since 1970; undefined where there is nothing to look at. */
  #dueAt(service: DeclaredService, last: LookRecord | undefined): number | undefined {
    const { clock, random } = this.#dependencies;
    const now = clock().getTime();
    const { proof } = provenIn(service) ?? {};
    if (proof && !fits(service)) return now;
    if (!proof || !isPlaced(proof.method)) return undefined;

    // After a long pause all of them are overdue; they are spread over an hour.
    const lookedAt = Math.min(now, recordOf(proof, last).lookedAt.getTime());
    return Math.max(lookedAt + this.#pauseMs(), now + random() * hourMs);
  }

  /** Between half a day and a day, so that looks spread over the day. */
  #pauseMs(): number {
    return dayMs * (0.5 + this.#dependencies.random() / 2);
  }

  /** Looks at one proof, and schedules the next look. Never rejects. */
  async #visit(id: string): Promise<void> {
    const { store, clock, log } = this.#dependencies;
    const service = provenIn(store.snapshot.find(id)?.declared);
    if (!service) return;

    const next = (ms: number): void => this.#due.set(id, clock().getTime() + ms);
    try {
      if (!(await this.#look(service))) next(hourMs);
      else if (isPlaced(service.proof.method)) next(this.#pauseMs());
    } catch (error) {
      // When this machine is at fault, that says nothing about the proof.
      const facts = { error, id };
      if (!(error instanceof CannotAsk)) log.error(facts, 'a proof could not be looked at');
      next(hourMs);
    }
  }

  /** Returns false when it has to be done again soon. */
  async #look(service: Proven): Promise<boolean> {
    const { looks, places, catalogHost, clock } = this.#dependencies;
    const { id, owner, proof } = service;
    if (!fits(service)) return this.#end(service);
    const { method, evidence } = proof;
    if (!isPlaced(method)) return true;

    const look = await places[method].look(evidence, ownerLine(owner, catalogHost), 'pass', service);
    if (this.#isStopped || !this.#isCurrent(service)) return true;

    const record = lookedAt(recordOf(proof, await looks.of(id)), look, clock());
    await looks.record(id, record);
    const isOver = look.result === 'missing' && isStale(record) && isGone(record, clock());
    return isOver ? this.#end(service) : true;
  }

  /** Whether a service has the same proof as when the look began. */
  #isCurrent({ id, owner, proof }: Proven): boolean {
    const present = provenIn(this.#dependencies.store.snapshot.find(id)?.declared);

    return present?.owner === owner && present.proof.at === proof.at;
  }

  #end({ id, proof: { evidence, at } }: Proven): Promise<boolean> {
    this.#dependencies.log.info({ id, evidence }, 'a proof does not hold any more; it is ended');

    return this.#dependencies.endProof({ kind: 'end_proof', id, evidence, at });
  }
}

function provenIn(service: DeclaredService | undefined): Proven | undefined {
  if (service?.owner === undefined || service.proof === undefined) return undefined;

  return { ...service, owner: service.owner, proof: service.proof };
}

/** Whether the proof of a service, if it has one, is about what it declares. */
function fits(service: DeclaredService): boolean {
  return service.proof === undefined || stillHolds(service.proof, service);
}

/** The record after a look. Nobody's answer is no miss. */
function lookedAt(last: LookRecord, { result }: Look, now: Date): LookRecord {
  switch (result) {
    case 'found':
      return { ...last, heldAt: now, lookedAt: now, misses: 0 };
    case 'missing':
      return { ...last, lookedAt: now, misses: last.misses + 1 };
    case 'unclear':
      return { ...last, lookedAt: now };
  }
}

function isGone({ heldAt }: LookRecord, now: Date): boolean {
  return now.getTime() - heldAt.getTime() >= endedAfterMs;
}
