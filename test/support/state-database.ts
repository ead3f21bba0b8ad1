import { Client } from 'pg';
import { describe, inject, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../src/adapters/postgres/database.ts';
import { SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import type { StateDatabase } from '../../src/adapters/state/database.ts';
import { programs, serverIn } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Opens the same new state each time. Whoever calls it closes what it opens. */
export type Opener = () => Promise<StateDatabase>;

let newState: () => Promise<Opener> = async () => {
  const folder = await temporaryFolder();

  return () => SqliteDatabase.in(folder);
};

let isBriefNow = false;

/** Whether to leave out tests with thousands of rows, which take long in PostgreSQL. */
export function isBrief(): boolean {
  return isBriefNow;
}

/** From now on, the state that tests open is in PostgreSQL, each at a new URL. */
export function useState(newUrl: () => Promise<string> = aPostgresUrl, { brief = false } = {}): void {
  isBriefNow = brief;
  newState = async () => {
    const url = await newUrl();

    return () => PostgresDatabase.open(url);
  };
}

/** A new state, to be opened by several; each is closed when the test ends. */
export async function aState(): Promise<Opener> {
  const open = await newState();

  return async () => {
    const database = await open();
    onTestFinished(() => database.close());
    return database;
  };
}

/** A new state database, closed when the test ends. */
export async function aStateDatabase(): Promise<StateDatabase> {
  return (await aState())();
}

/** Describes tests of PostgreSQL, which are skipped where none is installed. */
export const describePostgres = describe.skipIf(programs === undefined);

/** The URL of a new, empty schema in PostgreSQL, which costs far less than a database. */
export async function aPostgresUrl(): Promise<string> {
  const server = await serverIn(inject('postgresFolder'));
  const schema = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await tell(server, `CREATE SCHEMA ${schema}`);

  return `${server}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** The URL of a new, empty database in PostgreSQL, for programs that take whole databases. */
export async function aPostgresDatabaseUrl(): Promise<string> {
  const server = await serverIn(inject('postgresFolder'));
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await tell(server, `CREATE DATABASE ${name}`);

  return server.replace('/postgres?', `/${name}?`);
}

/** Runs SQL on a connection of its own. */
export async function tell(url: string, sql: string): Promise<void> {
  await ask(url, sql);
}

/** The same for a query, whose rows it gives. */
export async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
