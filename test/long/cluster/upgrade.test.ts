import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../../src/adapters/postgres/schema.ts';
import { newestVersion } from '../../../src/adapters/state/schema.ts';
import { describePostgres, tell } from '../../support/state-database.ts';
import { Cluster } from '../../support/cluster.ts';

let cluster: Cluster;

describePostgres('a server beside one that is newer', () => {
  beforeAll(async () => {
    cluster = await Cluster.start([{}, {}]);
  });
  afterAll(() => cluster.close());

  it('goes on with reads and writes on newer tables, and is refused when it starts again', async () => {
    const [one, other] = cluster.servers;
    if (!one || !other) throw new Error('no server');
    const { id } = await one.registered('before');
    await tell(
      cluster.databaseUrl,
      `ALTER TABLE feed_change ADD COLUMN later bigint;
       ALTER TABLE server ADD COLUMN later bigint NOT NULL DEFAULT 0;
       UPDATE tollbook_schema SET version = 1000`,
    );

    const { id: later } = await one.registered('after');
    for (const server of cluster.servers) {
      expect((await server.get(`/api/services/${id}`)).status).toBe(200);
      expect((await server.get(`/api/services/${later}`)).status).toBe(200);
      expect(await server.ready()).toBe(200);
    }
    expect((await one.health()).checks).toMatchObject({ state: 'ok', servers: 'ok' });

    await other.process.stop('SIGTERM');
    await expect(other.startAgain()).rejects.toThrow(
      /database has schema 1000.*update Tollbook, or set DATABASE_URL/,
    );
    expect((await one.get(`/api/services/${later}`)).status).toBe(200);
    await tell(cluster.databaseUrl, `UPDATE tollbook_schema SET version = ${String(newestVersion(schema))}`);
    await other.startAgain();
  });
});
