/** What this needs of a stream like `process.stdout`. */
interface Out {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The progress of a stage. */
export interface Measure {
  readonly total: number;
  readonly done: () => number;
}

const refreshMs = 200;

/** Prints the stages of long work: a line with the duration of each, and on a terminal a growing count. */
export class Progress {
  readonly #out: Out;

  constructor(out: Out) {
    this.#out = out;
  }

  async stage<Result>(name: string, work: () => Promise<Result>, measure?: Measure): Promise<Result> {
    const started = Date.now();
    const refresh =
      this.#out.isTTY && measure ? setInterval(() => this.#show(name, measure), refreshMs) : undefined;
    if (this.#out.isTTY) this.#out.write(`  ${name} …`);

    try {
      return await work();
    } finally {
      clearInterval(refresh);
      if (this.#out.isTTY) this.#out.write('\r\u001b[K');
      this.#out.write(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    }
  }

  #show(name: string, { total, done }: Measure): void {
    this.#out.write(`\r\u001b[K  ${name} ${String(done())}/${String(total)}`);
  }
}
