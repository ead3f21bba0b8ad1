import { beforeEach, describe, expect, it } from 'vitest';
import { originsOf, unknownOrigins } from '../../../src/live/payer-origins.ts';
import { ModelChain } from '../../fixtures/model-chain.ts';
import { aSettlement, walletOf } from '../../fixtures/payments.ts';

const [seller, payer, friend, parent, exchange] = [1, 100, 200, 300, 400].map(walletOf) as [
  string,
  string,
  string,
  string,
  string,
];
const one = 1_000_000n;

let chain: ModelChain;

beforeEach(() => {
  chain = new ModelChain();
});

/** Looks at the payer of 1,000 units in block 10. */
const look = (deadline = Infinity) =>
  originsOf({
    ledger: chain,
    payment: aSettlement({ payer, block: 10 }),
    sellers: new Set([seller]),
    ...{ from: 0, one, deadline },
  });

/** Has a wallet send so many others a token each. */
function makePublic(wallet: string, recipients = 1_000, units = one): void {
  for (let n = 0; n < recipients; n += 1) chain.send(wallet, walletOf(10_000 + n), units);
}

describe('the funders of a payer', () => {
  it('are those who sent it the token, and those who sent it to them', async () => {
    chain.send(parent, friend, one);
    chain.send(friend, payer, one);

    expect(await look()).toEqual({ funders: [friend, parent], isFundedBySeller: false });
  });

  it('are unknown where it received less than it paid, such as a wallet with old money', async () => {
    expect(await look()).toEqual(unknownOrigins);
    chain.send(friend, payer, 999n);

    expect(await look()).toEqual(unknownOrigins);
  });

  it('are none where all came from an exchange, or was minted', async () => {
    makePublic(exchange);
    chain.send(exchange, payer, one);
    chain.send(walletOf(0), payer, one);

    expect(await look()).toMatchObject({ funders: [] });
  });

  it('end at an exchange that funded a funder', async () => {
    makePublic(exchange);
    chain.send(exchange, friend, one);
    chain.send(friend, payer, one);

    expect(await look()).toMatchObject({ funders: [friend] });
  });

  it('hold a wallet that only sends trifles to a thousand others', async () => {
    makePublic(friend, 1_000, 1n);
    chain.send(friend, payer, one);

    expect(await look()).toMatchObject({ funders: [friend] });
  });

  it('leave out what was sent after the payment', async () => {
    chain.send(friend, payer, one);
    chain.send(parent, payer, one, { block: 11 });

    expect(await look()).toMatchObject({ funders: [friend] });
  });

  it('leave out who sent less than a tenth, so that nobody ties strangers by trifles', async () => {
    chain.send(friend, payer, one);
    chain.send(parent, payer, 1n);
    chain.send(parent, friend, 1n);
    chain.send(walletOf(301), friend, one);

    expect(await look()).toMatchObject({ funders: [friend, walletOf(301)] });
  });

  it('are at most four, the largest first, and the four largest of each', async () => {
    for (let n = 0; n < 6; n += 1) chain.send(walletOf(500 + n), payer, 1_000n + BigInt(n));

    expect((await look()).funders).toEqual([505, 504, 503, 502].map(walletOf));
  });
});

describe('a payer', () => {
  it('is funded by the seller that sent it what it paid', async () => {
    chain.send(seller, payer, 1_000n);

    expect(await look()).toMatchObject({ isFundedBySeller: true });
  });

  it('is funded by the seller through one more wallet, and not through two', async () => {
    chain.send(seller, parent, one);
    chain.send(parent, payer, 1_000n);
    expect(await look()).toMatchObject({ isFundedBySeller: true, funders: [parent, seller] });

    chain = new ModelChain();
    chain.send(seller, parent, one);
    chain.send(parent, friend, one);
    chain.send(friend, payer, one);
    expect(await look()).toEqual({ isFundedBySeller: false, funders: [friend, parent] });
  });

  it('is funded by the seller that sends what it paid in many parts', async () => {
    for (let n = 0; n < 10; n += 1) chain.send(seller, payer, 100n);

    expect(await look()).toMatchObject({ isFundedBySeller: true });
  });

  it('is not made dependent by a trifle from the seller, to itself or to its funder', async () => {
    chain.send(seller, payer, 400n);
    chain.send(seller, friend, 400n);
    chain.send(friend, payer, 999n);

    expect(await look()).toMatchObject({ isFundedBySeller: false });
  });

  it('is not made dependent by what the seller sends to the exchange that funds it', async () => {
    makePublic(exchange);
    chain.send(seller, exchange, 1_000n * one);
    chain.send(exchange, payer, one);

    expect(await look()).toEqual({ funders: [], isFundedBySeller: false });
  });

  it('is independent with what it paid from others, whatever the seller paid back', async () => {
    chain.send(friend, payer, 1_000n);
    chain.send(seller, payer, 500_000n);

    expect(await look()).toEqual({ funders: [friend], isFundedBySeller: false });
  });
});

describe('payers whose seller hides in what it sends', () => {
  it('are tied by the seller that leaves a little to others', async () => {
    chain.send(seller, payer, 999n);
    chain.send(friend, payer, 1n);

    expect(await look()).toEqual({ funders: [seller], isFundedBySeller: false });
  });

  it('are funded by the seller that sends through wallets that get less than the price', async () => {
    for (const wallet of [friend, parent]) {
      chain.send(seller, wallet, 999n);
      chain.send(wallet, payer, 999n);
    }

    expect(await look()).toEqual({ funders: [friend, parent, seller], isFundedBySeller: true });
  });
});

describe('a look', () => {
  it('finds nothing out after its deadline', async () => {
    chain.send(friend, payer, one);

    expect(await look(0)).toEqual(unknownOrigins);
  });

  it('finds nothing out of a payer with more transfers than it reads', async () => {
    for (let n = 0; n <= 20_000; n += 1) chain.send(friend, payer, one);

    expect(await look()).toEqual(unknownOrigins);
  });

  it('takes a funder with more transfers than it reads for an exchange', async () => {
    for (let n = 0; n <= 20_000; n += 1) chain.send(friend, walletOf(9), 1n);
    chain.send(friend, payer, one);

    expect(await look()).toMatchObject({ funders: [] });
  });

  it('asks for little, however many funders there are', async () => {
    for (let n = 0; n < 100; n += 1) {
      chain.send(walletOf(500 + n), payer, one);
      for (let m = 0; m < 10; m += 1) chain.send(walletOf(1_000 + 10 * n + m), walletOf(500 + n), one);
    }
    await look();

    expect(chain.calls).toBeLessThanOrEqual(3 + 4 + 16);
  });
});
