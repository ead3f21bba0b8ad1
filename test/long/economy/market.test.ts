import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Address,
  type Buyer,
  type Market,
  openMarket,
  type SellerOptions,
} from '../../../economy/market.ts';
import { installPackages } from '../../support/own-packages.ts';
import { runProcess } from '../../support/run-process.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const authorizationUsed = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const Logs = z.array(z.object({ transactionHash: z.string(), logIndex: z.string() }));
const Block = z.object({ hash: z.string(), transactions: z.array(z.string()) });

let market: Market;
let buyer: Buyer;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  buyer = await market.openBuyer();
});

afterAll(async () => {
  if (isInstalled) await market.close();
});

/** Logs of the token since a block, with these topics. */
async function logs(since: number, topics: readonly (string | null)[], address = market.tokens.USDC) {
  const fromBlock = `0x${(since + 1).toString(16)}`;

  return Logs.parse(await market.chain.request('eth_getLogs', [{ fromBlock, address, topics }]));
}

async function block(number: number) {
  return Block.parse(await market.chain.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]));
}

function topic(address: Address): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

describe.skipIf(!isInstalled)('the market', () => {
  it('settles 50 purchases, and the balances are exact', async () => {
    const before = await market.chain.height();
    const seller = await market.openSeller({ price: '0.001' });
    const customer = await market.openBuyer({ funds: '1' });

    const receipts = await customer.buy(seller, 50);

    expect(new Set(receipts.map(({ transaction }) => transaction)).size).toBe(50);
    expect(await market.balanceOf(seller.declared.wallet)).toBe('0.05');
    expect(await market.balanceOf(customer.address)).toBe('0.95');
    expect(await logs(before, [authorizationUsed, topic(customer.address)])).toHaveLength(50);
    expect(await logs(before, [transfer, null, topic(seller.declared.wallet)])).toHaveLength(50);
  });

  it.each<SellerOptions>([
    { version: 2, method: 'GET' },
    { version: 2, method: 'POST' },
    { version: 1, method: 'GET' },
    { version: 1, method: 'POST' },
    { version: 2, token: 'EURC' },
    { version: 1, token: 'EURC' },
    { version: 2, price: '2.5' },
    { version: 1, price: '2.5' },
  ])('sells as %o', async (options) => {
    const seller = await market.openSeller({ ...options, answer: { rain: true } });
    const { price, token, wallet } = seller.declared;

    const [receipt] = await buyer.buy(seller);

    expect(receipt).toMatchObject({ payer: buyer.address, answer: { rain: true } });
    expect(await market.balanceOf(wallet, token)).toBe(price);
  });

  it('answers 402 without a payment, and 404 to another method', async () => {
    const { url } = await market.openSeller({ method: 'POST' });

    expect((await fetch(url, { method: 'POST' })).status).toBe(402);
    expect((await fetch(url)).status).toBe(404);
  });

  it('has sellers whose live terms are not the declared ones, and some that change them', async () => {
    const seller = await market.openSeller({ price: '0.01', live: { price: '0.02' } });
    expect(seller.declared.price).toBe('0.01');
    await buyer.buy(seller);
    expect(await market.balanceOf(seller.declared.wallet)).toBe('0.02');

    const { address } = await market.openBuyer({ funds: '0' });
    seller.change({ wallet: address });
    await buyer.buy(seller);
    expect(await market.balanceOf(seller.declared.wallet)).toBe('0.02');
    expect(await market.balanceOf(address)).toBe('0.02');
  });

  it('has a seller that pays itself', async () => {
    const before = await market.chain.height();
    const own = await market.openSeller({ wallet: buyer.address });

    await buyer.buy(own, 3);

    expect(await logs(before, [transfer, topic(buyer.address), topic(buyer.address)])).toHaveLength(3);
  });

  it('has sellers that are slow, free or gone', async () => {
    const slow = await market.openSeller({ delay: 200 });
    const asked = performance.now();
    expect((await fetch(slow.url)).status).toBe(402);
    expect(performance.now() - asked).toBeGreaterThan(190);

    const free = await market.openSeller({ isFree: true });
    expect((await fetch(free.url)).status).toBe(200);

    const gone = await market.openSeller();
    await gone.close();
    await expect(fetch(gone.url)).rejects.toThrow('fetch failed');
  });

  it('refuses a buyer without money', async () => {
    const poor = await market.openBuyer({ funds: '0' });

    await expect(poor.buy(await market.openSeller())).rejects.toThrow('answered 402');
  });

  it('makes plain transfers, which use no authorization', async () => {
    const before = await market.chain.height();
    const { address } = await market.openBuyer({ funds: '0' });

    const hashes = await market.transferPlainly({ to: address, times: 7, amount: '0.5' });

    expect(hashes).toHaveLength(7);
    expect(await market.balanceOf(address)).toBe('3.5');
    expect(await logs(before, [transfer, null, topic(address)])).toHaveLength(7);
    expect(await logs(before, [authorizationUsed])).toEqual([]);
  });

  it('settles several payments in one transaction, each authorization before its transfer', async () => {
    const before = await market.chain.height();
    const { address } = await market.openBuyer({ funds: '0' });
    const other = await market.openBuyer();

    const hash = await market.settleTogether([
      { from: buyer, to: address, amount: '0.01' },
      { from: other, to: address, amount: '0.02' },
      { from: buyer, to: address, amount: '0.01' },
    ]);

    const used = await logs(before, [authorizationUsed]);
    const transfers = await logs(before, [transfer, null, topic(address)]);
    expect([...used, ...transfers].map(({ transactionHash }) => transactionHash)).toEqual(
      Array(6).fill(hash),
    );
    expect(transfers.map(({ logIndex }) => Number(logIndex))).toEqual(
      used.map(({ logIndex }) => Number(logIndex) + 1),
    );
    expect(await market.balanceOf(address)).toBe('0.04');
  });
});

