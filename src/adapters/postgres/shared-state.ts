import { z } from 'zod';
import { get, run, type StateDatabase } from '../state/database.ts';
import { nowMs } from './database-clock.ts';

const RevisionsRow = z.object({ epoch: z.string(), feed: z.int(), checks: z.int(), payments: z.int() });
const ObservedRow = z.object({ service_id: z.string(), number: z.int() });

/** How far the state has come that servers share, and of which services something was observed since. */
export class SqlSharedState {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** One statement, since every server asks a few times a second. */
  async revisions(): Promise<z.infer<typeof RevisionsRow>> {
    const row = await this.#database.get(
      `SELECT epoch, coalesce((SELECT max(number) FROM feed_change), 0) AS feed,
         (SELECT number FROM observed_revision WHERE part = 'checks') AS checks,
         (SELECT number FROM observed_revision WHERE part = 'payments') AS payments
       FROM feed`,
    );

    return RevisionsRow.parse(row);
  }

  /** The next services of which a part of the observations was recorded after a number, and the number of the last of them. */
  async observedAfter(
    part: 'checks' | 'payments',
    number: number,
    limit: number,
  ): Promise<{ ids: string[]; upTo: number }> {
    const found = await this.#database.all(
      'SELECT service_id, number FROM observed_service WHERE part = ? AND number > ? ORDER BY number LIMIT ?',
      part,
      number,
      limit,
    );
    const rows = found.map((row) => ObservedRow.parse(row));

    return { ids: rows.map(({ service_id }) => service_id), upTo: rows.at(-1)?.number ?? number };
  }

  async reportReplicaLag(server: string, isBehind: boolean): Promise<boolean> {
    const other = await this.#database.transaction(function* () {
      yield* run('UPDATE server SET is_behind = ? WHERE id = ?', isBehind ? 1 : 0, server);
      return yield* get(
        `SELECT 1 FROM server WHERE id <> ? AND is_behind = 0 AND until > ${nowMs} LIMIT 1`,
        server,
      );
    });

    return other !== undefined;
  }
}
