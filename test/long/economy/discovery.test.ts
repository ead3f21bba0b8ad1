import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type Market, openMarket, type Seller } from '../../../economy/market.ts';

import { aService } from '../../fixtures/services.ts';
import { type GuidedCatalog, openGuidedCatalog } from '../../support/guided-catalog.ts';
import { bazaarClients, clientPackages } from '../../support/bazaar-clients.ts';
import { installPackages } from '../../support/own-packages.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = (await installPackages(economy)) && (await installPackages(clientPackages));

let market: Market;
let buyer: Buyer;
let sellers: readonly Seller[];
let catalog: GuidedCatalog;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  buyer = await market.openBuyer();
  sellers = [
    await market.openSeller({ price: '0.001', path: '/rain', answer: { rain: true } }),
    await market.openSeller({ price: '0.002', path: '/snow', answer: { snow: true }, version: 1 }),
  ];
  catalog = await openGuidedCatalog(
    sellers.map(({ url, declared }, i) =>
      aService({
        name: ['Rain Radar', 'Snow Radar'][i] ?? '',
        description: ['Tells when it rains.', 'Tells when it snows.'][i] ?? '',
        endpoint: url,
        pricing: { currency: 'USDC', pricePerRequest: declared.price },
        x402Config: { network: 'base-sepolia', paymentAddress: declared.wallet },
      }),
    ),
  );
});

afterAll(async () => {
  if (!isInstalled) return;

  await catalog.close();
  await market.close();
});

describe.skipIf(!isInstalled)('a buyer with a client of x402 discovery', () => {
  it.each([
    ['when does it rain', 0, 2],
    ['when does it snow', 1, 1],
  ])('searches for %o, and pays the seller by the terms that it was given', async (query, index, version) => {
    const [open] = bazaarClients;
    const client = await open?.(catalog.server.url);
    const [found] = (await client?.search?.(query)) ?? [];
    const seller = sellers[index];

    expect(found).toMatchObject({
      resource: seller?.url,
      x402Version: version,
      accepts: [{ payTo: seller?.declared.wallet, extra: { name: expect.any(String) as string } }],
      extensions: { tollbook: { terms: 'observed', verdict: 'verified' } },
    });
    const [receipt] = await buyer.buy({ url: found?.resource ?? '', method: 'GET' });
    expect(receipt?.payer).toBe(buyer.address);
    expect(await market.balanceOf(seller?.declared.wallet ?? '0x')).toBe(seller?.declared.price);
  });
});
