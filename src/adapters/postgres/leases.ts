import { z } from 'zod';
import type { Lease } from '../../domain/lease.ts';
import { allAs, get, getAs, run, type StateDatabase } from '../state/database.ts';
import { rowOf } from '../state/row.ts';
import { sql, type Statement, these, upsert } from '../state/sql.ts';
import { type DatabaseClock, nowMs } from './database-clock.ts';

const leaseIn = rowOf({ duty: z.string(), holder: z.string(), epoch: z.int() });
const serverIn = rowOf({ id: z.string() });
const timeIn = rowOf({ now: z.int() });

interface Board {
  readonly leases: Map<string, Lease>;
  readonly servers: Set<string>;
}

/** The leases of all servers, and the servers themselves, which last as long as a lease. */
export class PostgresLeases {
  readonly #database: StateDatabase;
  readonly #clock: Pick<DatabaseClock, 'set'>;

  /** Each renewal sets `clock`. */
  constructor(database: StateDatabase, clock: Pick<DatabaseClock, 'set'>) {
    this.#database = database;
    this.#clock = clock;
  }

  async renew(holder: string, duties: readonly string[], leaseMs: number): Promise<Board> {
    const asked = performance.now();
    const { now, ...board } = await this.#database.transaction(function* () {
      const { now } = timeIn(yield* get(sql`SELECT ${nowMs} AS now`));
      const until = now + leaseMs;
      yield* run(sql`DELETE FROM server WHERE until <= ${now} AND id <> ${holder}`);
      yield* run(upsert('server', { id: holder }, { until }));
      yield* run(
        sql`UPDATE lease SET until = ${until} WHERE holder = ${holder} AND duty IN ${these(duties)}`,
      );
      const leases = yield* allAs(leaseIn, sql`SELECT duty, holder, epoch FROM lease WHERE until > ${now}`);
      const servers = yield* allAs(serverIn, 'SELECT id FROM server');
      return {
        now,
        leases: new Map(leases.map((lease) => [lease.duty, lease])),
        servers: new Set(servers.map(({ id }) => id)),
      };
    });

    this.#clock.set(now, asked);
    return board;
  }

  async take(holder: string, duty: string, leaseMs: number): Promise<Lease | undefined> {
    return this.#database.transaction(() =>
      getAs(
        leaseIn,
        sql`INSERT INTO lease (duty, holder, epoch, until) VALUES (${duty}, ${holder}, 1, ${nowMs} + ${leaseMs})
            ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, epoch = lease.epoch + 1, until = excluded.until
            WHERE lease.until <= ${nowMs}
            RETURNING duty, holder, epoch`,
      ),
    );
  }

  async giveBack(lease: Lease): Promise<void> {
    await this.#database.run(sql`UPDATE lease SET holder = '', until = 0 WHERE ${isLease(lease)}`);
  }

  async leave(holder: string): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run(sql`UPDATE lease SET holder = '', until = 0 WHERE holder = ${holder}`);
      yield* run(sql`DELETE FROM server WHERE id = ${holder}`);
    });
  }
}

/** Whether a row is this lease, which nobody has taken since. */
export function isLease({ duty, holder, epoch }: Lease): Statement {
  return sql`duty = ${duty} AND holder = ${holder} AND epoch = ${epoch}`;
}
