import { describePostgres, useState } from '../../support/state-database.ts';

const stores = [
  'audit-trail',
  ...['blocks', 'challenges', 'change-log', 'checks', 'erasure', 'idempotency', 'keys'],
  ...['payments', 'proof-looks', 'signed-checkpoints', 'used-tokens', 'versions', 'webhooks'],
];

// What the tests of the stores promise of the state in SQLite holds in PostgreSQL.
describePostgres('in PostgreSQL', async () => {
  useState();
  for (const store of stores) await import(`../state/${store}.test.ts`);
});
