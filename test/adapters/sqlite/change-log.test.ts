import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { SqliteChangeLog } from '../../../src/adapters/sqlite/change-log.ts';
import { StateDatabase } from '../../../src/adapters/sqlite/database.ts';
import { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { changeLogSuite } from '../suites/change-log.ts';

describe('the change log in SQLite', () => {
  changeLogSuite(async () => {
    const database = new StateDatabase(join(await temporaryFolder(), 'tollbook.db'));
    onTestFinished(() => {
      database.close();
    });
    return new SqliteChangeLog(database);
  });
});

describe('the change log in memory that stands in for it', () => {
  changeLogSuite(async () => new MemoryChangeLog());
});
