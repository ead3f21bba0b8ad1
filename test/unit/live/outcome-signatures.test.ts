import { expect, it } from 'vitest';
import { LedgerFault } from '../../../src/domain/unavailable.ts';
import { OutcomeSignatures } from '../../../src/live/outcome-signatures.ts';
import type { ContractWallets } from '../../../src/live/ports.ts';
import { aTx } from '../../fixtures/outcomes.ts';
import { network } from '../../fixtures/payments.ts';
import { accountOf, paidBy, receiptFor, statedAbout } from '../../support/stated-market.ts';
import { signedText } from '../../../src/outcomes/signed-text.ts';

const site = 'catalog.example.com';
const claim = { network, tx: aTx(1), outcome: 'nothing' } as const;
const service = statedAbout();
const payment = paidBy(7, { tx: aTx(1) });

const signaturesWith = (accepts: ContractWallets['accepts']) => new OutcomeSignatures(site, { accepts });
const byKey = signaturesWith(() => Promise.resolve(false));
const sign = (key: number, of = site) =>
  accountOf(key).signMessage({ message: signedText(of, service.id, claim) });

it('takes the signature of the payer over this text, for this catalog', async () => {
  expect(await byKey.isByPayer(service.id, await sign(7), claim, payment)).toBe(true);
  expect(await byKey.isByPayer(service.id, await sign(8), claim, payment)).toBe(false);
  expect(await byKey.isByPayer(service.id, await sign(7, 'other.example.com'), claim, payment)).toBe(false);
  expect(await byKey.isByPayer('other', await sign(7), claim, payment)).toBe(false);
  expect(await byKey.isByPayer(service.id, 'not hex', claim, payment)).toBe(false);
});

it('asks a contract wallet on its chain about what no key signed', async () => {
  const asked: string[] = [];
  const contract = signaturesWith(({ address }) => {
    asked.push(address.toLowerCase());
    return Promise.resolve(true);
  });

  expect(await contract.isByPayer(service.id, `0x${'ab'.repeat(200)}`, claim, payment)).toBe(true);
  expect(asked).toEqual([payment.payer]);
  const silent = signaturesWith(() => Promise.reject(new LedgerFault('the provider answered 503')));
  await expect(silent.isByPayer(service.id, await sign(8), claim, payment)).rejects.toThrow(LedgerFault);
});

it('takes the receipt of the wallet that was paid, and of no other', async () => {
  expect(byKey.isBySeller(service, await receiptFor(1, 7), claim, payment)).toBe(true);
  expect(byKey.isBySeller(service, await receiptFor(1, 7, 2), claim, payment)).toBe(false);
  expect(byKey.isBySeller(service, await receiptFor(2, 7), claim, payment)).toBe(false);
  const solana = { ...claim, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };
  expect(byKey.isBySeller(service, await receiptFor(1, 7), solana, payment)).toBe(false);
});
