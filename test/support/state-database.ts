import { onTestFinished } from 'vitest';
import { StateDatabase } from '../../src/adapters/sqlite/database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new state database, closed when the test ends. */
export async function aStateDatabase(): Promise<StateDatabase> {
  const database = await StateDatabase.in(await temporaryFolder());
  onTestFinished(() => {
    database.close();
  });

  return database;
}
