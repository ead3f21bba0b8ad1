import { expect, it, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { PostgresRequestCounts } from '../../../../src/adapters/postgres/request-counts.ts';
import { aPostgresUrl, describePostgres } from '../../../support/state-database.ts';

async function counts(url: string): Promise<PostgresRequestCounts> {
  const database = await PostgresDatabase.open(url);
  onTestFinished(() => database.close());
  return new PostgresRequestCounts(database);
}

const count = (client: string, requests: number, endsInMs = 60_000) => ({
  limit: 'read',
  client,
  requests,
  endsInMs,
});

describePostgres('the requests that servers count together', () => {
  it('are added up by limit and client, in the window of the first', async () => {
    const url = await aPostgresUrl();
    const [one, other] = [await counts(url), await counts(url)];
    await one.add([count('a', 3), count('b', 1), { ...count('a', 7), limit: 'write' }]);

    const [all] = await other.add([count('a', 2, 3_600_000)]);
    expect(all).toMatchObject({ limit: 'read', client: 'a', requests: 5 });
    expect(all?.endsInMs).toBeLessThanOrEqual(60_000);
  });

  it('begin again when their window has ended', async () => {
    const one = await counts(await aPostgresUrl());
    await one.add([count('a', 3, 1)]);

    await expect.poll(() => one.add([count('a', 1)])).toMatchObject([{ requests: 1 }]);
  });

  it('are all counted when servers tell of them at the same moment', async () => {
    const url = await aPostgresUrl();
    const servers = await Promise.all(Array.from({ length: 4 }, () => counts(url)));
    await Promise.all(
      servers.flatMap((server) => [1, 2, 3].map(() => server.add([count('a', 1), count('b', 1)]))),
    );

    expect(await servers[0]?.add([count('a', 1)])).toMatchObject([{ requests: 13 }]);
  });
});
