/** A signal that is aborted after some time, or with another one; `end` lets go of both. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = (): void => {
    this.#controller.abort();
  };

  constructor(ms: number, outer?: AbortSignal) {
    this.#timer = setTimeout(this.#abort, ms);
    this.#outer = outer;
    this.#outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted === true) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
