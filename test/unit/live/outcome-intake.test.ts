import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StateDatabase } from '../../../src/adapters/state/database.ts';
import { SqlOutcomes } from '../../../src/adapters/state/outcomes.ts';
import { patienceMs } from '../../../src/live/within.ts';
import { StatedOutcomes } from '../../../src/live/stated-outcomes.ts';
import { aTx } from '../../fixtures/outcomes.ts';
import { network, walletOf } from '../../fixtures/payments.ts';
import { aState } from '../../support/state-database.ts';
import {
  addressOf,
  aStatedMarket,
  paidBy,
  receiptFor,
  type StatedMarket,
  statedAbout,
} from '../../support/stated-market.ts';

let open: () => Promise<StateDatabase>;
let market: StatedMarket;

beforeEach(async () => {
  open = await aState();
  market = aStatedMarket(await open());
});

const standing = () => new StatedOutcomes(market.outcomes).standing(market.service);
const submit = async (
  claim: Parameters<StatedMarket['intake']['submit']>[1],
  replace = false,
  service = market.service,
) => market.intake.submit(service, claim, replace);
const day = 24 * 3_600_000;

describe('a statement', () => {
  it('is in the database once it is answered as recorded, with what was found out about its payer', async () => {
    market.pay(10);
    const answer = await submit(await market.signed(10));
    const reopened = new SqlOutcomes(await open());

    expect(answer).toMatchObject({
      kind: 'recorded',
      statement: { class: 'payer', settlement: { tx: aTx(10) } },
    });
    expect(await reopened.of(market.service.id)).toMatchObject([
      answer.kind === 'recorded' ? { id: answer.statement.id } : {},
      { kind: 'finding', funders: [walletOf(50_010)], isFundedBySeller: false },
    ]);
    expect(market.recorded).toEqual([market.service.id]);
  });

  it.each([
    ['tx_not_found', () => market.signed(11)],
    ['signature_not_payers', () => market.signed(10, 'delivered', 12)],
    ['signature_not_payers', async () => ({ ...(await market.signed(10)), httpStatus: 200 })],
    ['signature_not_payers', () => market.signed(10, 'delivered', 10, 'another-service')],
    ['signature_not_payers', async () => ({ ...(await market.signed(10)), signature: '0xzz' })],
    ['receipt_not_sellers', async () => ({ ...market.claim(10), receipt: await receiptFor(10, 10, 2) })],
    ['receipt_not_sellers', async () => ({ ...market.claim(10), receipt: await receiptFor(9, 10) })],
  ] as const)('is refused with %s', async (fault, claim) => {
    market.pay(10);

    expect(await submit(await claim())).toEqual({ kind: 'refused', fault });
  });

  it.each([
    ['payer_is_payee', () => market.chain.settle(paidBy(1, { tx: aTx(10), block: 10 })), 1],
    [
      'amount_not_asked',
      () => {
        market.pay(10, 10, { units: 999n });
      },
      10,
    ],
    [
      'tx_not_to_seller',
      () => {
        market.pay(10, 10, { wallet: walletOf(7) });
      },
      10,
    ],
  ] as const)('is refused with %s for what the chain shows', async (fault, settle, signer) => {
    settle();

    expect(await submit(await market.signed(10, 'nothing', signer))).toEqual({ kind: 'refused', fault });
  });

  it('is refused after 30 days, and where the seller funded the payer', async () => {
    market.chain.send(addressOf(1), addressOf(10), 1_000n);
    market.chain.settle(paidBy(10, { tx: aTx(10), block: 10 }));
    expect(await submit(await market.signed(10))).toEqual({
      kind: 'refused',
      fault: 'payer_funded_by_payee',
    });

    market.time.advance(31 * day);
    expect(await submit(await market.signed(10))).toEqual({ kind: 'refused', fault: 'too_old' });
  });

  it('says of nobody whose price varies without a limit that it charged too much', async () => {
    const service = { ...market.service, price: 'varies' } as const;
    market.pay(10, 10, { units: 5_000n });
    const claim = await market.signed(10, 'overcharged');

    expect(await submit(claim, false, service)).toEqual({ kind: 'refused', fault: 'amount_not_asked' });
    expect(await submit(claim)).toMatchObject({ kind: 'recorded' });
  });

  it('is recorded once, however often and at once it is sent, and for one service of several at a wallet', async () => {
    market.pay(10);
    const claim = await market.signed(10);
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(claim)));
    const other = statedAbout('Weather-too');
    const elsewhere = await market.signed(10, 'nothing', 10, other.id);

    expect(answers.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    expect(await submit(elsewhere, false, other)).toMatchObject({ kind: 'exists' });
    expect((await standing()).statements).toHaveLength(1);
  });

  it('is about the payment of its signer where one transaction settles several', async () => {
    market.chain.settle(
      ...([20, 21, 21].map((payer, index) => paidBy(payer, { tx: aTx(10), block: 10, index })) as [
        ReturnType<typeof paidBy>,
      ]),
    );

    expect(await submit(await market.signed(10, 'delivered', 21))).toMatchObject({
      statement: { settlement: { index: 1, payer: addressOf(21) } },
    });
    expect(await submit(await market.signed(10, 'nothing', 21))).toMatchObject({ kind: 'exists' });
    expect(await submit(await market.signed(10, 'nothing', 20))).toMatchObject({
      statement: { settlement: { index: 0 } },
    });
  });

  it('is about the payment of its receipt where one transaction settles several', async () => {
    market.chain.settle(
      paidBy(20, { tx: aTx(10), block: 10, index: 0 }),
      paidBy(21, { tx: aTx(10), block: 10, index: 1 }),
    );
    const receipt = await receiptFor(10, 21);

    expect(await submit({ ...market.claim(10), receipt })).toMatchObject({
      statement: { class: 'seller', settlement: { index: 1, payer: addressOf(21) } },
    });
    expect(await submit({ ...(await market.signed(10, 'nothing', 20)), receipt })).toEqual({
      kind: 'refused',
      fault: 'signature_not_payers',
    });
  });

  it('of a stranger without a signature neither counts nor stops the payer', async () => {
    market.pay(10);

    expect(await submit(market.claim(10, 'nothing'))).toMatchObject({ statement: { class: 'tx' } });
    expect(await submit(await market.signed(10))).toMatchObject({ statement: { class: 'payer' } });
    expect((await standing()).summary).toMatchObject({ payments: 1, results: { delivered: 1, failed: 0 } });
  });

  it('is vouched for by the seller only where its receipt says the same', async () => {
    market.pay(10);
    const receipt = await receiptFor(10);

    expect(await submit({ ...market.claim(10, 'wrong'), receipt })).toMatchObject({
      statement: { class: 'tx' },
    });
    expect(await submit({ ...market.claim(10), receipt })).toMatchObject({ statement: { class: 'seller' } });
  });
});

