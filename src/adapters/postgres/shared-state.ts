import { z } from 'zod';
import { get, run, SqlStore } from '../state/database.ts';
import { rowOf } from '../state/row.ts';
import { sql } from '../state/sql.ts';
import { nowMs } from './database-clock.ts';

const revisionsIn = rowOf({ epoch: z.string(), feed: z.int(), checks: z.int(), payments: z.int() });
const observedIn = rowOf({ serviceId: z.string(), number: z.int() });

/** How far the state has come that servers share, and of which services something was observed since. */
export class SqlSharedState extends SqlStore {
  /** One statement, since every server asks a few times a second. */
  async revisions(): Promise<ReturnType<typeof revisionsIn>> {
    const row = await this.database.get(
      `SELECT epoch, coalesce((SELECT max(number) FROM feed_change), 0) AS feed,
         (SELECT number FROM observed_revision WHERE part = 'checks') AS checks,
         (SELECT number FROM observed_revision WHERE part = 'payments') AS payments
       FROM feed`,
    );

    return revisionsIn(row);
  }

  /** The next services of which a part of the observations was recorded after a number, and the number of the last of them. */
  async observedAfter(
    part: 'checks' | 'payments',
    number: number,
    limit: number,
  ): Promise<{ ids: string[]; upTo: number }> {
    const rows = await this.database.allAs(
      observedIn,
      sql`SELECT service_id, number FROM observed_service WHERE part = ${part} AND number > ${number} ORDER BY number LIMIT ${limit}`,
    );

    return { ids: rows.map(({ serviceId }) => serviceId), upTo: rows.at(-1)?.number ?? number };
  }

  async reportReplicaLag(server: string, isBehind: boolean): Promise<boolean> {
    const other = await this.database.transaction(function* () {
      yield* run(sql`UPDATE server SET is_behind = ${isBehind ? 1 : 0} WHERE id = ${server}`);
      return yield* get(
        sql`SELECT 1 FROM server WHERE id <> ${server} AND is_behind = 0 AND until > ${nowMs} LIMIT 1`,
      );
    });

    return other !== undefined;
  }
}
