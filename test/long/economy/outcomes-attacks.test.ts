import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Buyer, Hash, Market, Seller } from '../../../economy/market.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import { installPackages } from '../../support/own-packages.ts';
import { StatingMarket } from '../../support/stating-market.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);

let stating: StatingMarket;
let market: Market;

beforeAll(async () => {
  if (!isInstalled) return;

  stating = await StatingMarket.open();
  ({ market } = stating);
});

afterAll(async () => {
  if (isInstalled) await stating.close();
});

/** Has buyers buy and state what they got; resolves to what became of each statement. */
async function buyAndState(
  buyers: readonly Buyer[],
  seller: Seller,
  id: string,
  outcome: Outcome,
): Promise<object[]> {
  const bought: [Buyer, Hash, number][] = [];
  for (const buyer of buyers) {
    const [receipt] = await buyer.buy(seller);
    bought.push([buyer, receipt?.transaction ?? '0x', receipt?.status ?? 0]);
  }
  await market.chain.mine(3);

  const answers: object[] = [];
  for (const [buyer, tx, status] of bought) {
    answers.push(await stating.state(id, await stating.signed(buyer, id, tx, outcome, status)));
  }
  return answers;
}

/** So many buyers, each with money of its own, or with a little that one wallet sent to all of them. */
async function openBuyers(count: number, funder?: Buyer): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let n = 0; n < count; n += 1) {
    const buyer = await market.openBuyer(funder ? { funds: '0' } : {});
    if (funder) await market.transferFrom(funder, { to: buyer.address, amount: '0.05' });
    buyers.push(buyer);
  }
  return buyers;
}

const summaryOf = async (id: string) => (await stating.outcomesOf(id)).summary;
const taken = { status: 201, body: { class: 'payer', counted: true } };