describe('a statement that replaces another one', () => {
  beforeEach(() => {
    market.pay(10);
  });

  it('is about the same service: one payment says nothing of two at a wallet', async () => {
    const other = statedAbout('Weather-too');
    const first = await submit(await market.signed(10));
    const elsewhere = await market.signed(10, 'nothing', 10, other.id);

    expect(await submit(elsewhere, true, other)).toEqual({
      kind: 'exists',
      id: first.kind === 'recorded' ? first.statement.id : '',
    });
  });

  it('counts instead of it, once', async () => {
    await submit(await market.signed(10));

    expect(await submit(await market.signed(10, 'nothing'), true)).toMatchObject({ kind: 'recorded' });
    expect(await submit(await market.signed(10, 'wrong'), true)).toMatchObject({ kind: 'exists' });
    expect((await standing()).summary).toMatchObject({ payments: 1, results: { failed: 1 } });
  });

  it('is none after seven days, with the same outcome, or without a signature', async () => {
    await submit(await market.signed(10));
    await submit(market.claim(10, 'nothing'));
    expect(await submit(await market.signed(10), true)).toMatchObject({ kind: 'exists' });
    expect(await submit(market.claim(10, 'wrong'), true)).toMatchObject({ kind: 'exists' });

    market.time.advance(7 * day);
    expect(await submit(await market.signed(10, 'nothing'), true)).toMatchObject({ kind: 'exists' });
  });
});

