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

  /** Why no commit is possible now; undefined when one is. */
  get obstacle(): string | undefined {
    return this.seconds > 0 ? this.#reason : undefined;
  }

  /** @throws {CommitFailure} while it lasts. */
  refuse(): void {
    const retryAfterSeconds = this.seconds;
    if (retryAfterSeconds > 0) throw new CommitFailure(this.#reason, { retryAfterSeconds, isRefusal: true });
  }
}
