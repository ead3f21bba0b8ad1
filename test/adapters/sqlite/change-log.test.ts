import { describe } from 'vitest';
import { SqliteChangeLog } from '../../../src/adapters/sqlite/change-log.ts';
import { MemoryChangeLog } from '../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { changeLogSuite } from '../suites/change-log.ts';

describe('SqliteChangeLog', () => {
  changeLogSuite(async () => new SqliteChangeLog(await aStateDatabase()));
});

describe('MemoryChangeLog, its test double', () => {
  changeLogSuite(async () => new MemoryChangeLog());
});
