import {
  auditDays,
  type AuditFilter,
  type AuditLine,
  type BegunAct,
  type EndedAct,
  maxAuditLines,
} from '../domain/audit.ts';
import { dayMs, hourMs } from '../domain/duration.ts';
import { countedActs } from './day-limits.ts';
import type { AuditStore, Clock, Log } from './ports.ts';

interface Dependencies {
  readonly lines: AuditStore;
  readonly clock: Clock;
  readonly log: Log;
}

const done: EndedAct = { outcome: 'done' };

/**
 * Who did what, with which outcome. An act begins only after its line is stored, so every acknowledged act has one. A line without an
 * outcome says that the process or the database ended before the act did.
 */
export class AuditTrail {
  readonly #lines: AuditStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #pruning: NodeJS.Timeout | undefined;

  constructor({ lines, clock, log }: Dependencies) {
    this.#lines = lines;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Runs an act after its line is written, and completes the line by what `detailsOf` says of the result. When the outcome cannot be written, the
   * log says so, because the act is done.
   * @throws {StateUnavailable} when the line cannot be written; nothing is done then
   */
  async record<Result>(
    begun: Omit<BegunAct, 'at'>,
    act: () => Promise<Result>,
    detailsOf: (result: Result) => EndedAct = () => done,
  ): Promise<Result> {
    const line = { ...begun, at: this.#clock() };
    const number = await this.#lines.begin(line);

    try {
      const result = await act();
      await this.#end(number, line, detailsOf(result));
      return result;
    } catch (error) {
      await this.#end(number, line, { outcome: 'failed' });
      throw error;
    }
  }

  /** The newest lines that match, newest first. */
  page(filter: AuditFilter, limit: number): Promise<readonly AuditLine[]> {
    return this.#lines.page(filter, limit);
  }

  /** Forgets old lines, now and every hour. */
  startPruning(): void {
    void this.#prune();
    this.#pruning = setInterval(() => void this.#prune(), hourMs).unref();
  }

  stop(): void {
    clearInterval(this.#pruning);
  }

  async #end(number: number, { act, requestId }: BegunAct, ended: EndedAct): Promise<void> {
    try {
      await this.#lines.end(number, ended);
    } catch (error) {
      const facts = { error, number, act, requestId, ...ended };
      this.#log.error(facts, 'the audit trail lacks the outcome of an act');
    }
  }

  async #prune(): Promise<void> {
    try {
      const now = this.#clock().getTime();
      const counted = { acts: countedActs, since: new Date(now - dayMs) };
      const young = await this.#lines.prune(new Date(now - auditDays * dayMs), maxAuditLines, counted);
      if (young > 0) this.#log.warn({ lines: young }, 'the audit trail is full; its oldest lines went early');
    } catch (error) {
      this.#log.warn(
        { error },
        'old lines could not be removed from the audit trail; this is tried again in an hour',
      );
    }
  }
}
