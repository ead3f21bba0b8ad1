import { type Lease, LeaseLost } from '../domain/lease.ts';
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

/** @throws {LeaseLost} when another server may do the duty */
export function assertHeld({ isHeld, lease }: Tenure): void {
  if (!isHeld) throw new LeaseLost(lease.duty);
}

interface Options {
  /** Whether the lease is this server's for sure. */
  readonly isCurrent: () => boolean;
  readonly log: Log;
}

/** A duty that this server does, from its beginning to its end. */
export class HeldDuty implements Tenure {
  readonly lease: Lease;
  readonly log: Log;
  readonly #isCurrent: () => boolean;
  readonly #ending = new AbortController();
  #begun: Promise<End | undefined> = Promise.resolve(undefined);
  #ended: Promise<void> | undefined;

  constructor(lease: Lease, { isCurrent, log }: Options) {
    this.lease = lease;
    this.log = withoutLosses(log);
    this.#isCurrent = isCurrent;
  }

  get isHeld(): boolean {
    return !this.#ending.signal.aborted && this.#isCurrent();
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Begins the duty; says whether it could. Never rejects. */
  async begin(duty: Duty): Promise<boolean> {
    this.#begun = this.#begin(duty);
    return (await this.#begun) !== undefined;
  }

  /** Resolves when nothing of the duty is left. Never rejects. */
  end(): Promise<void> {
    this.#ending.abort();
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #begin(duty: Duty): Promise<End | undefined> {
    try {
      return await duty.begin(this);
    } catch (error) {
      this.log.error({ error, duty: duty.name }, 'a duty could not begin');
      return undefined;
    }
  }

  async #end(): Promise<void> {
    const end = await this.#begun;
    try {
      await end?.();
    } catch (error) {
      this.log.error({ error, duty: this.lease.duty }, 'a duty failed to end');
    }
  }
}

/** A log without what fails because a lease is lost. */
function withoutLosses(log: Log): Log {
  const at =
    (level: keyof Log): Log['warn'] =>
    (facts, message) => {
      if (!('error' in facts && facts.error instanceof LeaseLost)) log[level](facts, message);
    };

  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** The component that does a duty during one lease. */
interface Begun<Component> {
  readonly component: Component;
  readonly end: End;
}

/** A duty whose component is recreated for every lease, so it starts from database state only. */
export class LeasedTask<Component> implements Duty {
  readonly name: string;
  readonly #begin: (tenure: Tenure) => Begun<Component>;
  #component: Component | undefined;

  constructor(name: string, begin: (tenure: Tenure) => Begun<Component>) {
    this.name = name;
    this.#begin = begin;
  }

  /** The component of the present lease; undefined while another server holds it. */
  get component(): Component | undefined {
    return this.#component;
  }

  begin(tenure: Tenure): End {
    const { component, end } = this.#begin(tenure);
    this.#component = component;

    return async () => {
      if (this.#component === component) this.#component = undefined;
      await end();
    };
  }
}
