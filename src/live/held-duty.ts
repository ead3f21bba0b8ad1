import { type Lease, LeaseLost } from '../domain/lease.ts';
import type { Duty, End, Tenure } from './leases.ts';
import type { Log } from './ports.ts';

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
