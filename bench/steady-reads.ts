import { Agent, get } from 'node:http';

/**
 * Reads a URL every 10 ms, or as often as it is told, whether or not the last answer has come, until `stop`, which gives the milliseconds that each answer took.
 * Thus a stall of the server delays all reads that fall into it.
 */
export class SteadyReads {
  readonly #url: string;
  readonly #everyMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #times: Promise<number>[] = [];
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(url: string, everyMs = 10) {
    this.#url = url;
    this.#everyMs = everyMs;
    this.#timer = setInterval(() => {
      this.#catchUp();
    }, everyMs);
  }

  /** Milliseconds by read. */
  async stop(): Promise<number[]> {
    clearInterval(this.#timer);
    const times = await Promise.all(this.#times);
    this.#agent.destroy();
    return times;
  }

  #catchUp(): void {
    const due = (performance.now() - this.#started) / this.#everyMs;

    while (this.#times.length < due) {
      const time = this.#read();
      // A failure shows at the end.
      time.catch(() => undefined);
      this.#times.push(time);
    }
  }

  #read(): Promise<number> {
    const asked = performance.now();

    return new Promise((resolve, reject) => {
      get(this.#url, { agent: this.#agent }, (response) => {
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - asked);
          else reject(new Error(`a read was answered ${String(response.statusCode)}`));
        });
        response.resume();
      }).on('error', reject);
    });
  }
}
