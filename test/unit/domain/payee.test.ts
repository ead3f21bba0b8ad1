import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import {
  declaredPayees,
  furtherPayees,
  payeeKey,
  payeeOf,
  payeesOf,
  readPayee,
} from '../../../src/domain/payee.ts';
import { printOffer } from '../../../src/domain/service-file.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';
import { aService } from '../../fixtures/services.ts';

const terms = (network: string, payTo: string) => ({
  scheme: 'exact',
  network,
  payTo,
  asset: '0x1',
  amount: '1',
});
const evm = (address: string): string => `eip155:${address.toLowerCase()}`;

describe('the wallets of a service', () => {
  it('are one for each address of a family, on whichever network', () => {
    const offer = { method: 'GET', network: 'polygon', pricing: aService().pricing } as const;
    const offers = [
      { ...offer, paymentAddress: wallet.toLowerCase() },
      { ...offer, network: 'solana', paymentAddress: 'Abc' },
      offer,
    ];

    expect(declaredPayees(aService({ offers }))).toEqual([evm(wallet), 'solana:Abc']);
  });

  it('are also those that its live 402 names beside the declared one, a few at most', () => {
    const service = aService({ x402Config: { paymentAddress: wallet, network: 'base' } });
    const named = [terms('eip155:8453', wallet.toLowerCase()), terms('eip155:137', otherWallet)];
    expect(furtherPayees(named, service)).toEqual([evm(otherWallet)]);

    const many = Array.from({ length: 1000 }, (_, place) => terms('near:mainnet', `w${String(place)}`));
    expect(furtherPayees(many, service)).toHaveLength(8);
  });

  it('are also those that the live 402 of an offer names', () => {
    const offer = { method: 'GET', network: 'base', pricing: aService().pricing } as const;
    const fields = [
      { field: 'payTo', declared: wallet, observed: otherWallet, match: false },
      { field: 'network', declared: 'eip155:8453', observed: 'eip155:8453', match: true },
    ] as const;
    const standing = {
      verdict: 'payto_mismatch',
      detail: '',
      checkedAt: new Date(0),
      fields,
      seenOn: null,
    } as const;
    const facts = { ...noFacts, offers: new Map([[printOffer(offer), standing]]) };

    expect(payeesOf(aService({ offers: [offer] }), facts)).toEqual([evm(wallet), evm(otherWallet)]);
  });
});

describe('the key of a wallet', () => {
  it.each([
    { family: 'eip155', address: wallet.toLowerCase() },
    { family: 'other', address: 'with:colons:' },
    { family: 'hedera', address: '0.0.1234' },
  ] as const)('stands for %j and no other', (payee) => {
    expect(payeeOf(payeeKey(payee))).toEqual(payee);
  });

  it('is read from any spelling, and only of known families', () => {
    expect(readPayee('eip155', wallet)).toEqual({ family: 'eip155', address: wallet.toLowerCase() });
    expect(readPayee('solana', 'Abc')).toEqual({ family: 'solana', address: 'Abc' });
    for (const family of ['', 'none', 'EIP155', '__proto__']) {
      expect(readPayee(family, wallet)).toBeUndefined();
    }
  });
});
