import { expect, it, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { SqlChallenges } from '../../../../src/adapters/state/challenges.ts';
import { SqlKeys } from '../../../../src/adapters/state/keys.ts';
import { SqlUsedTokens } from '../../../../src/adapters/state/used-tokens.ts';
import { SqlWebhooks } from '../../../../src/adapters/state/webhooks.ts';
import { makeKey, maxOwnKeys } from '../../../../src/registration/api-key.ts';
import { aDelivery, aWebhook } from '../../../fixtures/webhooks.ts';
import { aPostgresUrl, describePostgres } from '../../../support/state-database.ts';

const now = new Date('2026-02-03T04:05:06.789Z');
const later = new Date('2026-02-04T04:05:06.789Z');

/** Two servers that share a state. */
async function twoServers(): Promise<readonly [PostgresDatabase, PostgresDatabase]> {
  const url = await aPostgresUrl();
  const open = async (): Promise<PostgresDatabase> => {
    const database = await PostgresDatabase.open(url);
    onTestFinished(() => database.close());
    return database;
  };

  return [await open(), await open()];
}

/** What `act` gives when the two servers do it in turn, all at once. */
const atOnce = <Result>(
  times: number,
  [one, other]: readonly [PostgresDatabase, PostgresDatabase],
  act: (database: PostgresDatabase, i: number) => Promise<Result>,
): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, i) => act(i % 2 === 0 ? one : other, i)));

const signer = {
  family: 'eip155',
  chain: '1',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;
const aChallenge = (nonce: string) => ({ nonce, signer, message: 'Sign in.', expiresAt: later });

describePostgres('two servers over one state', () => {
  it('use a challenge once', async () => {
    const servers = await twoServers();
    await new SqlChallenges(servers[0]).open(aChallenge('n1'), now);
    const taken = await atOnce(8, servers, (database) => new SqlChallenges(database).take('n1'));

    expect(taken.filter((challenge) => challenge !== undefined)).toHaveLength(1);
  });

  it('open no more challenges than may be open', async () => {
    const servers = await twoServers();
    const opened = await atOnce(10, servers, (database, i) =>
      new SqlChallenges(database, { maxOpen: 4 }).open(aChallenge(`n${String(i)}`), now),
    );

    expect(opened.filter(Boolean)).toHaveLength(4);
  });

  it('use a token once', async () => {
    const servers = await twoServers();
    const used = await atOnce(8, servers, (database) =>
      new SqlUsedTokens(database).use('issuer', 'jti', later, now),
    );

    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('give an owner no more keys than it may hold', async () => {
    const servers = await twoServers();
    const aKey = () => makeKey({ owner: 'wallet:0x1' }, now, later).key;
    for (let i = 0; i < maxOwnKeys - 2; i += 1) await new SqlKeys(servers[0]).add(aKey());
    const issued = await atOnce(8, servers, (database) => new SqlKeys(database).issue(aKey(), now));

    expect(issued.filter(Boolean)).toHaveLength(2);
  });

  it('revoke a key once', async () => {
    const servers = await twoServers();
    const { key } = makeKey({ owner: 'acme' }, now, later);
    await new SqlKeys(servers[0]).add(key);
    const revoked = await atOnce(6, servers, (database) => new SqlKeys(database).revoke(key.id, now));

    expect(revoked.filter(Boolean)).toHaveLength(1);
  });

  it('give an owner no more webhooks than it may have', async () => {
    const servers = await twoServers();
    const added = await atOnce(10, servers, (database, i) =>
      new SqlWebhooks(database).add(aWebhook({ id: `wh_${String(i)}` }), { ofOwner: 3, inAll: 100 }),
    );

    expect(added.filter((outcome) => outcome === 'added')).toHaveLength(3);
    expect(await new SqlWebhooks(servers[1]).ofActor({ owner: 'acme' })).toHaveLength(3);
  });

  it('move the place of a webhook on once, with each delivery once', async () => {
    const servers = await twoServers();
    const webhook = aWebhook();
    await new SqlWebhooks(servers[0]).add(webhook, { ofOwner: 3, inAll: 100 });
    const deliveries = [aDelivery(webhook.id, 1), aDelivery(webhook.id, 2)];
    const move = {
      webhook: webhook.id,
      from: webhook.place,
      to: { ...webhook.place, number: 2, at: now.getTime() },
      deliveries,
    };
    await atOnce(6, servers, (database) => new SqlWebhooks(database).advance([move]));
    const rows = await servers[1].all('SELECT number FROM webhook_delivery WHERE webhook_id = ?', webhook.id);

    expect(rows).toHaveLength(2);
    expect((await new SqlWebhooks(servers[0]).find(webhook.id))?.place.number).toBe(2);
  });
});
