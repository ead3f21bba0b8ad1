import { type Lease, LeaseLost } from '../../domain/lease.ts';
import { type Asked, get, StateDatabase, type Work } from '../state/database.ts';
import { sql } from '../state/sql.ts';
import { isLease } from './leases.ts';

/**
 * The database as the holder of a lease may write it: each transaction checks the lease first, so nothing is written under one that another server
 * has taken. Writes reject with `LeaseLost` then. Transactions are serializable, so that no takeover comes between the check and the commit.
 */
export class FencedDatabase extends StateDatabase {
  readonly #database: StateDatabase;
  readonly #lease: Lease;

  constructor(database: StateDatabase, lease: Lease) {
    super();
    this.#database = database;
    this.#lease = lease;
  }

  override all(...asked: Asked): Promise<readonly unknown[]> {
    return this.#database.all(...asked);
  }

  read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#database.read(work);
  }

  transaction<Result>(work: () => Work<Result>): Promise<Result> {
    const lease = this.#lease;

    return this.#database.transaction(function* () {
      yield* checkLease(lease);
      return yield* work();
    });
  }

  tablesWith(column: string): Promise<string[]> {
    return this.#database.tablesWith(column);
  }

  ping(): Promise<void> {
    return this.#database.ping();
  }

  compact(): Promise<void> {
    return this.#database.compact();
  }

  giveBackSpace(): Promise<void> {
    return this.#database.giveBackSpace();
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function* checkLease(lease: Lease): Work<void> {
  const own = yield* get(sql`SELECT 1 FROM lease WHERE ${isLease(lease)}`);
  if (own === undefined) throw new LeaseLost(lease.duty);
}
