import { z } from 'zod';
import type { StateDatabase } from '../state/database.ts';
import { rowOf } from '../state/row.ts';
import { sql, verbatim } from '../state/sql.ts';

/** The time of the server as milliseconds since 1970, in SQL. */
export const nowMs = verbatim('floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint');

/** The error of a setting is no larger. */
const longestAnswerMs = 500;

const nowIn = rowOf({ now: z.int() });

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
    const { now } = nowIn(await database.get(sql`SELECT ${nowMs} AS now`));

    return new DatabaseClock(now - performance.now());
  }

  readonly now = (): Date => new Date(performance.now() + this.#offset);

  /** Sets the clock by the time that the database answered to a question from `asked` (`performance.now()`); not where the answer took long. */
  set(now: number, asked: number): void {
    if (performance.now() - asked <= longestAnswerMs) this.#offset = now - asked;
  }
}
