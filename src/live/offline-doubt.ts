import type { signOf } from '../domain/probe.ts';

/** What one result says about whether this machine is online. */
export interface Sign {
  readonly host: string;
  readonly sign: ReturnType<typeof signOf>;
  /** Whether the service had failed before: another failure then says nothing about this machine. */
  readonly wasFailing: boolean;
}

/** Once so many hosts have fallen silent and nobody answers, the fault is taken to be here. */
const fewestHosts = 10;

/** Suspects that this machine is offline. Hosts that fall silent, one by one or together, raise the suspicion; any answer ends it. */
export class OfflineDoubt {
  readonly #silent = new Set<string>();

  /** Takes in some results; answers whether they more likely come from this machine than from the hosts. */
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
