import { describe, expect, it } from 'vitest';
import type { Buyer } from '../../../src/domain/payments.ts';
import type { TokenTransfer } from '../../../src/domain/settlement.ts';
import { FundingTrail } from '../../../src/payments/funding.ts';
import { usdc, walletOf } from '../../fixtures/payments.ts';

const one = 1_000_000n;
const [payee, owner, payer, relay, exchange] = [1, 2, 3, 4, 5].map(walletOf) as [
  string,
  string,
  string,
  string,
  string,
];
const sellers = new Set([payee, owner]);

const buyer = (changes: Partial<Buyer> = {}): Buyer => ({
  serviceId: 'a',
  asset: usdc,
  payer,
  units: one,
  lastBlock: 100,
  ...changes,
});
const sent = (sender: string, recipient: string, units = one, block = 50): TokenTransfer => ({
  sender,
  recipient,
  units,
  block,
});

/** Who funded a buyer, by all transfers there were but those of busy sellers. */
function fundingOf(transfers: readonly TokenTransfer[], of = buyer(), busy: readonly string[] = []): string {
  const trail = new FundingTrail(one);
  for (const wallet of busy) trail.noteBusy(wallet);
  for (const transfer of transfers) {
    if (transfer.recipient === of.payer) trail.noteReceived(transfer);
    if (sellers.has(transfer.sender)) trail.noteSent(transfer);
  }
  return trail.fundingOf(of, sellers);
}

describe('a buyer', () => {
  it('is independent when somebody else sent it what it paid', () => {
    expect(fundingOf([sent(exchange, payer)])).toBe('independent');
  });

  it('is unknown where no transfer to it is found', () => {
    expect(fundingOf([])).toBe('unknown');
    expect(fundingOf([sent(payee, exchange)])).toBe('unknown');
  });

  it.each([
    ['the wallet that is paid', payee],
    ['the wallet of the owner', owner],
  ])('is funded by the seller through %s', (_, sender) => {
    expect(fundingOf([sent(sender, payer)])).toBe('funded');
  });

  it('is funded by the seller through one more wallet, too', () => {
    expect(fundingOf([sent(payee, relay), sent(relay, payer)])).toBe('funded');
  });

  it('is none of 50 wallets that the payee funded', () => {
    const wallets = Array.from({ length: 50 }, (_, n) => walletOf(100 + n));
    const transfers = wallets.map((wallet) => sent(payee, wallet));

    const found = wallets.map((wallet) => fundingOf(transfers, buyer({ payer: wallet })));
    expect(new Set(found)).toEqual(new Set(['funded']));
  });

  it('is the seller itself where its wallet pays itself', () => {
    expect(fundingOf([sent(exchange, payee)], buyer({ payer: payee }))).toBe('funded');
  });

  it('is not hidden by a little that somebody else sent it', () => {
    expect(fundingOf([sent(payee, payer), sent(exchange, payer, one - 1n)])).toBe('funded');
    expect(fundingOf([sent(exchange, payer, one - 1n)])).toBe('unknown');
  });

  it('stays independent when the seller sends it something, too', () => {
    expect(fundingOf([sent(exchange, payer), sent(payee, payer, 1n)])).toBe('independent');
    expect(fundingOf([sent(exchange, payer), sent(payee, relay), sent(relay, payer, 1n)])).toBe(
      'independent',
    );
  });

  it('stays independent of a seller that sent a trifle to the exchange that it has its money from', () => {
    expect(fundingOf([sent(payee, exchange, 1n), sent(exchange, payer, 2n * one)])).toBe('independent');
  });

  it('is funded however many wallets of the seller each send it a part', () => {
    const relays = Array.from({ length: 10 }, (_, n) => walletOf(200 + n));
    const parts = relays.flatMap((wallet) => [
      sent(payee, wallet, one / 10n),
      sent(wallet, payer, one / 10n),
    ]);
    expect(fundingOf(parts)).toBe('funded');
  });

  it('needs no more than one token from others, and no more than it paid', () => {
    expect(fundingOf([sent(exchange, payer, one)], buyer({ units: 900n * one }))).toBe('independent');
    expect(fundingOf([sent(exchange, payer, 7n)], buyer({ units: 7n }))).toBe('independent');
  });

  it('is judged by what came before or with its last payment', () => {
    expect(fundingOf([sent(exchange, payer, one, 100)])).toBe('independent');
    expect(fundingOf([sent(exchange, payer, one, 101)])).toBe('unknown');
    expect(fundingOf([sent(payee, payer, one, 101)])).toBe('unknown');
    expect(fundingOf([sent(relay, payer), sent(payee, relay, one, 101)])).toBe('independent');
  });

  it('has nothing from what it sends itself', () => {
    expect(fundingOf([sent(payer, payer)])).toBe('unknown');
  });

  it('is not known to be independent of a seller who is too busy to be read', () => {
    expect(fundingOf([sent(exchange, payer)], buyer(), [payee])).toBe('unknown');
    expect(fundingOf([sent(payee, payer)], buyer(), [payee])).toBe('funded');
  });

  it('does not mind busy wallets of other sellers', () => {
    expect(fundingOf([sent(exchange, payer)], buyer(), [relay, exchange])).toBe('independent');
  });
});
