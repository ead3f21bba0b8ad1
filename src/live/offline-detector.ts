import type { signOf } from '../domain/probe.ts';

/** The part of a check's result that hints whether this machine is online. */
export interface Sign {
  readonly host: string;
  readonly sign: ReturnType<typeof signOf>;
  /** Whether the service was failing before; one more failure then says nothing about this machine. */
  readonly wasFailing: boolean;
}

/** When this many hosts have fallen silent and none answers, this machine is presumed offline. */
const fewestHosts = 10;

/** Suspects that this machine is offline once enough hosts have fallen silent, one by one or together. Any answer ends the suspicion. */
export class OfflineDetector {
  readonly #silent = new Set<string>();

  /** Adds results; returns whether they are more likely the fault of this machine than of the hosts. */
  suspectsOffline(seen: readonly Sign[]): boolean {
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
