import { z } from 'zod';
import type { RequestCount } from '../../domain/quota.ts';
import { all, run, SqlStore } from '../state/database.ts';
import { sql } from '../state/sql.ts';
import { nowMs } from './database-clock.ts';

const Row = z.object({ limit: z.string(), client: z.string(), requests: z.int(), endsInMs: z.int() });

/** How many requests clients have made of all servers, by limit. A window begins with the first server that tells of a request. */
export class PostgresRequestCounts extends SqlStore {
  async add(counts: readonly RequestCount[]): Promise<readonly RequestCount[]> {
    const rows = await this.database.transaction(function* () {
      yield* run(sql`DELETE FROM request_count WHERE ends_at <= ${nowMs}`);
      return yield* all(
        sql`INSERT INTO request_count (limit_name, client, requests, ends_at)
         SELECT "limit", client, requests, ${nowMs} + "endsInMs"
         FROM json_to_recordset(${JSON.stringify(counts)}::json) AS told ("limit" text, client text, requests bigint, "endsInMs" bigint)
         ORDER BY 1, 2
         ON CONFLICT (limit_name, client) DO UPDATE SET requests = request_count.requests + excluded.requests
         RETURNING limit_name AS "limit", client, requests, greatest(ends_at - ${nowMs}, 1) AS "endsInMs"`,
      );
    });

    return rows.map((row) => Row.parse(row));
  }
}