describe('a statement that cannot be checked yet', () => {
  it('waits for a provider that fails, and for finality', async () => {
    market.pay(10);
    market.chain.fails = () => true;
    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'waiting', for: 'provider' });

    market.chain.fails = () => false;
    market.chain.final = 9;
    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'waiting', for: 'finality' });
    expect(await market.outcomes.waiting()).toHaveLength(1);

    market.chain.final = 10;
    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'recorded' });
    expect(await market.outcomes.waiting()).toEqual([]);
  });

  it('waits while no block has its transaction', async () => {
    market.chain.leavePending(aTx(10));

    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'waiting', for: 'finality' });
  });

  it('waits for a provider that hangs, without holding its sender for long', async () => {
    market.pay(10);
    market.chain.before = () => new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = submit(await market.signed(10));
    await vi.waitFor(() => expect(market.chain.calls).toBe(1));
    vi.advanceTimersByTime(patienceMs);

    expect(await answer).toMatchObject({ kind: 'waiting', for: 'provider' });
  });

  it('does not wait with a signature of somebody else', async () => {
    market.pay(10);
    market.chain.final = 9;

    expect(await submit(await market.signed(10, 'nothing', 11))).toMatchObject({ kind: 'refused' });
  });

  it('leaves room for the payer, whatever strangers send about the transaction', async () => {
    market.pay(10);
    market.chain.final = 9;
    const answers = [];
    for (let latencyMs = 0; latencyMs < 6; latencyMs += 1) {
      answers.push(await submit({ ...market.claim(10), latencyMs }));
    }

    expect(answers.map(({ kind }) => kind)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'full',
      'full',
    ]);
    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'waiting' });
  });

  it('is gone with a reorganisation that drops its payment', async () => {
    market.pay(10);
    market.chain.final = 9;
    await submit(await market.signed(10));
    market.chain.drop(aTx(10));

    expect(await submit(await market.signed(10))).toEqual({ kind: 'refused', fault: 'tx_not_found' });
    expect(await market.outcomes.waiting()).toEqual([]);
  });

  it('is recorded without a finding where only the look at its payer fails', async () => {
    market.pay(10);
    market.chain.fails = (method) => method === 'transfers';

    expect(await submit(await market.signed(10))).toMatchObject({ kind: 'recorded' });
    expect(await market.outcomes.unfound(10)).toHaveLength(1);
  });
});

describe('a reply', () => {
  const recorded = async (tx: number, payer = tx): Promise<string> => {
    market.pay(tx, payer);
    const answer = await submit(await market.signed(tx, 'nothing', payer));
    return answer.kind === 'recorded' ? answer.statement.id : '';
  };
  const refund = (id: string, tx: number) =>
    market.intake.reply(market.service, id, { reply: 'refunded', refundTx: aTx(tx) });

  it('is given once, also of several at once', async () => {
    const id = await recorded(10);
    const answers = await Promise.all(
      (['delivered', 'not_ours', 'delivered'] as const).map((reply) =>
        market.intake.reply(market.service, id, { reply }),
      ),
    );

    expect(answers.map(({ kind }) => kind).sort()).toEqual(['exists', 'exists', 'replied']);
    expect(await market.intake.reply(market.service, 'no-such', { reply: 'delivered' })).toEqual({
      kind: 'unknown',
    });
    expect(await market.intake.reply(statedAbout('Other'), id, { reply: 'delivered' })).toEqual({
      kind: 'unknown',
    });
  });

  it('shows a refund of at least the amount, later, by a wallet of the seller', async () => {
    const id = await recorded(10);
    market.chain.send(addressOf(1), addressOf(10), 999n, { block: 20, tx: aTx(20) });
    market.chain.send(addressOf(2), addressOf(10), 1_000n, { block: 21, tx: aTx(21) });
    market.chain.send(addressOf(1), addressOf(10), 1_000n, { block: 9, tx: aTx(22) });
    market.chain.send(addressOf(1), addressOf(10), 1_000n, { block: 2_000, tx: aTx(23) });
    market.chain.send(addressOf(1), addressOf(10), 1_000n, { block: 24, tx: aTx(24) });
    for (const tx of [20, 21, 22, 23, 25]) expect(await refund(id, tx)).toEqual({ kind: 'no_refund' });
    expect(
      await market.intake.reply(market.service, id, { reply: 'refunded', refundTx: '5'.repeat(88) }),
    ).toEqual({ kind: 'no_refund' });

    expect(await refund(id, 24)).toMatchObject({ kind: 'replied', reply: { isRefunded: true } });
    expect((await standing()).statements).toMatchObject([{ state: 'refunded', uncounted: 'refunded' }]);
  });

  it('claims a refund for one payment only, also of several at once and of two services at a wallet', async () => {
    const ids = [await recorded(10, 30), await recorded(11, 30)];
    market.chain.send(addressOf(1), addressOf(30), 1_000n, { block: 24, tx: aTx(24) });
    const answers = await Promise.all(ids.map((id) => refund(id, 24)));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['no_refund', 'replied']);

    const other = statedAbout('Other');
    market.pay(12, 30);
    const third = await submit(await market.signed(12, 'nothing', 30, other.id), false, other);
    const id = third.kind === 'recorded' ? third.statement.id : '';
    expect(await market.intake.reply(other, id, { reply: 'refunded', refundTx: aTx(24) })).toEqual({
      kind: 'no_refund',
    });
  });

  it('waits for a provider that fails', async () => {
    const id = await recorded(10);
    market.chain.fails = () => true;

    expect(await refund(id, 24)).toEqual({ kind: 'unavailable' });
  });
});

it('takes nothing in of networks whose payments are not counted', async () => {
  expect(await submit({ ...market.claim(1), network: 'eip155:1' })).toEqual({ kind: 'not_counted' });
  expect(network).not.toBe('eip155:1');
});
