import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IssuedKey, SignInChallengeView } from '../../../src/views/keys.ts';
import { evmWallet, type Wallet } from '../../fixtures/wallets.ts';
import { aRegistration } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { aDocument, anEntry, base64 } from '../../fixtures/answers.ts';

const siteUrl = 'https://catalog.example.com:8443';
const lineOf = (owner: string): string => `owner=${owner} catalog=catalog.example.com:8443`;
const wallet = evmWallet();

let workplace: Workplace;
let server: RunningServer;
let endpoint: string;
/** What the seller serves as /.well-known/tollbook.txt. */
let file = '';
const seller = createServer((request, response) => {
  if (request.url === '/.well-known/tollbook.txt') response.end(file);
  else if (request.url === '/robots.txt') response.writeHead(404).end();
  else {
    const terms = base64(aDocument(anEntry({ payTo: wallet.address })));
    response.writeHead(402, { 'PAYMENT-REQUIRED': terms }).end('{}');
  }
});

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  const { port } = z.object({ port: z.number() }).parse(seller.address());
  endpoint = `http://127.0.0.1:${String(port)}/rain`;
  workplace = await Workplace.make();
  await start();
});

afterAll(async () => {
  await server.stop('SIGTERM');
  seller.close();
  await workplace.remove();
});

async function start(): Promise<void> {
  server = await startServer({
    ...workplace.environment,
    SITE_URL: siteUrl,
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
  });
}

async function post(path: string, body: unknown, key = ''): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

async function read(path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

async function signIn({ account, sign }: Wallet): Promise<string> {
  const challenge = await post('/api/challenges', { account });
  const { message } = SignInChallengeView.parse(await challenge.json());
  const issued = await post('/api/keys', { message, signature: await sign(message) });
  return IssuedKey.parse(await issued.json()).key;
}

describe('a service whose owner has no proof', () => {
  it('goes to the wallet that it pays, then to those who hold its host', async () => {
    const [first, second, third] = await Promise.all([
      workplace.key('first'),
      workplace.key('second'),
      workplace.key('third'),
    ]);
    const own = await signIn(wallet);
    const registration = { ...aRegistration('rain'), category: 'ai-inference', endpoint };
    const registered = await post(
      '/api/services',
      { ...registration, x402Config: { ...registration.x402Config, network: 'base' } },
      first,
    );
    const { id } = z.object({ id: z.string() }).parse(await registered.json());
    const claim = (method: string, key: string) => post(`/api/services/${id}/claim`, { method }, key);

    // The wallet that the live 402 names is not the declared one.
    const byWallet = await claim('wallet', own);
    expect(await byWallet.json()).toEqual({
      id,
      owner: `wallet:${wallet.address}`,
      proof: {
        method: 'wallet',
        at: expect.any(String) as string,
        evidence: `eip155:8453:${wallet.address}`,
      },
    });
    expect(byWallet.status).toBe(200);
    expect(await read(`/api/services/${id}`)).toMatchObject({
      id,
      x402Config: { paymentAddress: wallet.address, network: 'base' },
    });

    // Whoever holds the host outranks it, and is not outranked in turn.
    expect((await claim('http', second)).status).toBe(422);
    file = lineOf('second');
    expect((await claim('http', second)).status).toBe(200);
    expect((await claim('wallet', own)).status).toBe(409);
    expect((await claim('wallet', first)).status).toBe(422);

    // The file names another owner, so the proof of the second is gone.
    file = lineOf('third');
    expect((await claim('http', third)).status).toBe(200);
    expect(await read(`/api/services/${id}/declaration`)).toMatchObject({
      owner: 'third',
      proof: { method: 'http', evidence: new URL('/.well-known/tollbook.txt', endpoint).href },
    });
    expect(await workplace.git('status', '--porcelain')).toBe('');
    expect((await workplace.git('log', '--format=%s', '-4')).trim().split('\n')).toEqual([
      `Change ${id}`,
      `Change ${id}`,
      `Change ${id}`,
      `Register ${id}`,
    ]);

    // All of that stands in git, so it outlives the server.
    await server.stop('SIGKILL');
    await start();
    expect(await read(`/api/services/${id}/observed`)).toMatchObject({
      proof: { method: 'http', state: 'holds', heldAt: expect.any(String) as string },
    });
    expect((await claim('http', second)).status).toBe(422);
  });
});
