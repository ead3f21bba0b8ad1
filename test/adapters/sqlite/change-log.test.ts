import { describe } from 'vitest';
import { SqliteChangeLog } from '../../../src/adapters/sqlite/change-log.ts';
import { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { changeLogSuite } from '../suites/change-log.ts';

describe('the change log in SQLite', () => {
  changeLogSuite(async () => new SqliteChangeLog(await aStateDatabase()));
});

describe('the change log in memory that stands in for it', () => {
  changeLogSuite(async () => new MemoryChangeLog());
});
