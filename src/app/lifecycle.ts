/** How long requests and commits in progress may take to finish when the server stops. */
const graceMs = 10_000;

/** The same after an uncaught error, when the state of the process can no longer be trusted. */
const crashGraceMs = 3_000;

/** How often to check that the launcher is still alive. */
const launcherPollMs = 500;

/** The script names under which npm (`npm_lifecycle_event`) and `node --run` (`NODE_RUN_SCRIPT_NAME`) launch the server. */
const launchers: readonly string[] = ['start', 'serve', 'npx', 'demo'];

export type CleanUp = () => Promise<void> | void;

/** Where a stop is reported. A logger of pino is one. */
interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
  fatal(facts: object, message: string): void;
}

/**
 * Shuts the process down in order, and only once:
 *
 * - SIGTERM, SIGINT and SIGHUP end it with exit code 0. Ignores further signals, because Ctrl-C reaches the server twice: from the
 *   terminal and from npm.
 * - An uncaught error or unhandled rejection is logged and ends it with exit code 1, so that a supervisor restarts it.
 * - A server launched by npm stops when npm does: npm forwards SIGTERM and SIGINT, but not SIGHUP, and may itself be killed.
 */
export class Lifecycle {
  readonly #log: Log;
  readonly #cleanUps: CleanUp[] = [];
  readonly #stopping = new AbortController();
  #exitCode = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Aborted as soon as the process has been asked to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Call between the steps of a start, to abandon it once the process has been asked to stop. @throws {DOMException} */
  throwIfStopping(): void {
    this.#stopping.signal.throwIfAborted();
  }

  /** Registers a clean-up. The last one registered runs first. */
  onStop(cleanUp: CleanUp): void {
    this.#cleanUps.push(cleanUp);
  }

  /** Stops because of an error, with exit code 1. */
  fail(error: unknown): void {
    if (this.isStopping) return;

    this.#log.fatal({ error }, 'stopping after an error');
    this.#exitCode = 1;
    this.#stop({}, graceMs);
  }

  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        this.#stop({ signal }, graceMs);
      });
    }
    // Node passes unhandled rejections to the same listener.
    process.on('uncaughtException', (error: unknown, origin) => {
      this.#log.fatal({ error, origin }, 'uncaught error; stopping the server');
      this.#exitCode = 1;
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

  #stop(reason: object, timeoutMs: number): void {
    if (this.isStopping) return;

    this.#log.info(reason, 'stopping');
    this.#stopping.abort();
    setTimeout(() => {
      this.#log.error({}, 'timed out while stopping; exiting');
      process.exit(1);
    }, timeoutMs).unref();
    void this.#cleanUp().then(() => {
      this.#log.info({ code: this.#exitCode }, 'stopped');
      process.exit(this.#exitCode);
    });
  }

  async #cleanUp(): Promise<void> {
    for (let cleanUp = this.#cleanUps.pop(); cleanUp; cleanUp = this.#cleanUps.pop()) {
      try {
        await cleanUp();
      } catch (error) {
        this.#log.error({ error }, 'a part of the server failed to stop');
        this.#exitCode = 1;
      }
    }
  }
}
