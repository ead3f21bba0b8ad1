import { describe } from 'vitest';
import { SqliteIdempotency } from '../../../src/adapters/sqlite/idempotency.ts';
import { MemoryIdempotency } from '../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { idempotencyStoreSuite } from '../suites/idempotency-store.ts';

describe('SqliteIdempotency', () => {
  idempotencyStoreSuite(async () => new SqliteIdempotency(await aStateDatabase()));
});

describe('MemoryIdempotency, its test double', () => {
  idempotencyStoreSuite(async () => new MemoryIdempotency());
});
