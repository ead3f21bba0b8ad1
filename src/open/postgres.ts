import type { Lease } from '../domain/lease.ts';
import type { Clock, LeaseStore, RequestCounts, SharedState } from '../live/ports.ts';
import type { StateDatabase } from '../adapters/state/database.ts';
import { PostgresDatabase, type PostgresOptions } from '../adapters/postgres/database.ts';
import { DatabaseClock } from '../adapters/postgres/database-clock.ts';
import { FencedDatabase } from '../adapters/postgres/fenced-database.ts';
import { PostgresLeases } from '../adapters/postgres/leases.ts';
import { PostgresRequestCounts } from '../adapters/postgres/request-counts.ts';
import { SqlSharedState } from '../adapters/postgres/shared-state.ts';

/** A database that several servers share, with what they need to share it. */
export interface Postgres {
  readonly database: PostgresDatabase;
  readonly clock: Clock;
  readonly shared: SharedState;
  readonly requestCounts: RequestCounts;
  readonly leases: LeaseStore;
  /** The same database for who holds a lease: it writes nothing once another holds it. */
  readonly under: (lease: Lease) => StateDatabase;
}

/** @throws {NewerDatabase | StateUnavailable} */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Postgres> {
  const database = await PostgresDatabase.open(url, options);
  const clock = await DatabaseClock.read(database);

  return {
    database,
    clock: clock.now,
    shared: new SqlSharedState(database),
    requestCounts: new PostgresRequestCounts(database),
    leases: new PostgresLeases(database, clock),
    under: (lease) => new FencedDatabase(database, lease),
  };
}
