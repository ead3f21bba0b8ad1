import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type Market, openMarket, type Seller } from '../../../economy/market.ts';
import { aService } from '../../fixtures/services.ts';
import { follow } from '../../support/guide-session.ts';
import { type GuidedCatalog, openGuidedCatalog } from '../../support/guided-catalog.ts';
import { installPackages } from '../../support/own-packages.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);

const price = '0.001';

let market: Market;
let buyer: Buyer;
let seller: Seller;
let catalog: GuidedCatalog;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  buyer = await market.openBuyer();
  seller = await market.openSeller({ price, path: '/rain', answer: { rain: true } });
  catalog = await openGuidedCatalog([
    aService({
      name: 'Rain Radar',
      endpoint: seller.url,
      pricing: { currency: 'USDC', pricePerRequest: price },
      x402Config: { network: 'base-sepolia', paymentAddress: seller.declared.wallet },
    }),
  ]);
});

afterAll(async () => {
  if (!isInstalled) return;

  await catalog.close();
  await market.close();
});

/** Follows the quick start up to the payment. */
async function buy(): Promise<Readonly<Record<string, string>>> {
  return follow(await catalog.guide('/docs/buyers/'), {
    folder: catalog.folder,
    input: `${buyer.privateKey}\n`,
    packages: { '@x402/fetch@2 @x402/evm@2 viem@2': join(economy, 'node_modules') },
  });
}

const earned = (): Promise<string> => market.balanceOf(seller.declared.wallet);

describe.skipIf(!isInstalled)('the quick start for buyers, followed word by word', () => {
  it('finds a service, checks it, and pays for a request', async () => {
    const printed = await buy();

    expect(JSON.parse(printed['find a service'] ?? '')).toMatchObject({ name: 'Rain Radar' });
    expect(JSON.parse(printed['see what was observed'] ?? '')).toMatchObject({
      verdict: 'verified',
      fields: expect.arrayContaining([
        { field: 'payTo', declared: seller.declared.wallet, observed: seller.declared.wallet, match: true },
      ]) as unknown,
    });
    expect(printed['pay']).toBe('{"rain":true}');
    expect(await earned()).toBe(price);
  });

  it.each([
    { title: 'a higher price', live: { price: '0.002' } },
    { title: 'another wallet', live: { wallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } },
    { title: 'another token', live: { token: 'EURC' } },
  ] as const)('does not pay $title than the catalog has seen', async ({ live }) => {
    const before = [await market.balanceOf(buyer.address), await market.balanceOf(buyer.address, 'EURC')];
    seller.change({ ...seller.declared, ...live });

    await expect(buy()).rejects.toThrow('Not paid: it asks for other terms now.');
    expect([await market.balanceOf(buyer.address), await market.balanceOf(buyer.address, 'EURC')]).toEqual(
      before,
    );
  });
});
