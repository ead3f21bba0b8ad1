import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Buyer, type Hash, type Market, openMarket, type Seller } from '../../../economy/market.ts';
import { signedText } from '../../../src/outcomes/signed-text.ts';
import { receiptHash } from '../../../src/outcomes/receipt.ts';
import { installPackages } from '../../support/own-packages.ts';
import { register, registrationOf } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { type Proxy, rpcProxy } from '../../support/rpc-proxy.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);

/** An answer, by the members that the tests read. */
const Answer = z.looseObject({ id: z.string().default('') });
const Outcomes = z.object({
  rules: z.string(),
  summary: z.looseObject({ payments: z.int(), clusters: z.int(), verdict: z.string() }),
  statements: z.array(z.looseObject({ id: z.string(), counted: z.boolean(), state: z.string() })),
});

const siteUrl = 'https://catalog.example.com';

let market: Market;
let provider: Proxy;
let workplace: Workplace;
let key: string;
let server: RunningServer;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  provider = await rpcProxy(market.chain.rpcUrl);
  workplace = await Workplace.make();
  key = await workplace.key();
  server = await startServer({
    ...workplace.environment,
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    RPC_URL_BASE_SEPOLIA: provider.url,
    SITE_URL: siteUrl,
    PAYMENT_INTERVAL: '1s',
    PAYMENT_CONFIRMATIONS: '2',
  });
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await provider.close();
  await market.close();
  await workplace.remove();
});

async function list(seller: Seller): Promise<string> {
  const answer: unknown = await (await register(server.url, key, registrationOf(seller))).json();

  return z.object({ id: z.string() }).parse(answer).id;
}

async function buy(buyer: Buyer, seller: Seller): Promise<Hash> {
  const [receipt] = await buyer.buy(seller);
  await market.chain.mine(3);
  return receipt?.transaction ?? '0x';
}

/** What a buyer signs of a purchase. */
async function signed(buyer: Buyer, service: string, tx: Hash, outcome: 'delivered' | 'nothing' | 'wrong') {
  const claim = { network: market.chain.network, tx, outcome, httpStatus: 200 };
  const message = signedText(new URL(siteUrl).host, service, claim);

  return { ...claim, signature: await privateKeyToAccount(buyer.privateKey).signMessage({ message }) };
}

