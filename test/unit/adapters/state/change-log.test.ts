import { describe } from 'vitest';
import { SqlChangeLog } from '../../../../src/adapters/state/change-log.ts';
import { MemoryChangeLog } from '../../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { changeLogSuite } from '../../../support/suites/change-log.ts';

describe('SqlChangeLog', () => {
  changeLogSuite(async () => new SqlChangeLog(await aStateDatabase()));
});

describe('MemoryChangeLog, its test double', () => {
  changeLogSuite(async () => new MemoryChangeLog());
});
