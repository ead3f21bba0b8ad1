import { type Duty, HeldDuty } from './duty.ts';
import type { Log } from './ports.ts';

/** Decides which duties a server does. */
export interface Leases {
  /** The duties that this server is ready to do, and whether it does them now. */
  readonly duties: ReadonlyMap<string, boolean>;
  /** Does a duty whenever it is this server's. */
  add(duty: Duty): void;
  /** Ends all duties, and leaves them to other servers. */
  stop(): Promise<void>;
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
