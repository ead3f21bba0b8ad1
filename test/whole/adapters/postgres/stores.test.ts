import { describe } from 'vitest';
import { describePostgres, useState } from '../../../support/state-database.ts';

/** Not those that take long in PostgreSQL, and that test/whole/cluster uses: the change log, checks and keys. */
const stores = [
  ...['audit-trail', 'blocks', 'buyers', 'challenges', 'idempotency', 'outcomes', 'payments'],
  'proof-looks',
  ...['signed-checkpoints', 'used-tokens', 'webhooks'],
];

// The short form of test/long/adapters/postgres/stores.test.ts.
describePostgres('in PostgreSQL', () => {
  useState(undefined, { brief: true });
  for (const store of stores) describe(store, () => import(`../../../unit/adapters/state/${store}.test.ts`));
});
