import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient, type StatusRecord } from '../../../src/client/client.ts';
import { IssuedKey, SignInChallengeView } from '../../../src/views/keys.ts';
import { aDocument, anEntry, base64, otherWallet, wallet } from '../../fixtures/answers.ts';
import { evmWallet } from '../../fixtures/wallets.ts';
import { serviceNamed, writeCatalog, writeService } from '../../support/catalog-on-disk.ts';
import { aRegistration } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const Registered = z.object({ id: z.string() });

/** Who claims `/claimed`. */
const claimer = evmWallet();
/** What a seller serves as /.well-known/tollbook.txt. */
let file = '';

const seller = createServer((request, response) => {
  if (request.url === '/.well-known/tollbook.txt') response.end(file);
  else if (request.url === '/robots.txt') response.writeHead(404).end();
  else {
    const payTo = request.url === '/claimed' ? claimer.address : wallet;
    response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(anEntry({ payTo }))) }).end('{}');
  }
});

let workplace: Workplace;
let server: RunningServer;
let settings: NodeJS.ProcessEnv;
let sellerUrl: string;

const terms = {
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: wallet, network: 'base' },
};
const alpha = () => serviceNamed('alpha', { ...terms, endpoint: `${sellerUrl}/alpha` });
const paidElsewhere = () => ({
  ...alpha(),
  x402Config: { ...terms.x402Config, paymentAddress: otherWallet },
});
const unseen = { status: 'unverified', lastChecked: null };

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  sellerUrl = `http://127.0.0.1:${String(z.object({ port: z.number() }).parse(seller.address()).port)}`;
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, alpha());
  settings = {
    ...workplace.environment,
    SITE_URL: 'https://catalog.example.com:8443',
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    PROBE_INTERVAL: '1s',
  };
  server = await startServer(settings);
});

afterAll(async () => {
  await server.stop('SIGTERM');
  seller.closeAllConnections();
  seller.close();
  await workplace.remove();
});

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

function statusOf(id: string): Promise<StatusRecord> {
  return createClient({ baseUrl: server.url }).status(id);
}

/** A registration of a path of the seller. */
function registration(name: string) {
  return { ...aRegistration(name), ...terms, endpoint: `${sellerUrl}/${name}`, category: 'ai-inference' };
}

let checked: string;
let claimed: string;

describe('a server that asks sellers', () => {
  it('shows a registered service as verified within seconds, with its observations', async () => {
    const client = createClient({ baseUrl: server.url, key: await workplace.key() });
    ({ id: checked } = await client.register(registration('beta')));

    await expect.poll(async () => (await statusOf(checked)).status).toBe('verified');
    expect(await client.observed(checked)).toMatchObject({
      id: checked,
      verdict: 'verified',
      accepts: [{ price: '0.01' }],
    });
    expect(await read(`/api/services/${checked}/trust`)).toMatchObject({
      id: checked,
      version: 'trust/2',
      rated: false,
    });
    expect(await read(`/api/services/${checked}/checks`)).toMatchObject({
      id: checked,
      latest: [{ verdict: 'verified', httpStatus: 402 }],
    });
    expect(await read('/api/services?status=verified')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: checked, status: 'verified' })]),
    );
  });

  it('shows a seller before registration what to fix', async () => {
    const validate = async (body: object): Promise<unknown> => (await post('/api/validate', body)).json();

    expect(await validate({ endpoint: `${sellerUrl}/gamma`, ...terms })).toMatchObject({
      valid: true,
      verdict: 'verified',
    });
    expect(
      await validate({
        endpoint: `${sellerUrl}/gamma`,
        pricing: { currency: 'USDC', pricePerRequest: '0.02' },
      }),
    ).toMatchObject({
      valid: false,
      verdict: 'price_mismatch',
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'price', passed: false, expected: '0.02', actual: '0.01' }),
        expect.objectContaining({ check: 'other_paths_free', passed: false, severity: 'advisory' }),
      ]) as unknown,
    });
  });

  it('gives a service without a proof to the wallet that it pays, then to those who hold its host', async () => {
    const [first, second, third] = await Promise.all(
      ['first', 'second', 'third'].map((owner) => workplace.key(owner)),
    );
    const { account, address, sign } = claimer;
    const challenge = await post('/api/challenges', { account });
    const { message } = SignInChallengeView.parse(await challenge.json());
    const issued = await post('/api/keys', { message, signature: await sign(message) });
    const { key: own } = IssuedKey.parse(await issued.json());
    ({ id: claimed } = Registered.parse(
      await (await post('/api/services', registration('claimed'), first)).json(),
    ));
    const claim = (method: string, key = '') => post(`/api/services/${claimed}/claim`, { method }, key);
    const holds = (owner: string): void => {
      file = `owner=${owner} catalog=catalog.example.com:8443`;
    };

    // The wallet that the live 402 names is not the declared one.
    const byWallet = await claim('wallet', own);
    expect(await byWallet.json()).toEqual({
      id: claimed,
      owner: `wallet:${address}`,
      proof: {
        method: 'wallet',
        at: expect.any(String) as string,
        evidence: `eip155:8453:${address}`,
      },
    });
    expect(byWallet.status).toBe(200);
    expect(await read(`/api/services/${claimed}`)).toMatchObject({
      x402Config: { paymentAddress: address, network: 'base' },
    });

    // Whoever holds the host outranks it, and is not outranked in turn.
    expect((await claim('http', second)).status).toBe(422);
    holds('second');
    expect((await claim('http', second)).status).toBe(200);
    expect((await claim('wallet', own)).status).toBe(409);
    expect((await claim('wallet', first)).status).toBe(422);

    // The file names another owner, so the proof of the second is gone.
    holds('third');
    expect((await claim('http', third)).status).toBe(200);
    expect(await read(`/api/services/${claimed}/declaration`)).toMatchObject({
      owner: 'third',
      proof: { method: 'http', evidence: `${sellerUrl}/.well-known/tollbook.txt` },
    });
    expect(await workplace.git('status', '--porcelain')).toBe('');
    expect((await workplace.git('log', '--format=%s', '-4')).trim().split('\n')).toEqual([
      `Change ${claimed}`,
      `Change ${claimed}`,
      `Change ${claimed}`,
      `Register ${claimed}`,
    ]);
  });
});

describe('a server that is started again after a crash', () => {
  it('knows what it observed, and nothing of a wallet that was replaced meanwhile', async () => {
    const { id } = alpha();
    await server.stop('SIGKILL');
    await writeService(workplace.catalog, paidElsewhere());
    server = await startServer({ ...settings, PROBE_INTERVAL: '0' });

    expect(await statusOf(checked)).toMatchObject({
      status: 'verified',
      lastChecked: expect.any(String) as string,
    });
    expect(await statusOf(id)).toMatchObject(unseen);
    expect(await read(`/api/services/${id}/checks`)).toMatchObject({ id, days: [], latest: [] });
    // What was observed of the former wallet is hidden at once, and deleted a little later.
    await expect.poll(() => workplace.inState(({ checks }) => checks.last([id]))).toEqual(new Map());
  });

  it('knows the proofs of owners, since they stand in git', async () => {
    expect(await read(`/api/services/${claimed}/observed`)).toMatchObject({
      proof: { method: 'http', state: 'holds', heldAt: expect.any(String) as string },
    });
    const second = await workplace.key('second');
    expect((await post(`/api/services/${claimed}/claim`, { method: 'http' }, second)).status).toBe(422);
  });
});
