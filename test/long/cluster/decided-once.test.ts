import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { evmWallet } from '../../fixtures/wallets.ts';
import { describePostgres } from '../../support/state-database.ts';
import { Cluster } from '../../support/cluster.ts';

const rounds = Array.from({ length: 10 }, (_, i) => i);
const Challenge = z.object({ message: z.string() });

let cluster: Cluster;

describePostgres('two servers that are asked the same at the same moment', () => {
  beforeAll(async () => {
    cluster = await Cluster.start([{}, {}]);
  });
  afterAll(() => cluster.close());

  it('make one registration of an Idempotency-Key, and give the same answer', async () => {
    for (const round of rounds) {
      const key = `round-${String(round)}`;
      const answers = await Promise.all(cluster.servers.map((server) => server.register(key, key)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
      expect(other).toBe(one);
      const replayed = answers.filter(({ headers }) => headers.has('idempotency-replayed'));
      expect(replayed).toHaveLength(1);
    }

    const changes = (await cluster.servers[0]?.allChanges()) ?? [];
    expect(changes).toHaveLength(rounds.length);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(rounds.length);
  });

  it('refuse an Idempotency-Key that comes with another body, at either of them', async () => {
    const statuses = await Promise.all(
      cluster.servers.map(async (server, i) => (await server.register(`body-${String(i)}`, 'reused')).status),
    );

    expect(statuses.sort()).toEqual([201, 422]);
  });

  it('take one of two changes that were decided against the same version', async () => {
    const [first] = cluster.servers;
    const made = await first?.registered('contested');
    const id = made?.id ?? '';
    const etag = (await first?.get(`/api/services/${id}`))?.headers.get('etag') ?? '';
    const statuses = await Promise.all(
      cluster.servers.map(async (server, i) => {
        const change = { name: `Name ${String(i)}` };
        return (await server.send('PATCH', `/api/services/${id}`, change, { 'If-Match': etag })).status;
      }),
    );

    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('give one key for the answer to a challenge', async () => {
    // A client may ask ten times a minute.
    for (const _ of rounds.slice(0, 4)) expect(await answersToOneChallenge()).toEqual([201, 422]);
  });
});

/** What the two answer to the same signature, in ascending order. */
async function answersToOneChallenge(): Promise<number[]> {
  const wallet = evmWallet();
  const asked = await fetch(
    `${cluster.servers[0]?.url ?? ''}/api/challenges`,
    json({ account: wallet.account }),
  );
  const { message } = Challenge.parse(await asked.json());
  const signed = json({ message, signature: await wallet.sign(message) });
  const answers = await Promise.all(cluster.servers.map(({ url }) => fetch(`${url}/api/keys`, signed)));

  return answers.map(({ status }) => status).sort();
}

function json(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
