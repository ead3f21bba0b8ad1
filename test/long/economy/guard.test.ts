import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type Market, openMarket, type Seller } from '../../../economy/market.ts';
import { aService } from '../../fixtures/services.ts';
import { writeCatalog } from '../../support/catalog-on-disk.ts';
import { installPackages } from '../../support/own-packages.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const root = new URL('../../../', import.meta.url).pathname;
const economy = join(root, 'economy');
const isInstalled = await installPackages(economy);
const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(readFileSync(join(root, 'docs/buyers.md'), 'utf8')) ?? [];
const price = '0.001';

let market: Market;
let buyer: Buyer;
let seller: Seller;
let workplace: Workplace;
let server: RunningServer;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  buyer = await market.openBuyer();
  seller = await market.openSeller({ price, path: '/rain', answer: { rain: true } });
  workplace = await Workplace.make();
  const { wallet } = seller.declared;
  await writeCatalog(
    workplace.catalog,
    aService({
      endpoint: seller.url,
      pricing: { currency: 'USDC', pricePerRequest: price },
      x402Config: { network: 'base-sepolia', paymentAddress: wallet },
    }),
  );
  const settings = { ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };
  const { code, stderr } = await workplace.attempt('probe.ts', ['--all'], settings);
  if (code !== 0) throw new Error(stderr);
  server = await startServer({ ...workplace.environment, ...settings });
  await installed();
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await workplace.remove();
  await market.close();
});

/** What `npm install` of the document brings. */
async function installed(): Promise<void> {
  const packages = join(workplace.folder, 'node_modules');
  await mkdir(packages);
  for (const name of ['@x402', 'viem']) {
    await symlink(join(economy, 'node_modules', name), join(packages, name));
  }
  await symlink(root, join(packages, 'tollbook'));
  const addressed = program
    .replace('https://catalog.example.com', server.url)
    .replace('https://api.example.com/rain', seller.url);
  await writeFile(join(workplace.folder, 'buy.mts'), addressed);
}

async function buy(): Promise<Ended> {
  const env = { ...process.env, PRIVATE_KEY: buyer.privateKey };
  return runProcess(process.execPath, ['buy.mts'], { cwd: workplace.folder, env });
}

describe.skipIf(!isInstalled)('the program for buyers in docs/buyers.md', () => {
  it('pays what the catalog has seen', async () => {
    expect(await buy()).toMatchObject({ code: 0, stdout: '{"rain":true}\n', stderr: '' });
    expect(await market.balanceOf(seller.declared.wallet)).toBe(price);
  });

  it.each([
    ['wallet_differs', { wallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['asset_differs', { token: 'EURC' }],
    ['amount_exceeds_pin', { price: '0.002' }],
  ] as const)('pays nothing where %s', async (code, live) => {
    const held = () =>
      Promise.all([market.balanceOf(buyer.address), market.balanceOf(buyer.address, 'EURC')]);
    const before = await held();
    seller.change({ ...seller.declared, ...live });
    const ended = await buy();

    expect(ended.stderr).toContain(`code: '${code}'`);
    expect(await held()).toEqual(before);
  });
});
