import { longestTimerMs } from '../domain/duration.ts';

/** Does something again and again, each time a while after the last time ended. */
export class Repeated {
  readonly #act: () => Promise<void>;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** `act` never rejects. A pause of 0 means never. */
  constructor(act: () => Promise<void>, pauseMs: number) {
    this.#act = act;
    this.#pauseMs = Math.min(pauseMs, longestTimerMs);
  }

  /** Begins with a pause. */
  start(): void {
    if (this.#pauseMs === 0) return;

    this.#timer = setTimeout(() => {
      void this.#act().then(() => {
        if (this.#timer) this.start();
      });
    }, this.#pauseMs);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
