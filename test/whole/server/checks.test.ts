import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient, type StatusRecord } from '../../../src/client/client.ts';
import { readConfig } from '../../../src/config.ts';
import { openState } from '../../../src/open-state.ts';
import { serviceNamed, writeCatalog, writeService } from '../../support/catalog-on-disk.ts';
import { aRegistration } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { aDocument, anEntry, base64, otherWallet, wallet } from '../../fixtures/answers.ts';

const terms = {
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: wallet, network: 'base' },
};

let workplace: Workplace;
let server: RunningServer;
let sellerUrl: string;
let endpointPolicy: NodeJS.ProcessEnv;
const seller = createServer((request, response) => {
  if (request.url === '/robots.txt') response.writeHead(404).end();
  else response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(anEntry())) }).end('{}');
});

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  sellerUrl = `http://127.0.0.1:${String(z.object({ port: z.number() }).parse(seller.address()).port)}`;
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, serviceNamed('alpha', { ...terms, endpoint: `${sellerUrl}/alpha` }));
  endpointPolicy = {
    ...workplace.environment,
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    PROBE_INTERVAL: '1s',
  };
  server = await startServer(endpointPolicy);
});

afterAll(async () => {
  await server.stop('SIGTERM');
  seller.close();
  await workplace.remove();
});

async function read(path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

function statusOf(id: string): Promise<StatusRecord> {
  return createClient({ baseUrl: server.url }).status(id);
}

/** What the database itself knows, whatever the server shows. */
async function checksOnFile(id: string): Promise<unknown> {
  const state = await openState(readConfig(workplace.environment));
  try {
    return await state.checks.last([id]);
  } finally {
    await state.close();
  }
}

describe('a server that checks services', () => {
  it('shows a registered service as verified within seconds, with its observations', async () => {
    const body = {
      ...aRegistration('beta'),
      ...terms,
      endpoint: `${sellerUrl}/beta`,
      category: 'ai-inference',
    };
    const key = await workplace.key();
    const client = createClient({ baseUrl: server.url, key });
    const { id } = await client.register(body);

    await expect.poll(async () => (await statusOf(id)).status).toBe('verified');
    expect(await client.observed(id)).toMatchObject({
      id,
      verdict: 'verified',
      accepts: [{ price: '0.01' }],
    });
    expect(await read(`/api/services/${id}/trust`)).toMatchObject({ id, version: 'trust/2', rated: false });
    expect(await read(`/api/services/${id}/checks`)).toMatchObject({
      id,
      latest: [{ verdict: 'verified', httpStatus: 402 }],
    });
    expect(await read('/api/services?status=verified')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, status: 'verified' })]),
    );
  });

  it('keeps its observations across a restart', async () => {
    const { services } = await createClient({ baseUrl: server.url }).list({ query: 'alpha' });
    const id = services[0]?.id ?? '';
    await expect.poll(async () => (await statusOf(id)).status).toBe('verified');

    await server.stop('SIGTERM');
    server = await startServer({ ...endpointPolicy, PROBE_INTERVAL: '0' });
    expect(await statusOf(id)).toMatchObject({
      status: 'verified',
      lastChecked: expect.any(String) as string,
    });
  });

  it('starts again when the file of a service names another wallet, also after a crash and while it is stopped', async () => {
    const alpha = serviceNamed('alpha', { ...terms, endpoint: `${sellerUrl}/alpha` });
    const paidElsewhere = { ...alpha, x402Config: { ...alpha.x402Config, paymentAddress: otherWallet } };
    const unseen = { status: 'unverified', lastChecked: null };
    const listed = async (): Promise<unknown> => read(`/api/services/${alpha.id}/checks`);
    const restart = async (signal: NodeJS.Signals, interval: string): Promise<void> => {
      await server.stop(signal);
      server = await startServer({ ...endpointPolicy, PROBE_INTERVAL: interval });
    };
    expect(await statusOf(alpha.id)).toMatchObject({ status: 'verified' });

    await writeService(workplace.catalog, paidElsewhere);
    await expect.poll(() => statusOf(alpha.id)).toMatchObject(unseen);
    expect(await listed()).toMatchObject({ id: alpha.id, days: [], latest: [] });
    await restart('SIGKILL', '0');
    expect(await statusOf(alpha.id)).toMatchObject(unseen);
    // What the crash left is hidden at once, and deleted a little later.
    await expect.poll(() => checksOnFile(alpha.id)).toEqual(new Map());

    await server.stop('SIGTERM');
    await writeService(workplace.catalog, alpha);
    server = await startServer({ ...endpointPolicy, PROBE_INTERVAL: '0' });
    expect(await statusOf(alpha.id)).toMatchObject(unseen);
    expect(await listed()).toMatchObject({ id: alpha.id, days: [], latest: [] });

    await restart('SIGTERM', '1s');
    await expect.poll(async () => (await statusOf(alpha.id)).status).toBe('verified');
  });

  it('tells a seller before registration what to fix', async () => {
    const validate = async (body: object): Promise<unknown> =>
      (
        await fetch(`${server.url}/api/validate`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();

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
});
