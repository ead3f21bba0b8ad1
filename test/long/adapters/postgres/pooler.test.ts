import { afterAll, beforeAll, describe, inject } from 'vitest';
import { programs, serverIn } from '../../../support/postgres-server.ts';
import { pgbouncer, type Pooler, startPooler } from '../../../support/pooler.ts';
import { tell, useState } from '../../../support/state-database.ts';

const stores = [
  ...['audit-trail', 'blocks', 'challenges', 'change-log', 'checks', 'idempotency', 'keys'],
  ...['proof-looks', 'used-tokens', 'versions', 'webhooks'],
];

// Poolers in transaction mode keep no state of a session, so what the stores promise must need none.
describe.skipIf(programs === undefined || pgbouncer === undefined)('behind PgBouncer', () => {
  let pooler: Pooler;

  beforeAll(async () => {
    await serverIn(inject('postgresFolder'));
    pooler = await startPooler(inject('postgresFolder'));
  });
  afterAll(() => pooler.stop());

  // A pooler passes on no search path, so each test has a database of its own.
  useState(async () => {
    const database = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    await tell(await serverIn(inject('postgresFolder')), `CREATE DATABASE ${database}`);
    return pooler.urlOf(database);
  });
  for (const store of stores) describe(store, () => import(`../../../unit/adapters/state/${store}.test.ts`));
});
