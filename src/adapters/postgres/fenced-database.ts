import { type Lease, LeaseLost } from '../../domain/lease.ts';
import { get, run, type StateDatabase, type Work } from '../state/database.ts';

/**
 * The database as the holder of a lease may write it: each transaction checks the lease first, so nothing is written under one that another server
 * has taken. Writes reject with `LeaseLost` then. Transactions are serializable, so that no takeover comes between the check and the commit.
 */
export class FencedDatabase implements StateDatabase {
  readonly #database: StateDatabase;
  readonly #lease: Lease;

  constructor(database: StateDatabase, lease: Lease) {
    this.#database = database;
    this.#lease = lease;
  }

  all(sql: string, ...values: readonly unknown[]): Promise<readonly unknown[]> {
    return this.#database.all(sql, ...values);
  }

  allAs<Value>(
    read: (row: unknown) => Value,
    sql: string,
    ...values: readonly unknown[]
  ): Promise<readonly Value[]> {
    return this.#database.allAs(read, sql, ...values);
  }

  get(sql: string, ...values: readonly unknown[]): Promise<unknown> {
    return this.#database.get(sql, ...values);
  }

  read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#database.read(work);
  }

  run(sql: string, ...values: readonly unknown[]): Promise<number> {
    return this.transaction(() => run(sql, ...values));
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

function* checkLease({ duty, holder, epoch }: Lease): Work<void> {
  const own = yield* get(
    'SELECT 1 FROM lease WHERE duty = ? AND holder = ? AND epoch = ?',
    duty,
    holder,
    epoch,
  );
  if (own === undefined) throw new LeaseLost(duty);
}
