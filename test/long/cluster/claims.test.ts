import { expect, it } from 'vitest';
import { z } from 'zod';
import { aCluster, type Cluster, type ClusterServer } from '../../support/cluster.ts';
import { httpSeller } from '../../support/seller.ts';
import { ask, describePostgres } from '../../support/state-database.ts';

const claimsAnHour = 10;
const Told = z.array(z.object({ requests: z.coerce.number() }));

/** A seller of no x402, whose file names an owner once one is given. */
async function aSeller() {
  const file = { owner: '' };
  const { port } = await httpSeller((request, response) => {
    const isFile = request.url === '/.well-known/tollbook.txt' && file.owner !== '';
    if (isFile) response.end(`owner=${file.owner} catalog=catalog.example.com\n`);
    else response.writeHead(request.url === '/paid' ? 200 : 404).end();
  });
  return { file, endpoint: `http://127.0.0.1:${String(port)}/paid` };
}

function claim(server: ClusterServer, key: string, id: string): Promise<Response> {
  return fetch(`${server.url}/api/services/${id}/claim`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ method: 'http' }),
  });
}

async function declared(server: ClusterServer, id: string): Promise<unknown> {
  return (await server.get(`/api/services/${id}/declaration`)).json();
}

/** The claims of an owner for a listing that servers have told each other of. */
async function counted({ databaseUrl }: Cluster, id: string, owner: string): Promise<number> {
  const rows = await ask(databaseUrl, `SELECT requests FROM request_count WHERE client = '${id} ${owner}'`);
  return Told.parse(rows)[0]?.requests ?? 0;
}

describePostgres('servers that share a database', () => {
  it('count the claims of an owner together, and show whose it is', async () => {
    const cluster = await aCluster({ SITE_URL: 'https://catalog.example.com' });
    const [first, second] = [await cluster.add(), await cluster.add()];
    const other = await cluster.keyOf('other');
    const { file, endpoint } = await aSeller();
    const { id } = await first.registered('claimed', { endpoint });

    const refused: number[] = [];
    for (let i = 1; i < claimsAnHour; i += 1) {
      refused.push((await claim(i % 2 === 0 ? first : second, other, id)).status);
    }
    expect(new Set(refused)).toEqual(new Set([422]));

    file.owner = 'other';
    expect((await claim(first, other, id)).status).toBe(200);
    await expect
      .poll(() => declared(second, id))
      .toMatchObject({ owner: 'other', proof: { method: 'http' } });

    // By its own count, the second one would have to refuse none of these.
    const last: number[] = [];
    for (let i = 1; i <= 4 && last.at(-1) !== 429; i += 1) {
      last.push((await claim(second, other, id)).status);
      await expect.poll(() => counted(cluster, id, 'other')).toBe(claimsAnHour + i);
    }
    expect(last.at(-1)).toBe(429);
  });
});
