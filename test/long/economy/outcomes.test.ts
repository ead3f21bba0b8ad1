import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Market } from '../../../economy/market.ts';
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

describe.skipIf(!isInstalled)('a buyer who states what a payment brought', () => {
  it('is believed for a signed statement about a final payment, once', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await stating.list(seller), await market.openBuyer()];
    const tx = await stating.buy(buyer, seller);
    const statement = await stating.signed(buyer, id, tx, 'delivered');

    const taken = await stating.state(id, { ...statement, network: 'base-sepolia' });
    expect(taken).toMatchObject({
      status: 201,
      body: {
        class: 'payer',
        counted: true,
        settlement: {
          network: 'eip155:84532',
          tx,
          payer: buyer.address.toLowerCase(),
          amount: '0.01',
          currency: 'USDC',
        },
      },
    });
    expect(await stating.state(id, statement)).toMatchObject({
      status: 409,
      body: { code: 'outcome_exists', id: taken.body.id },
    });
    const replaced = await stating.state(id, await stating.signed(buyer, id, tx, 'nothing'), '?replace=true');
    expect(replaced).toMatchObject({ status: 201 });
    expect((await stating.outcomesOf(id)).statements).toMatchObject([
      { id: replaced.body.id, counted: true, outcome: 'nothing' },
      { id: taken.body.id, counted: false, reason: 'replaced' },
    ]);
  });

  it('gets a verdict from five payments by three buyers', async () => {
    const seller = await market.openSeller();
    const id = await stating.list(seller);
    for (const purchases of [2, 2, 1]) {
      const buyer = await market.openBuyer();
      for (let i = 0; i < purchases; i += 1) {
        const tx = await stating.buy(buyer, seller);
        expect(await stating.state(id, await stating.signed(buyer, id, tx, 'delivered'))).toMatchObject({
          status: 201,
        });
      }
    }

    expect((await stating.outcomesOf(id)).summary).toMatchObject({
      payments: 5,
      payers: 3,
      clusters: 3,
      delivered: { share: 1, high: 1 },
      verdict: 'delivers',
    });
  });

  it('waits for finality, and may send the statement again to see what became of it', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await stating.list(seller), await market.openBuyer()];
    const [receipt] = await buyer.buy(seller);
    const statement = await stating.signed(buyer, id, receipt?.transaction ?? '0x', 'wrong');

    const waiting = await stating.state(id, statement);
    expect(waiting).toMatchObject({ status: 202, body: { waiting: 'finality' } });
    await market.chain.mine(3);
    await expect
      .poll(async () => (await stating.outcomesOf(id)).statements)
      .toMatchObject([{ id: waiting.body.id }]);
    expect(await stating.state(id, statement)).toMatchObject({ status: 409, body: { id: waiting.body.id } });
  });

  it('is refused what the chain does not show', async () => {
    const [seller, other] = [await market.openSeller(), await market.openSeller({ price: '0.5' })];
    const [id, buyer, stranger] = [
      await stating.list(seller),
      await market.openBuyer(),
      await market.openBuyer(),
    ];
    const [tx, foreign] = [await stating.buy(buyer, seller), await stating.buy(buyer, other)];
    const nothing = await stating.signed(buyer, id, tx, 'nothing');

    expect(await stating.state(id, { ...nothing, tx: `0x${'ab'.repeat(32)}` })).toMatchObject({
      status: 422,
      body: { code: 'tx_not_found' },
    });
    expect(await stating.state(id, { ...nothing, tx: foreign })).toMatchObject({
      status: 422,
      body: { code: 'tx_not_to_seller' },
    });
    expect(await stating.state(id, await stating.signed(stranger, id, tx, 'nothing'))).toMatchObject({
      status: 422,
      body: { code: 'signature_not_payers' },
    });
    expect(await stating.state(id, { ...nothing, network: 'eip155:1' })).toMatchObject({
      status: 501,
      body: { code: 'not_counted_here' },
    });
    expect(await stating.state(id, { ...nothing, outcome: 'bad' })).toMatchObject({
      status: 422,
      body: { code: 'outcome_invalid' },
    });
  });

  it('is shown and decides nothing without a signature', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await stating.list(seller), await market.openBuyer()];
    const tx = await stating.buy(buyer, seller);

    expect(await stating.state(id, { network: 'base-sepolia', tx, outcome: 'nothing' })).toMatchObject({
      status: 201,
      body: { class: 'tx', counted: false, reason: 'unsigned' },
    });
    expect((await stating.outcomesOf(id)).summary).toMatchObject({ payments: 0, verdict: 'too_few' });
    expect(await stating.state(id, await stating.signed(buyer, id, tx, 'delivered'))).toMatchObject({
      status: 201,
      body: { class: 'payer', counted: true },
    });
  });

  it('is refused where the seller paid, or funded the payer, itself or through one more wallet', async () => {
    const purse = await market.openBuyer();
    const seller = await market.openSeller({ wallet: purse.address });
    const id = await stating.list(seller);
    const [middle, funded] = [await market.openBuyer({ funds: '0' }), await market.openBuyer({ funds: '0' })];
    await market.transferFrom(purse, { to: middle.address, amount: '5' });
    await market.transferFrom(middle, { to: funded.address, amount: '1' });

    const own = await stating.buy(purse, seller);
    expect(await stating.state(id, await stating.signed(purse, id, own, 'delivered'))).toMatchObject({
      status: 422,
      body: { code: 'payer_is_payee' },
    });
    for (const wallet of [middle, funded]) {
      const tx = await stating.buy(wallet, seller);
      expect(await stating.state(id, await stating.signed(wallet, id, tx, 'delivered'))).toMatchObject({
        status: 422,
        body: { code: 'payer_funded_by_payee' },
      });
    }
  });

  it("disputes with the seller's receipt, and is refunded by its owner", async () => {
    const wallet = await market.openBuyer();
    const seller = await market.openSeller({ wallet: wallet.address });
    const [id, buyer] = [await stating.list(seller), await market.openBuyer()];
    const tx = await stating.buy(buyer, seller);
    const receipt = await stating.receipt(wallet, seller, buyer.address, tx);

    const denied = await stating.state(id, await stating.signed(buyer, id, tx, 'nothing'));
    expect(
      await stating.state(id, { network: 'base-sepolia', tx, outcome: 'delivered', receipt }),
    ).toMatchObject({
      status: 201,
      body: { class: 'seller', counted: false, reason: 'seller_alone' },
    });
    expect((await stating.outcomesOf(id)).statements.at(-1)).toMatchObject({
      id: denied.body.id,
      state: 'disputed',
    });
    const { payload } = receipt;
    const forged = { ...receipt, payload: { ...payload, issuedAt: payload.issuedAt + 1 } };
    expect(
      await stating.state(id, { network: 'base-sepolia', tx, outcome: 'delivered', receipt: forged }),
    ).toMatchObject({
      status: 422,
      body: { code: 'receipt_not_sellers' },
    });

    const refundTx = await market.transferFrom(wallet, { to: buyer.address, amount: '0.01' });
    await market.chain.mine(3);
    const answer = await stating.reply(id, denied.body.id, { reply: 'refunded', refundTx });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      state: 'refunded',
      counted: false,
      reply: { reply: 'refunded', refundTx },
    });
  });
});
