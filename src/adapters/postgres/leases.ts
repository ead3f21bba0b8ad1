import { z } from 'zod';
import type { Lease } from '../../domain/lease.ts';
import { all, get, run, type StateDatabase } from '../state/database.ts';
import { type DatabaseClock, nowMs } from './database-clock.ts';

const Row = z.object({ duty: z.string(), holder: z.string(), epoch: z.int() });
const ServerRow = z.object({ id: z.string() });
const TimeRow = z.object({ now: z.int() });

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
      const { now } = TimeRow.parse(yield* get(`SELECT ${nowMs} AS now`));
      yield* run('DELETE FROM server WHERE until <= ? AND id <> ?', now, holder);
      yield* run(
        'INSERT INTO server (id, until) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET until = excluded.until',
        holder,
        now + leaseMs,
      );
      yield* run(
        'UPDATE lease SET until = ? WHERE holder = ? AND duty IN (SELECT value FROM json_each(?))',
        now + leaseMs,
        holder,
        JSON.stringify(duties),
      );
      const rows = (yield* all('SELECT duty, holder, epoch FROM lease WHERE until > ?', now)).map((row) =>
        Row.parse(row),
      );
      const servers = (yield* all('SELECT id FROM server')).map((row) => ServerRow.parse(row).id);
      return { now, leases: new Map(rows.map((row) => [row.duty, row])), servers: new Set(servers) };
    });

    this.#clock.set(now, asked);
    return board;
  }

  async take(holder: string, duty: string, leaseMs: number): Promise<Lease | undefined> {
    const row = await this.#database.transaction(() =>
      get(
        `INSERT INTO lease (duty, holder, epoch, until) VALUES (?, ?, 1, ${nowMs} + ?)
         ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, epoch = lease.epoch + 1, until = excluded.until
         WHERE lease.until <= ${nowMs}
         RETURNING duty, holder, epoch`,
        duty,
        holder,
        leaseMs,
      ),
    );

    return row === undefined ? undefined : Row.parse(row);
  }

  async giveBack({ duty, holder, epoch }: Lease): Promise<void> {
    await this.#database.run(
      `UPDATE lease SET holder = '', until = 0 WHERE duty = ? AND holder = ? AND epoch = ?`,
      duty,
      holder,
      epoch,
    );
  }

  async leave(holder: string): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run(`UPDATE lease SET holder = '', until = 0 WHERE holder = ?`, holder);
      yield* run('DELETE FROM server WHERE id = ?', holder);
    });
  }
}
