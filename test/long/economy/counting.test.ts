import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Market, openMarket, type Seller } from '../../../economy/market.ts';
import { installPackages } from '../../support/own-packages.ts';
import { register, registrationOf } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { type Proxy, rpcProxy } from '../../support/rpc-proxy.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);
const Payments = z.object({
  counted: z.boolean(),
  attribution: z.string().nullable(),
  txCount: z.int(),
  totalRevenue: z.number(),
  uniquePayers: z.int(),
  largestPayerShare: z.number().nullable(),
  flags: z.array(z.string()),
  days: z.array(z.object({ date: z.string(), txCount: z.int(), revenue: z.string(), payers: z.int() })),
  recent: z.array(z.object({ tx: z.string(), amount: z.string(), payer: z.string(), at: z.string() })),
  countedTo: z.object({ block: z.int() }).nullable(),
});
type Payments = z.infer<typeof Payments>;

let market: Market;
let provider: Proxy;
let workplace: Workplace;
let key: string;
let server: RunningServer;

async function start(): Promise<void> {
  server = await startServer({
    ...workplace.environment,
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    RPC_URL_BASE_SEPOLIA: provider.url,
    ASSET_BASE_SEPOLIA_EURC: market.tokens.EURC,
    PAYMENT_INTERVAL: '1s',
    PAYMENT_CONFIRMATIONS: '2',
  });
}

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  provider = await rpcProxy(market.chain.rpcUrl);
  workplace = await Workplace.make();
  key = await workplace.key();
  await start();
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await provider.close();
  await market.close();
  await workplace.remove();
});

/** Registers what a seller declares; gives the service's id. */
async function list(seller: Seller, changes: object = {}): Promise<string> {
  const body = { ...registrationOf(seller), ...changes };
  const answer: unknown = await (await register(server.url, key, body)).json();

  return z.object({ id: z.string() }).parse(answer).id;
}

async function paymentsOf(id: string): Promise<Payments> {
  return Payments.parse(await (await fetch(`${server.url}/api/services/${id}/payments`)).json());
}

async function trustOf(id: string): Promise<string> {
  return (await fetch(`${server.url}/api/services/${id}/trust`)).text();
}

/** Mines blocks until what was paid is deep enough, and resolves when that many payments are counted. */
async function counted(id: string, txCount: number): Promise<Payments> {
  await market.chain.mine(3);
  await expect.poll(async () => (await paymentsOf(id)).txCount).toBe(txCount);
  return paymentsOf(id);
}

