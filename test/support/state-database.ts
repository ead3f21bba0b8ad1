import { onTestFinished } from 'vitest';
import { SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new state database, closed when the test ends. */
export async function aStateDatabase(): Promise<SqliteDatabase> {
  const database = await SqliteDatabase.in(await temporaryFolder());
  onTestFinished(() => database.close());

  return database;
}
