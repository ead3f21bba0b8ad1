import { describe } from 'vitest';
import { SqlIdempotency } from '../../../../src/adapters/state/idempotency.ts';
import { MemoryIdempotency } from '../../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { idempotencyStoreSuite } from '../../../support/suites/idempotency-store.ts';

describe('SqlIdempotency', () => {
  idempotencyStoreSuite(async () => new SqlIdempotency(await aStateDatabase()));
});

describe('MemoryIdempotency, its test double', () => {
  idempotencyStoreSuite(async () => new MemoryIdempotency());
});