async function state(
  service: string,
  body: object,
  query = '',
): Promise<{ status: number; body: z.infer<typeof Answer> }> {
  const answer = await fetch(`${server.url}/api/services/${service}/outcomes${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    status: answer.status,
    body: Answer.parse(await answer.json()),
  };
}

async function outcomesOf(service: string): Promise<z.infer<typeof Outcomes>> {
  return Outcomes.parse(await (await fetch(`${server.url}/api/services/${service}/outcomes`)).json());
}

describe.skipIf(!isInstalled)('a buyer who states what a payment brought', () => {
  it('is believed for a signed statement about a final payment, once', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await list(seller), await market.openBuyer()];
    const tx = await buy(buyer, seller);
    const statement = await signed(buyer, id, tx, 'delivered');

    const taken = await state(id, { ...statement, network: 'base-sepolia' });
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
    expect(await state(id, statement)).toMatchObject({
      status: 409,
      body: { code: 'outcome_exists', id: taken.body.id },
    });
    const replaced = await state(id, await signed(buyer, id, tx, 'nothing'), '?replace=true');
    expect(replaced).toMatchObject({ status: 201 });
    expect((await outcomesOf(id)).statements).toMatchObject([
      { id: replaced.body.id, counted: true, outcome: 'nothing' },
      { id: taken.body.id, counted: false, reason: 'replaced' },
    ]);
  });

  it('gets a verdict from five payments by three buyers', async () => {
    const seller = await market.openSeller();
    const id = await list(seller);
    for (const purchases of [2, 2, 1]) {
      const buyer = await market.openBuyer();
      for (let i = 0; i < purchases; i += 1) {
        const tx = await buy(buyer, seller);
        expect(await state(id, await signed(buyer, id, tx, 'delivered'))).toMatchObject({ status: 201 });
      }
    }

    expect((await outcomesOf(id)).summary).toMatchObject({
      payments: 5,
      payers: 3,
      clusters: 3,
      delivered: { share: 1, high: 1 },
      verdict: 'delivers',
    });
  });

  it('waits for finality, and may send the statement again to see what became of it', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await list(seller), await market.openBuyer()];
    const [receipt] = await buyer.buy(seller);
    const statement = await signed(buyer, id, receipt?.transaction ?? '0x', 'wrong');

    const waiting = await state(id, statement);
    expect(waiting).toMatchObject({ status: 202, body: { waiting: 'finality' } });
    await market.chain.mine(3);
    await expect.poll(async () => (await outcomesOf(id)).statements).toMatchObject([{ id: waiting.body.id }]);
    expect(await state(id, statement)).toMatchObject({ status: 409, body: { id: waiting.body.id } });
  });

  it('is refused what the chain does not show', async () => {
    const [seller, other] = [await market.openSeller(), await market.openSeller({ price: '0.5' })];
    const [id, buyer, stranger] = [await list(seller), await market.openBuyer(), await market.openBuyer()];
    const [tx, foreign] = [await buy(buyer, seller), await buy(buyer, other)];
    const nothing = await signed(buyer, id, tx, 'nothing');

    expect(await state(id, { ...nothing, tx: `0x${'ab'.repeat(32)}` })).toMatchObject({
      status: 422,
      body: { code: 'tx_not_found' },
    });
    expect(await state(id, { ...nothing, tx: foreign })).toMatchObject({
      status: 422,
      body: { code: 'tx_not_to_seller' },
    });
    expect(await state(id, await signed(stranger, id, tx, 'nothing'))).toMatchObject({
      status: 422,
      body: { code: 'signature_not_payers' },
    });
    expect(await state(id, { ...nothing, network: 'eip155:1' })).toMatchObject({
      status: 501,
      body: { code: 'not_counted_here' },
    });
    expect(await state(id, { ...nothing, outcome: 'bad' })).toMatchObject({
      status: 422,
      body: { code: 'outcome_invalid' },
    });
  });

  it('is shown and decides nothing without a signature', async () => {
    const seller = await market.openSeller();
    const [id, buyer] = [await list(seller), await market.openBuyer()];
    const tx = await buy(buyer, seller);

    expect(await state(id, { network: 'base-sepolia', tx, outcome: 'nothing' })).toMatchObject({
      status: 201,
      body: { class: 'tx', counted: false, reason: 'unsigned' },
    });
    expect((await outcomesOf(id)).summary).toMatchObject({ payments: 0, verdict: 'too_few' });
    expect(await state(id, await signed(buyer, id, tx, 'delivered'))).toMatchObject({
      status: 201,
      body: { class: 'payer', counted: true },
    });
  });

  it('is refused where the seller paid, or funded the payer, itself or through one more wallet', async () => {
    const purse = await market.openBuyer();
    const seller = await market.openSeller({ wallet: purse.address });
    const id = await list(seller);
    const [middle, funded] = [await market.openBuyer({ funds: '0' }), await market.openBuyer({ funds: '0' })];
    await market.transferFrom(purse, { to: middle.address, amount: '5' });
    await market.transferFrom(middle, { to: funded.address, amount: '1' });

    const own = await buy(purse, seller);
    expect(await state(id, await signed(purse, id, own, 'delivered'))).toMatchObject({
      status: 422,
      body: { code: 'payer_is_payee' },
    });
    for (const wallet of [middle, funded]) {
      const tx = await buy(wallet, seller);
      expect(await state(id, await signed(wallet, id, tx, 'delivered'))).toMatchObject({
        status: 422,
        body: { code: 'payer_funded_by_payee' },
      });
    }
  });

  it("disputes with the seller's receipt, and is refunded by its owner", async () => {
    const wallet = await market.openBuyer();
    const seller = await market.openSeller({ wallet: wallet.address });
    const [id, buyer] = [await list(seller), await market.openBuyer()];
    const tx = await buy(buyer, seller);
    const payload = {
      ...{ version: 1, network: market.chain.network, resourceUrl: seller.url, payer: buyer.address },
      ...{ issuedAt: Math.floor((await market.chain.now()).getTime() / 1000), transaction: tx },
    };
    const hash = `0x${Buffer.from(receiptHash({ payload })).toString('hex')}` as const;
    const signature = await privateKeyToAccount(wallet.privateKey).sign({ hash });
    const receipt = { format: 'eip712', payload, signature };

    const denied = await state(id, await signed(buyer, id, tx, 'nothing'));
    expect(await state(id, { network: 'base-sepolia', tx, outcome: 'delivered', receipt })).toMatchObject({
      status: 201,
      body: { class: 'seller', counted: false, reason: 'seller_alone' },
    });
    expect((await outcomesOf(id)).statements.at(-1)).toMatchObject({ id: denied.body.id, state: 'disputed' });
    const forged = { ...receipt, payload: { ...payload, issuedAt: payload.issuedAt + 1 } };
    expect(
      await state(id, { network: 'base-sepolia', tx, outcome: 'delivered', receipt: forged }),
    ).toMatchObject({
      status: 422,
      body: { code: 'receipt_not_sellers' },
    });

    const refundTx = await market.transferFrom(wallet, { to: buyer.address, amount: '0.01' });
    await market.chain.mine(3);
    const answer = await fetch(`${server.url}/api/services/${id}/outcomes/${denied.body.id}/reply`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ reply: 'refunded', refundTx }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      state: 'refunded',
      counted: false,
      reply: { reply: 'refunded', refundTx },
    });
  });
});
