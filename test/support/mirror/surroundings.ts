import type { Surroundings } from '../../../src/mirror/surroundings.ts';

/** Time that passes only while somebody waits, and then at once. */
export class QuickTime implements Surroundings {
  readonly idleMs: number;
  /** How long each pause was asked for. */
  readonly pauses: number[] = [];
  #ms = Date.parse('2026-02-01T00:00:00Z');

  constructor(idleMs = 60_000) {
    this.idleMs = idleMs;
  }

  readonly now = (): Date => new Date(this.#ms);

  readonly pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    this.pauses.push(ms);
    this.#ms += ms;
  };
}
