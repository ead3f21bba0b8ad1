import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { StateDatabase } from '../../../src/adapters/sqlite/database.ts';
import { SqliteIdempotency } from '../../../src/adapters/sqlite/idempotency.ts';
import { MemoryIdempotency } from '../../fixtures/memory-state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { idempotencyStoreSuite } from '../suites/idempotency-store.ts';

describe('Idempotency-Keys in SQLite', () => {
  idempotencyStoreSuite(async () => {
    const database = new StateDatabase(join(await temporaryFolder(), 'tollbook.db'));
    onTestFinished(() => {
      database.close();
    });
    return new SqliteIdempotency(database);
  });
});

describe('the store in memory that stands in for it', () => {
  idempotencyStoreSuite(async () => new MemoryIdempotency());
});
