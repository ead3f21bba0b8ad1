import type { signOf } from '../domain/probe.ts';

/** One result, as far as it tells whether this machine is online. */
export interface Sign {
  readonly host: string;
  readonly sign: ReturnType<typeof signOf>;
  /** Whether it had failed before: then that it fails again says nothing about this machine. */
  readonly wasFailing: boolean;
}

/** When so many hosts have fallen silent and nobody answers, the fault is here. */
const fewestHosts = 10;

/** The suspicion that this machine is offline. Hosts that fall silent raise it, one at a time or together; any answer ends it. */
export class OfflineDoubt {
  readonly #silent = new Set<string>();

  /** Whether what was seen is more likely to come of this machine than of those it asked. */
  isRaisedBy(seen: readonly Sign[]): boolean {
    if (seen.some(({ sign }) => sign === 'answer')) {
      this.#silent.clear();
      return false;
    }

    for (const { host, sign, wasFailing } of seen) {
      if (sign === 'silence' && !wasFailing) this.#silent.add(host);
    }
    return this.#silent.size >= fewestHosts;
  }
}