describe.skipIf(!isInstalled)('a seller that takes the money', () => {
  it.each([402, 502, 200])('and answers %i without what was paid for fails', async (paidStatus) => {
    const seller = await market.openSeller({ paidStatus, answer: {} });
    const id = await stating.list(seller);
    const answers = await buyAndState(await openBuyers(5), seller, id, 'nothing');

    expect(answers).toMatchObject(Array.from({ length: 5 }, () => taken));
    expect(await stating.outcomesOf(id)).toMatchObject({
      summary: { verdict: 'fails', payments: 5, delivered: { share: 0 } },
      statements: [{ httpStatus: paidStatus }, {}, {}, {}, {}],
    });
  });

  it('and takes more than it declares, or takes it twice, fails', async () => {
    const seller = await market.openSeller({ price: '0.01', live: { price: '0.02' } });
    const [id, buyers] = [await stating.list(seller), await openBuyers(5)];
    expect(await buyAndState(buyers.slice(0, 3), seller, id, 'overcharged')).toMatchObject([
      taken,
      taken,
      taken,
    ]);
    seller.change({ price: '0.01' });
    expect(await buyAndState(buyers.slice(3), seller, id, 'duplicate')).toMatchObject([taken, taken]);
    expect(await summaryOf(id)).toMatchObject({ verdict: 'fails', results: { delivered: 0, disputed: 0 } });
  });

  it('and signs receipts for everything fails all the same', async () => {
    const wallet = await market.openBuyer();
    const seller = await market.openSeller({ wallet: wallet.address, answer: {} });
    const [id, buyers] = [await stating.list(seller), await openBuyers(5)];
    for (const buyer of buyers) {
      const tx = await stating.buy(buyer, seller);
      await stating.state(id, await stating.signed(buyer, id, tx, 'nothing'));
      const receipt = await stating.receipt(wallet, seller, buyer.address, tx);
      const said = { network: market.chain.network, tx, outcome: 'delivered', receipt };
      expect(await stating.state(id, said)).toMatchObject({ status: 201, body: { class: 'seller' } });
    }

    expect(await summaryOf(id)).toMatchObject({ verdict: 'fails', results: { disputed: 5 } });
  });

  it('and sends its buyers dust first cannot silence them', async () => {
    const wallet = await market.openBuyer();
    const seller = await market.openSeller({ wallet: wallet.address, answer: {} });
    const [id, buyers] = [await stating.list(seller), await openBuyers(5)];
    for (const { address } of buyers) await market.transferFrom(wallet, { to: address, amount: '0.000001' });

    await buyAndState(buyers, seller, id, 'nothing');
    expect(await summaryOf(id)).toMatchObject({ verdict: 'fails', clusters: 5 });
  });

  it('and moves to another wallet loses its record, also the good one', async () => {
    const seller = await market.openSeller();
    const id = await stating.list(seller);
    await buyAndState(await openBuyers(5), seller, id, 'delivered');
    const x402Config = { network: 'base-sepolia', paymentAddress: (await market.openBuyer()).address };
    const moved = await fetch(`${stating.server.url}/api/services/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', Authorization: `Bearer ${stating.key}` },
      body: JSON.stringify({ x402Config }),
    });

    expect(moved.status).toBe(200);
    expect(await stating.outcomesOf(id)).toMatchObject({
      summary: { payments: 0, verdict: 'too_few' },
      statements: Array.from({ length: 5 }, () => ({ counted: false, reason: 'former_seller' })),
    });
  });

  it('and buys from itself through wallets that it funds moves no verdict', async () => {
    const purse = await market.openBuyer();
    const seller = await market.openSeller({ wallet: purse.address, answer: {} });
    const id = await stating.list(seller);
    await buyAndState(await openBuyers(5), seller, id, 'nothing');
    const [near, far] = [await market.openBuyer({ funds: '0' }), await market.openBuyer({ funds: '0' })];
    await market.transferFrom(purse, { to: near.address, amount: '5' });
    const twoHops = await openBuyers(5, near);
    await market.transferFrom(near, { to: far.address, amount: '1' });
    const threeHops = await openBuyers(5, far);

    const refused = { status: 422, body: { code: 'payer_funded_by_payee' } };
    expect(await buyAndState(twoHops, seller, id, 'delivered')).toMatchObject(twoHops.map(() => refused));
    expect(await buyAndState(threeHops, seller, id, 'delivered')).toMatchObject(threeHops.map(() => taken));
    expect(await summaryOf(id)).toMatchObject({ verdict: 'fails', payments: 10, clusters: 6 });
  });
});

describe.skipIf(!isInstalled)('an honest seller', () => {
  it('keeps its verdict when wallets of one funder slander it, by one hop or two', async () => {
    const seller = await market.openSeller();
    const id = await stating.list(seller);
    await buyAndState(await openBuyers(5), seller, id, 'delivered');
    const funder = await market.openBuyer();
    const middle = await market.openBuyer({ funds: '0' });
    await market.transferFrom(funder, { to: middle.address, amount: '5' });
    const crowd = [...(await openBuyers(10, funder)), ...(await openBuyers(10, middle))];

    for (const _ of [1, 2]) await buyAndState(crowd, seller, id, 'nothing');
    expect(await summaryOf(id)).toMatchObject({ verdict: 'delivers', payments: 45, payers: 25, clusters: 6 });
  });

  it('is not counted against for payments to others, replays, or what is not on the chain for good', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await stating.list(seller), await market.openBuyer()];
    const other = await market.openSeller({ wallet: seller.declared.wallet, path: '/other' });
    const otherId = await stating.list(other);
    const tx = await stating.buy(buyer, seller);

    expect(await stating.state(id, await stating.signed(buyer, id, tx, 'delivered'))).toMatchObject(taken);
    expect(await stating.state(otherId, await stating.signed(buyer, id, tx, 'nothing'))).toMatchObject({
      status: 422,
    });
    expect(await stating.state(otherId, await stating.signed(buyer, otherId, tx, 'nothing'))).toMatchObject({
      status: 409,
    });
    const upper = `0x${tx.slice(2).toUpperCase()}` as const;
    expect(
      await stating.state(id, { ...(await stating.signed(buyer, id, tx, 'nothing')), tx: upper }),
    ).toMatchObject({ status: 409 });

    const memory = await market.chain.remember();
    const [unfinal] = await buyer.buy(seller);
    const claim = await stating.signed(buyer, id, unfinal?.transaction ?? '0x', 'nothing');
    expect(await stating.state(id, claim)).toMatchObject({ status: 202, body: { waiting: 'finality' } });
    await market.chain.reorganize(memory, 5);
    expect(await stating.state(id, claim)).toMatchObject({ status: 422, body: { code: 'tx_not_found' } });
    expect((await stating.outcomesOf(id)).statements).toHaveLength(1);
  });
});
