import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BazaarClient, bazaarClients, clientPackages } from '../../support/bazaar-clients.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { installPackages } from '../../support/own-packages.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const isInstalled = await installPackages(clientPackages);

const services = Array.from({ length: 230 }, (_, i) => serviceNamed(`service-${String(i)}`));
const rain = serviceNamed('rain-radar', { description: 'Tells when it will rain in a city.' });

let workplace: Workplace;
let server: RunningServer;

beforeAll(async () => {
  if (!isInstalled) return;

  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, rain, ...services);
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await workplace.remove();
});

async function allOf(client: BazaarClient): Promise<string[]> {
  const urls: string[] = [];
  for (;;) {
    const { items, total } = await client.list({ limit: 50, offset: urls.length });
    urls.push(...items.map(({ resource }) => resource));
    if (urls.length >= total || items.length === 0) return urls;
  }
}

const clients = bazaarClients.map((open) => ({ client: open.name, open }));

describe.skipIf(!isInstalled).each(clients)('$client of x402 discovery', ({ open }) => {
  it('pages through every service once', async () => {
    const urls = await allOf(await open(server.url));

    expect(urls).toHaveLength(231);
    expect(new Set(urls)).toEqual(new Set([rain, ...services].map(({ endpoint }) => endpoint)));
  });

  it('searches, and lists what a wallet is paid for, where it can', async () => {
    const { search, merchant } = await open(server.url);
    const found = await search?.('when will it rain');
    const paid = await merchant?.(rain.x402Config.paymentAddress.toLowerCase());

    expect(found?.[0]?.resource ?? rain.endpoint).toBe(rain.endpoint);
    expect((paid ?? [{ type: 'http' }]).length).toBeGreaterThan(0);
  });
});
