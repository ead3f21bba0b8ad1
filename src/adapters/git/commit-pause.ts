import { setTimeout as sleep } from 'node:timers/promises';
import { CommitFailure } from '../../domain/commit.ts';

/** A pause in which a home of the catalog gets no commits, because it failed or asked for one. */
export class CommitPause {
  readonly #reason: string;
  /** On the clock of `performance.now`. */
  #until = 0;

  /** `reason`: a sentence for the operator. */
  constructor(reason: string) {
    this.#reason = reason;
  }

  begin(seconds: number): void {
    this.#until = performance.now() + seconds * 1000;
  }

  end(): void {
    this.#until = 0;
  }

  /** How long it lasts from now on; 0 when there is none. */
  get seconds(): number {
    return Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
  }

  get obstacle(): string | undefined {
    return this.seconds > 0 ? this.#reason : undefined;
  }

  /** @throws {CommitFailure} while it lasts. */
  refuse(): void {
    const retryAfterSeconds = this.seconds;
    if (retryAfterSeconds > 0) throw new CommitFailure(this.#reason, { retryAfterSeconds, isRefusal: true });
  }
}

/** Others get this many times the duration of our last push to make theirs: to fetch ours, decide again, and push. */
const share = 2;

/** The longest pause after a push, in milliseconds. */
const longestMs = 2_000;

/** Leaves a pause after each push, so that a server that pushes all the time lets others push too. */
export class PushCooldown {
  /** On the clock of `performance.now`. */
  #next = 0;

  /** Notes a push that began at a time of `performance.now` and is over now. */
  took(begun: number): void {
    const now = performance.now();
    this.#next = now + Math.min(longestMs, share * (now - begun));
  }

  /** Resolves once the pause is over, or `signal` is aborted. */
  async ready(signal: AbortSignal): Promise<void> {
    const wait = this.#next - performance.now();
    if (wait > 0 && !signal.aborted) await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}