describe.skipIf(!isInstalled)('a server with a provider', () => {
  it('counts 50 real purchases exactly, and nothing else', async () => {
    const seller = await market.openSeller({ price: '0.001' });
    const id = await list(seller);
    const [first, second] = [await market.openBuyer(), await market.openBuyer()];
    await market.transferPlainly({ to: seller.declared.wallet, times: 1_000, amount: '0.001' });
    const receipts = [...(await first.buy(seller, 30)), ...(await second.buy(seller, 20))];

    const payments = await counted(id, 50);
    expect(payments).toMatchObject({
      counted: true,
      attribution: 'service',
      totalRevenue: 0.05,
      uniquePayers: 2,
      largestPayerShare: 0.6,
      flags: [],
    });
    expect(payments.days.reduce((sum, { txCount }) => sum + txCount, 0)).toBe(50);
    expect(payments.days.map(({ revenue }) => Number(revenue)).reduce((a, b) => a + b)).toBeCloseTo(0.05, 9);
    expect(payments.recent.map(({ tx }) => tx)).toEqual(
      receipts
        .slice(-20)
        .reverse()
        .map(({ transaction }) => transaction),
    );
    expect(await (await fetch(`${server.url}/api/services/${id}/status`)).json()).toMatchObject({
      txCount: 50,
      totalRevenue: 0.05,
      attribution: 'service',
    });
  });

  it('tells services of one wallet apart by their prices, or says that it cannot', async () => {
    const wallet = (await market.openBuyer()).address;
    const open = (price: string) => market.openSeller({ price, wallet });
    const [cheap, dear, alike] = [await open('0.002'), await open('0.003'), await open('0.003')];
    const ids = [await list(cheap), await list(dear), await list(alike)];
    const buyer = await market.openBuyer();
    await buyer.buy(cheap, 2);
    await buyer.buy(dear, 3);

    const [own, shared, other] = await Promise.all(ids.map((id, i) => counted(id, i === 0 ? 2 : 3)));
    expect(own).toMatchObject({ txCount: 2, totalRevenue: 0.004, attribution: 'service' });
    expect(shared).toMatchObject({ txCount: 3, totalRevenue: 0.009, attribution: 'wallet' });
    expect(other).toMatchObject({ txCount: 3, totalRevenue: 0.009, attribution: 'wallet' });
  });

  it('flags a wallet that pays itself, and does not take it for a buyer', async () => {
    const owner = await market.openBuyer();
    const seller = await market.openSeller({ price: '0.004', wallet: owner.address });
    const id = await list(seller);
    await owner.buy(seller, 3);

    expect(await counted(id, 3)).toMatchObject({ uniquePayers: 1, flags: ['self_payments', 'single_payer'] });
    expect(await trustOf(id)).toContain('no wallet counts as a buyer yet');
  });

  it('takes a wallet that the seller funded for no buyer', async () => {
    const owner = await market.openBuyer();
    const seller = await market.openSeller({ price: '0.009', wallet: owner.address });
    const id = await list(seller);
    const [funded, other] = [await market.openBuyer({ funds: '0' }), await market.openBuyer()];
    await market.settleTogether([{ from: owner, to: funded.address, amount: '1' }]);
    await funded.buy(seller, 1);
    await other.buy(seller, 1);
    await counted(id, 2);

    // A server that has just started looks up at once who funded new buyers.
    await server.stop('SIGTERM');
    await start();
    await expect
      .poll(() => trustOf(id))
      .toContain('1 wallet paid 0.009 USDC in all; 1 wallet was funded by the seller');
  });

  it('counts several payments of one transaction each', async () => {
    const seller = await market.openSeller({ price: '0.005' });
    const id = await list(seller);
    const buyers = await Promise.all(Array.from({ length: 3 }, () => market.openBuyer()));
    const pay = (from: (typeof buyers)[number]) => ({ from, to: seller.declared.wallet, amount: '0.005' });
    await market.settleTogether(buyers.map(pay));

    expect(await counted(id, 3)).toMatchObject({ totalRevenue: 0.015, uniquePayers: 3 });
  });

  it('counts euros in euros', async () => {
    const seller = await market.openSeller({ price: '1.25', token: 'EURC' });
    const id = await list(seller);
    await (await market.openBuyer()).buy(seller, 2);

    expect(await counted(id, 2)).toMatchObject({ totalRevenue: 2.5 });
  });

  it('neither misses nor doubles when it is killed and started again', async () => {
    const seller = await market.openSeller({ price: '0.006' });
    const id = await list(seller);
    const buyer = await market.openBuyer();
    for (let round = 1; round <= 3; round += 1) {
      const bought = buyer.buy(seller, 5);
      await server.stop('SIGKILL');
      await bought;
      await market.chain.mine(3);
      await start();
    }

    expect(await counted(id, 15)).toMatchObject({ totalRevenue: 0.09, largestPayerShare: 1 });
  });

  it('counts again after a reorganisation deeper than the confirmations', async () => {
    const seller = await market.openSeller({ price: '0.007' });
    const id = await list(seller);
    const buyer = await market.openBuyer();
    await buyer.buy(seller, 2);
    await counted(id, 2);
    const memory = await market.chain.remember();
    await buyer.buy(seller, 4);
    await market.chain.mine(20);
    await counted(id, 6);

    await market.chain.reorganize(memory);
    await buyer.buy(seller, 1);
    expect(await counted(id, 3)).toMatchObject({ totalRevenue: 0.021 });
  });

  it('counts all the same when one call in three fails and ranges are capped', async () => {
    const seller = await market.openSeller({ price: '0.008' });
    const id = await list(seller);
    provider.fails({ oneIn: 3, maxBlocks: 100 });
    await (await market.openBuyer()).buy(seller, 5);
    await market.chain.mine(300);

    expect(await counted(id, 5)).toMatchObject({ totalRevenue: 0.04 });
    provider.fails({});
  });

  it('says in its health that the provider is away, and goes on later', async () => {
    const health = async () => (await fetch(`${server.url}/health`)).text();
    provider.fails({ isAway: true });
    await expect.poll(health).toContain('Base Sepolia');
    expect(await health()).not.toContain(provider.url);
    expect((await fetch(`${server.url}/api/services`)).status).toBe(200);

    provider.fails({});
    await expect.poll(health).toContain('"payments":"ok"');
  });
});
