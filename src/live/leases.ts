import { type Lease, LeaseLost } from '../domain/lease.ts';
import { HeldDuty } from './held-duty.ts';
import type { Log } from './ports.ts';

/** Work that only one server may do at a time, such as checking services. */
export interface Duty {
  readonly name: string;
  /** Begins the work, from what the state database knows, and returns what ends it. A server may begin and end a duty any number of times. */
  begin(tenure: Tenure): Promise<End> | End;
}

export type End = () => Promise<void> | void;

/** The time for which a server does a duty. */
export interface Tenure {
  /** Fences what is written: see `State.under`. */
  readonly lease: Lease;
  /** False once another server may do the duty. Ask before each act that others see, such as a request. */
  readonly isHeld: boolean;
  /** Aborted when the server does the duty no more. */
  readonly ended: AbortSignal;
  /** For the parts of the duty. Leaves out what fails because the lease is lost, which is logged once. */
  readonly log: Log;
}

/** Decides which duties a server does. */
export interface Leases {
  /** The duties that this server is ready to do, and whether it does them now. */
  readonly duties: ReadonlyMap<string, boolean>;
  /** Does a duty whenever it is this server's. */
  add(duty: Duty): void;
  /** Ends all duties, and leaves them to other servers. */
  stop(): Promise<void>;
}

/** @throws {LeaseLost} when another server may do the duty */
export function assertHeld({ isHeld, lease }: Tenure): void {
  if (!isHeld) throw new LeaseLost(lease.duty);
}

/** The leases of a server whose state nobody shares: it does every duty, from the moment when it is added. */
export class OwnLeases implements Leases {
  readonly #log: Log;
  readonly #held = new Map<string, HeldDuty>();
  #isStopping = false;

  constructor(log: Log) {
    this.#log = log;
  }

  get duties(): ReadonlyMap<string, boolean> {
    return new Map([...this.#held].map(([name, { isHeld }]) => [name, isHeld]));
  }

  add(duty: Duty): void {
    if (this.#isStopping) return;

    const lease = { duty: duty.name, holder: '', epoch: 0 };
    const held = new HeldDuty(lease, { isCurrent: () => true, log: this.#log });
    this.#held.set(duty.name, held);
    void held.begin(duty);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Array.from(this.#held.values(), (held) => held.end()));
  }
}