describe.skipIf(!isInstalled)('its chain', () => {
  it('is Base Sepolia to its clients', async () => {
    expect(await market.chain.request('eth_chainId')).toBe('0x14a34');
    expect(market.chain).toMatchObject({ id: 84532, network: 'eip155:84532' });
  });

  it('is reorganized 20 blocks deep: purchases vanish, blocks differ, and buying goes on', async () => {
    const { chain } = market;
    const seller = await market.openSeller({ price: '0.25' });
    await buyer.buy(seller);
    const memory = await chain.remember();
    const kept = await block(memory.height);
    await buyer.buy(seller, 3);
    await chain.mine(17);
    const replaced = await block(memory.height + 1);

    await chain.reorganize(memory);

    expect(await chain.height()).toBe(memory.height + 20);
    expect(await block(memory.height)).toEqual(kept);
    expect((await block(memory.height + 1)).hash).not.toBe(replaced.hash);
    expect(await logs(memory.height, [authorizationUsed])).toEqual([]);
    expect(await market.balanceOf(seller.declared.wallet)).toBe('0.25');

    await buyer.buy(seller);
    expect(await market.balanceOf(seller.declared.wallet)).toBe('0.5');
  });

  it('is reorganized although all blocks are empty', async () => {
    const memory = await market.chain.remember();
    await market.chain.mine(3);
    const old = await block(memory.height + 3);

    await market.chain.reorganize(memory);

    expect((await block(memory.height + 3)).hash).not.toBe(old.hash);
  });

  it('starts in the past, and its clock can be moved on', async () => {
    const then = new Date('2026-10-01T00:00:00Z');
    const past = await openMarket({ startsAt: then });
    try {
      const start = await past.chain.now();
      expect(Math.abs(start.getTime() - then.getTime())).toBeLessThan(60_000);

      await past.settleTogether([
        { from: await past.openBuyer(), to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '1' },
      ]);
      await past.chain.setTime(new Date('2026-10-02T00:00:00Z'));
      expect(await past.chain.now()).toEqual(new Date('2026-10-02T00:00:00Z'));
    } finally {
      await past.close();
    }
  });
});

describe.skipIf(!isInstalled)('its code', () => {
  it('leaves nothing open, so that a process ends by itself', async () => {
    const program = `
      import { openMarket } from './market.ts';
      const market = await openMarket();
      const buyer = await market.openBuyer();
      await buyer.buy(await market.openSeller());
      await market.close();
      console.log('closed');`;

    const { code, stdout } = await runProcess(
      process.execPath,
      ['--input-type=module-typescript', '-e', program],
      { cwd: economy },
    );
    expect([code, stdout]).toEqual([0, 'closed\n']);
  });

  it('has the types of the packages that it uses', async () => {
    const compiler = new URL('../../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
    const { code, stdout, stderr } = await runProcess(process.execPath, [
      compiler,
      '--noEmit',
      '--project',
      economy,
    ]);

    expect([code, stdout, stderr]).toEqual([0, '', '']);
  });
});
