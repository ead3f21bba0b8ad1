import { describe } from 'vitest';
import { SqliteIdempotency } from '../../../src/adapters/sqlite/idempotency.ts';
import { MemoryIdempotency } from '../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { idempotencyStoreSuite } from '../suites/idempotency-store.ts';

describe('Idempotency-Keys in SQLite', () => {
  idempotencyStoreSuite(async () => new SqliteIdempotency(await aStateDatabase()));
});

describe('the store in memory that stands in for it', () => {
  idempotencyStoreSuite(async () => new MemoryIdempotency());
});
