import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { aRegistration, register } from '../../support/registration.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { httpSeller } from '../../support/seller.ts';
import { describePostgres } from '../../support/state-database.ts';
import { Servers } from './duty-servers.ts';

const claimsAnHour = 10;
const Id = z.object({ id: z.string() });

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

function claim(server: RunningServer, key: string, id: string): Promise<Response> {
  return fetch(`${server.url}/api/services/${id}/claim`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ method: 'http' }),
  });
}

async function declared({ url }: RunningServer, id: string): Promise<unknown> {
  return (await fetch(`${url}/api/services/${id}/declaration`)).json();
}

describePostgres('servers that share a database', () => {
  it('count the claims of a listing together, and show whose it is', async () => {
    const servers = await Servers.make({ PROBE_INTERVAL: '0', SITE_URL: 'https://catalog.example.com' });
    const [first, second] = [await servers.start(), await servers.start()];
    const other = await servers.keyOf('other');
    const { file, endpoint } = await aSeller();
    const body = { ...aRegistration('claimed'), endpoint };
    const { id } = Id.parse(await (await register(first.url, servers.key, body)).json());

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

    // Servers tell each other twice a second. By its own count, the second one would have to refuse none of these.
    const last: number[] = [];
    for (let i = 0; i < 4 && last.at(-1) !== 429; i += 1) {
      last.push((await claim(second, other, id)).status);
      await sleep(1_500);
    }
    expect(last.at(-1)).toBe(429);
  });
});
