import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aDocument, aDocumentOfV1, anEntry, anEntryOfV1, base64, wallet } from '../../fixtures/answers.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

/* What sellers in public use answer, as a check and a validation read it. */

const answer =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

const header = (document: unknown, body = '{}'): RequestListener =>
  answer(402, body, { 'PAYMENT-REQUIRED': base64(document) });

const good = header(aDocument(anEntry()));
const offering = (...accepts: unknown[]): RequestListener => header({ ...aDocument(), accepts });
const ofV1 = JSON.stringify(aDocumentOfV1(anEntryOfV1()));

const sellers: Readonly<Record<string, readonly [verdict: string, answer: RequestListener]>> = {
  'free-now': ['unread', answer(200, '{"ok":true}')],
  'a-most': ['unread', offering(anEntry({ scheme: 'upto', amount: '1000000' }))],
  'odd-entry': ['verified', offering(anEntry(), { scheme: 'exact', network: 'stripe' })],
  'no-token': ['verified', offering(anEntry(), anEntry({ asset: '' }))],
  'broken-header': ['verified', header({ scheme: 'exact', network: 'base', amount: 10_000 }, ofV1)],
  'needs-input': ['unread', answer(400, '{"error":"url is required"}')],
  'sign-in': [
    'unread',
    header({ ...aDocument(), extensions: { 'sign-in-with-x': { info: {}, schema: {} } } }),
  ],
  wall: ['blocked', answer(405, '', { 'x-amzn-waf-action': 'captcha' })],
  elsewhere: ['verified', header({ ...aDocument(anEntry()), resource: { url: 'http://internal:3000/x' } })],
  unsigned: ['verified', offering(anEntry({ extra: {} }))],
  'in-body-alone': ['malformed', answer(402, JSON.stringify(aDocument(anEntry())))],
  slashed: [
    'verified',
    (request, response) => {
      if (request.url === '/slashed/') good(request, response);
      else response.writeHead(404).end();
    },
  ],
};
const names = Object.keys(sellers);

const seller = createServer((request, response) => {
  const name = request.url?.split('/')[1] ?? '';
  const [, listener] = sellers[name] ?? [];
  if (listener) listener(request, response);
  else response.writeHead(404).end();
});

const Validated = z.object({ verdict: z.string() });
const Observed = z.object({ verdict: z.string().nullable() });

let workplace: Workplace;
let server: RunningServer;
let ids: ReadonlyMap<string, string>;
let sellerUrl: string;

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  sellerUrl = `http://127.0.0.1:${String(z.object({ port: z.number() }).parse(seller.address()).port)}`;
  workplace = await Workplace.make();
  const services = names.map((name) =>
    serviceNamed(name, {
      endpoint: `${sellerUrl}/${name}`,
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: { paymentAddress: wallet, network: 'base' },
    }),
  );
  ids = new Map(names.map((name, i) => [name, services[i]?.id ?? '']));
  await writeCatalog(workplace.catalog, ...services);
  server = await startServer({
    ...workplace.environment,
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    PROBE_INTERVAL: '1s',
    RATE_LIMIT_READ: '0',
  });
});

afterAll(async () => {
  await server.stop('SIGTERM');
  seller.closeAllConnections();
  seller.close();
  await workplace.remove();
});

async function read(path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

async function validate(name: string): Promise<Response> {
  return fetch(`${server.url}/api/validate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint: `${sellerUrl}/${name}` }),
  });
}

describe('a seller of public use is read as it is', () => {
  it.each(names)('by a check: %s', async (name) => {
    const [verdict] = sellers[name] ?? [];
    const observed = async () => Observed.parse(await read(`/api/services/${ids.get(name) ?? ''}/observed`));

    await expect.poll(observed, { timeout: 20_000 }).toEqual({ verdict });
  });

  it.each(names.slice(0, 10))('by a validation: %s', async (name) => {
    const [verdict] = sellers[name] ?? [];

    expect(Validated.parse(await (await validate(name)).json())).toEqual({ verdict });
  });

  it('and buyers are sent to the address that answered', async () => {
    const resourcesOf = async () => JSON.stringify(await read('/discovery/resources?limit=100'));

    await expect.poll(resourcesOf, { timeout: 20_000 }).toContain(`"${sellerUrl}/slashed/"`);
    expect(await read(`/api/services/${ids.get('slashed') ?? ''}`)).toMatchObject({
      endpoint: `${sellerUrl}/slashed`,
    });
  });

  it('and what was not compared neither verifies nor fails', async () => {
    const status = await read(`/api/services/${ids.get('free-now') ?? ''}/status`);

    expect(status).toMatchObject({ status: 'unverified', uptimeScore: 100 });
  });
});
