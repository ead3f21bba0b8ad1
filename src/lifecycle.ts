import type { Logger } from 'pino';

/** How long running requests and commits may take to finish once the server is asked to stop. */
const graceMs = 10_000;

/** After an error that nobody caught, the state of this process is in doubt, and waiting for it less worth. */
const crashGraceMs = 3_000;

/** How soon the server notices that its launcher is gone. */
const launcherPollMs = 500;

/** What npm (`npm_lifecycle_event`) and `node --run` (`NODE_RUN_SCRIPT_NAME`) say when they launch the server. */
const launchers: readonly string[] = ['start', 'serve', 'npx'];

type End = () => Promise<void> | void;

/**
 * Ends the process in order, and only once, however it is asked to:
 *
 * - SIGTERM, SIGINT and SIGHUP end it with exit code 0. Further signals change nothing: Ctrl-C reaches the server twice, from the
 *   terminal and again from npm.
 * - An error that nobody caught, a rejection too, is logged and ends it with 1, so that a supervisor starts it anew.
 * - A server that npm launched ends with npm: npm hands on SIGTERM and SIGINT, but neither SIGHUP nor its own death.
 */
export class Lifecycle {
  readonly #log: Logger;
  readonly #ends: End[] = [];
  readonly #stopping = new AbortController();
  #code = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends a start that is running when the process is asked to stop. @throws {DOMException} */
  throwIfStopping(): void {
    this.#stopping.signal.throwIfAborted();
  }

  /** What began last ends first. */
  onStop(end: End): void {
    this.#ends.push(end);
  }

  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        this.#stop({ signal }, graceMs);
      });
    }
    // Node hands rejections that nobody handled to the same listener.
    process.on('uncaughtException', (error: unknown, origin) => {
      this.#log.fatal({ error, origin }, 'an error that nobody caught; the server stops');
      this.#code = 1;
      this.#stop({ origin }, crashGraceMs);
    });
    this.#watchLauncher();
  }

  #watchLauncher(): void {
    // Both can be set: `node --run` may itself run under npm.
    const { npm_lifecycle_event: byNpm, NODE_RUN_SCRIPT_NAME: byNode } = process.env;
    if (![byNpm, byNode].some((name) => launchers.includes(name ?? ''))) return;

    const launcher = process.ppid;
    setInterval(() => {
      if (process.ppid !== launcher) this.#stop({ launcher: 'gone' }, graceMs);
    }, launcherPollMs).unref();
  }

  #stop(why: object, withinMs: number): void {
    if (this.isStopping) return;

    this.#log.info(why, 'stopping');
    this.#stopping.abort();
    setTimeout(() => {
      this.#log.error({}, 'stopped before everything had ended');
      process.exit(1);
    }, withinMs).unref();
    void this.#endAll().then(() => {
      this.#log.info({ code: this.#code }, 'stopped');
      process.exit(this.#code);
    });
  }

  async #endAll(): Promise<void> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        this.#log.error({ error }, 'a part of the server did not end in order');
        this.#code = 1;
      }
    }
  }
}
