import type { AppliedBatch } from './store.ts';
import { graceMs, LogAudit } from './log-audit.ts';
import type { Proofs, Visit } from './visit.ts';

/** How long a visit that ends waits for services that change all the time. */
const longestMs = 2 * graceMs;
const lookAgainMs = 1000;

/** Checks a copy against the log during a visit; does nothing where nobody asked for it. */
export class LogChecks {
  readonly #visit: Visit;
  #audit: LogAudit | undefined;
  #begunAt: number | undefined;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** Notes what a batch changed. After an export, the whole copy is read once more. */
  note({ source, changes }: AppliedBatch): void {
    if (source === 'export') this.#audit = undefined;
    else for (const { id, service = null } of changes) this.#audit?.put(id, service);
  }

  /** Looks at the log; whether the copy agrees with it, so that nothing has to be looked at again. @throws {MirrorFault} */
  async look(): Promise<boolean> {
    const { log, copy, surroundings, notice, witness } = this.#visit;
    if (!log) return true;

    this.#audit ??= await LogAudit.open(log, copy.services());
    const now = surroundings.now();
    const { unsettled } = await this.#audit.look(now);
    await copy.save({ log: log.state ?? null });
    await witness?.compare();
    if (unsettled === 0) return true;

    this.#begunAt ??= now.getTime();
    const isOver = !this.#visit.isEndless && now.getTime() - this.#begunAt >= longestMs;
    const text = `${String(unsettled)} services changed within seconds, and were not all compared with the log`;
    if (isOver) notice({ level: 'warning', text });
    return isOver;
  }

  /** Waits before another look. */
  pause(): Promise<void> {
    return this.#visit.surroundings.pause(lookAgainMs, this.#visit.signal);
  }

  proofs(): Pick<Proofs, 'log'> {
    const state = this.#visit.log?.state;

    return state ? { log: { size: state.size, root: state.root } } : {};
  }
}
