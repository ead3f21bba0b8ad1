import { z } from 'zod';
import type { StateDatabase } from '../state/database.ts';

/** The time of the server as milliseconds since 1970, in SQL. */
export const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** The error of a setting is no larger. */
const longestAnswerMs = 500;

const Row = z.object({ now: z.int() });

/**
 * The time as the database has it, so that servers whose own clocks differ agree on what is due and what has expired. Between two settings it goes on
 * at the pace of this machine, even while the database is away.
 */
export class DatabaseClock {
  /** What to add to `performance.now()`. */
  #offset: number;

  private constructor(offset: number) {
    this.#offset = offset;
  }

  static async read(database: StateDatabase): Promise<DatabaseClock> {
    const { now } = Row.parse(await database.get(`SELECT ${nowMs} AS now`));

    return new DatabaseClock(now - performance.now());
  }

  readonly now = (): Date => new Date(performance.now() + this.#offset);

  /** Sets the clock by the time that the database answered to a question from `asked` (`performance.now()`); not where the answer took long. */
  set(now: number, asked: number): void {
    if (performance.now() - asked <= longestAnswerMs) this.#offset = now - asked;
  }
}
