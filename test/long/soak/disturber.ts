import type { Cluster, Member } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';

const longestDownMs = 5_000;

/** Kills, stops or pauses one server of a cluster after the other, and starts it again. */
export class Disturber {
  readonly #cluster: Cluster;
  readonly #ledger: Ledger;
  readonly #everyMs: number;
  readonly #pauseMs: number;

  constructor(
    cluster: Cluster,
    ledger: Ledger,
    { killEveryMs, pauseMs }: { killEveryMs: number; pauseMs: number },
  ) {
    this.#cluster = cluster;
    this.#ledger = ledger;
    this.#everyMs = killEveryMs;
    this.#pauseMs = pauseMs;
  }

  /** From the time `spareFrom` (as `performance.now()`) on it leaves the first server alone, whose memory then shows how it grows. */
  async run(signal: AbortSignal, spareFrom: number): Promise<void> {
    const { members } = this.#cluster;
    for (;;) {
      await pause(this.#everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const from = performance.now() < spareFrom ? members : members.slice(1);
      const member = from[Math.floor(Math.random() * from.length)];
      if (member) await this.#disturb(member);
    }
  }

  async #disturb(member: Member): Promise<void> {
    if (Math.random() < 0.15) {
      this.#ledger.counts.pauses += 1;
      return member.pause(this.#pauseMs);
    }

    this.#ledger.counts.kills += 1;
    const isAsked = Math.random() < 0.2;
    const code = await member.stop(isAsked ? 'SIGTERM' : 'SIGKILL');
    if (isAsked && code !== 0) this.#judgeStop(member, code);
    await pause(Math.random() * longestDownMs);
    await member.start();
  }

  /** A busy machine may need longer to finish what it began than a stop may take. That is as good as a kill: nothing may be lost. */
  #judgeStop(member: Member, code: number | null): void {
    const [last = 'no error in its log'] = member.errors().slice(-1);
    if (last.includes('timed out while stopping')) return;

    this.#ledger.fault(`a server that was asked to stop ended with ${String(code)}: ${last}`);
  }
}
