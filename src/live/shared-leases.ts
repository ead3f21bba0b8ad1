import type { Lease } from '../domain/lease.ts';
import { type Duty, HeldDuty } from './duty.ts';
import type { Leases } from './leases.ts';
import type { LeaseBoard, LeaseStore, Log } from './ports.ts';

interface Dependencies {
  readonly store: LeaseStore;
  /** Names this process. */
  readonly holder: string;
  /** Milliseconds of a clock that nobody sets; `performance.now` by default. */
  readonly elapsed?: () => number;
  /** How long a lease lasts after it was last renewed; 12 s by default. */
  readonly leaseMs?: number;
  readonly log: Log;
}

interface Held {
  readonly duty: HeldDuty;
  /** Until when the lease lasts for sure, by `elapsed`. */
  until: number;
}

const defaultLeaseMs = 12_000;

/** Parts of the time that a lease lasts. */
const parts = {
  /** Between two looks, each of which renews what is held, and takes what is free. */
  look: 1 / 12,
  /** No act begins so near to the end of a lease, since it takes a moment. */
  margin: 1 / 6,
  /** For so long, a duty is left to the servers that do fewer. */
  courtesy: 1 / 4,
};

/**
 * The leases of servers that share their state. Each renews its own twelve times as often as they would end; one that was killed or cannot reach the
 * database loses them, and others take them over. A server leaves free duties to those that do fewer, for a while.
 *
 * Times are those of the database, and of a clock that runs at the same pace, so the clocks of servers need not agree.
 */
export class SharedLeases implements Leases {
  readonly #dependencies: Dependencies;
  readonly #elapsed: () => number;
  readonly #leaseMs: number;
  readonly #duties = new Map<string, Duty>();
  readonly #held = new Map<string, Held>();
  /** Since when duties have been seen without a holder, by `elapsed`. */
  readonly #freeSince = new Map<string, number>();
  /** Duties that end, whose leases are still this server's. */
  readonly #ending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isKnown = false;
  #isStopping = false;
  #isFailing = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#elapsed = dependencies.elapsed ?? (() => performance.now());
    this.#leaseMs = dependencies.leaseMs ?? defaultLeaseMs;
  }

  get duties(): ReadonlyMap<string, boolean> {
    return new Map(
      Array.from(this.#duties.keys(), (name) => [name, this.#held.get(name)?.duty.isHeld ?? false]),
    );
  }

  add(duty: Duty): void {
    this.#duties.set(duty.name, duty);
  }

  /** Looks now, and regularly from now on. */
  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), this.#leaseMs * parts.look).unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { duty } of this.#held.values()) this.#end(duty);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
    clearInterval(this.#timer);
    await this.#looking;
    this.#held.clear();
    await this.#leave();
  }

  /** Renews what this server holds, and takes what is free. Never rejects. */
  async look(): Promise<void> {
    // While the database does not answer, nothing else tells that a lease is over.
    this.#dropOverdue();
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { store, holder, log } = this.#dependencies;
    try {
      const asked = this.#elapsed();
      const board = await store.renew(holder, [...this.#held.keys()], this.#leaseMs);
      this.#extend(board, asked);
      if (!this.#isStopping) await this.#takeFree(board);
      if (this.#isFailing) log.info({}, 'leases are renewed again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn({ error }, 'leases cannot be renewed; duties end until they can be');
      this.#isFailing = true;
    }
  }

  /** Ends the duties whose leases others have, and notes until when the others last. */
  #extend({ leases }: LeaseBoard, asked: number): void {
    for (const [name, held] of this.#held) {
      const current = leases.get(name);
      const isOurs = current?.holder === held.duty.lease.holder && current.epoch === held.duty.lease.epoch;
      if (isOurs) held.until = this.#endOf(asked);
      else this.#drop(name, held);
    }
  }

  /** Until when a lease that was asked for at a time may be used. */
  #endOf(asked: number): number {
    return asked + this.#leaseMs * (1 - parts.margin);
  }

  #dropOverdue(): void {
    for (const [name, held] of this.#held) if (held.until <= this.#elapsed()) this.#drop(name, held);
  }

  #drop(name: string, { duty }: Held): void {
    this.#held.delete(name);
    this.#dependencies.log.warn(
      { duty: name },
      'a duty is left to other servers: its lease is lost, and what is under way is dropped',
    );
    this.#end(duty);
  }

  async #takeFree(board: LeaseBoard): Promise<void> {
    // The first look shows this server to the others, and the second one those that started together with it.
    if (!this.#isKnown) {
      this.#isKnown = true;
      return;
    }

    const free = this.#freeOf(board);
    const isAlone = board.servers.size <= 1;
    for (const name of isAlone ? free : free.slice(0, 1)) await this.#take(name);
  }

  /** Duties that this server may take, those first that nobody has had for the longest time. */
  #freeOf({ leases, servers }: LeaseBoard): string[] {
    const now = this.#elapsed();
    for (const name of this.#duties.keys()) {
      if (leases.has(name) || this.#held.has(name)) this.#freeSince.delete(name);
      else if (!this.#freeSince.has(name)) this.#freeSince.set(name, now);
    }
    const countOf = (server: string): number =>
      [...leases.values()].filter(({ holder }) => holder === server).length;
    const own = countOf(this.#dependencies.holder);
    const isTurn = [...servers].every((server) => countOf(server) >= own);

    return [...this.#freeSince]
      .filter(([, since]) => isTurn || now - since >= this.#leaseMs * parts.courtesy)
      .map(([name]) => name);
  }

  async #take(name: string): Promise<void> {
    const { store, holder, log } = this.#dependencies;
    const asked = this.#elapsed();
    const lease = await store.take(holder, name, this.#leaseMs);
    const duty = this.#duties.get(name);
    if (!lease || !duty) return;

    const until = this.#endOf(asked);
    const held: Held = {
      until,
      duty: new HeldDuty(lease, { isCurrent: () => this.#elapsed() < held.until, log }),
    };
    this.#held.set(name, held);
    this.#freeSince.delete(name);
    log.info({ duty: name, epoch: lease.epoch }, 'this server takes a duty');
    void held.duty.begin(duty).then((hasBegun) => (hasBegun ? undefined : this.#giveUp(lease)));
  }

  /** Leaves a duty that could not begin to the next server that tries. */
  async #giveUp(lease: Lease): Promise<void> {
    this.#held.delete(lease.duty);
    await this.#dependencies.store.giveBack(lease).catch(() => undefined);
  }

  #end(duty: HeldDuty): void {
    const ending = duty.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #leave(): Promise<void> {
    const { store, holder, log } = this.#dependencies;
    try {
      await store.leave(holder);
    } catch (error) {
      log.warn({ error }, 'leases could not be given back; other servers wait until they end');
    }
  }
}
