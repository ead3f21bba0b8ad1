import { describe } from 'vitest';
import { describePostgres, useState } from '../../../support/state-database.ts';

const stores = [
  'audit-trail',
  ...['blocks', 'buyers', 'challenges', 'change-log', 'checks', 'erasure', 'idempotency', 'keys'],
  'outcomes',
  ...['payments', 'proof-looks', 'signed-checkpoints', 'used-tokens', 'versions', 'webhooks'],
];

// What the tests of the stores promise of the state in SQLite holds in PostgreSQL.
describePostgres('in PostgreSQL', () => {
  useState();
  // Each in a group of its own: what one file does before each test is not done before those of the others.
  for (const store of stores) describe(store, () => import(`../../../unit/adapters/state/${store}.test.ts`));
});
