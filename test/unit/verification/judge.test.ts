import { describe, expect, it } from 'vitest';
import type { PaymentTerms } from '../../../src/domain/payment-terms.ts';
import { judge } from '../../../src/verification/judge.ts';
import { declared, offered, otherWallet, wallet } from '../../fixtures/answers.ts';

const { price: _price, currency: _currency, ...unknownToken } = { ...offered, asset: otherWallet };

describe('live terms beside declared ones', () => {
  it.each<[string, PaymentTerms[], string]>([
    ['are the same', [offered], 'verified'],
    ['are the same among others', [{ ...offered, network: 'eip155:137' }, offered], 'verified'],
    ['write the wallet in small letters', [{ ...offered, payTo: wallet.toLowerCase() }], 'verified'],
    ['are a most that may be charged', [{ ...offered, scheme: 'upto' }], 'unread'],
    ['write the same price in another way', [{ ...offered, price: '0.010' }], 'verified'],
    ['pay another wallet', [{ ...offered, payTo: otherWallet }], 'payto_mismatch'],
    ['are on another network', [{ ...offered, network: 'eip155:137' }], 'network_mismatch'],
    ['are in another token', [{ ...offered, currency: 'EURC' }], 'asset_mismatch'],
    ['are in a token that is not known', [unknownToken], 'asset_mismatch'],
    ['ask for more', [{ ...offered, price: '0.02' }], 'price_mismatch'],
    ['ask for less', [{ ...offered, price: '0.009999' }], 'price_mismatch'],
    [
      'differ in all: the wallet comes first',
      [{ ...offered, payTo: otherWallet, network: 'eip155:137', currency: 'EURC', price: '9' }],
      'payto_mismatch',
    ],
    [
      'differ in network and price: the network comes first',
      [{ ...offered, network: 'eip155:137', price: '9' }],
      'network_mismatch',
    ],
    [
      'differ in token and price: the token comes first',
      [{ ...offered, currency: 'EURC', price: '9' }],
      'asset_mismatch',
    ],
    [
      'pay the declared wallet, but another one on the declared network',
      [
        { ...offered, network: 'eip155:137' },
        { ...offered, payTo: otherWallet },
      ],
      'payto_mismatch',
    ],
    [
      'are right in parts that do not belong together',
      [
        { ...offered, price: '0.02' },
        { ...offered, currency: 'EURC' },
      ],
      'price_mismatch',
    ],
  ])('%s', (_, terms, verdict) => {
    expect(judge(declared, terms).verdict).toBe(verdict);
  });

  it('are compared by the ones nearest to the declared ones, in whatever order a 402 lists them', () => {
    const terms = [
      { ...offered, price: '0.03' },
      { ...offered, price: '0.02' },
      { ...offered, currency: 'EURC', price: '0.01' },
      unknownToken,
    ];
    const prices = [terms, terms.toReversed()].map(
      (listed) => judge(declared, listed).fields.find(({ field }) => field === 'price')?.observed,
    );

    expect(prices).toEqual(['0.02', '0.02']);
  });

  it('may be in any dollar where the owner declares USD', () => {
    const inDollars = { ...declared, pricing: { currency: 'USD', pricePerRequest: '0.01' } };

    expect(judge(inDollars, [offered]).verdict).toBe('verified');
    expect(judge(inDollars, [{ ...offered, currency: 'EURC' }]).verdict).toBe('asset_mismatch');
  });

  it('may be in any token pegged to the euro where the owner declares EUR', () => {
    const inEuros = { ...declared, pricing: { currency: 'EUR', pricePerRequest: '0.01' } };

    expect(judge(inEuros, [{ ...offered, currency: 'EURC' }]).verdict).toBe('verified');
    expect(judge(inEuros, [offered]).verdict).toBe('asset_mismatch');
  });

  it.each([
    ['MUSD', 'mUSD'],
    ['MEGAUSD', 'MegaUSD'],
  ])('may be in the token that the owner has to declare as %s', (currency, symbol) => {
    const inCapitals = { ...declared, pricing: { currency, pricePerRequest: '0.01' } };

    expect(judge(inCapitals, [{ ...offered, currency: symbol }]).verdict).toBe('verified');
    expect(judge(inCapitals, [offered]).verdict).toBe('asset_mismatch');
  });

  it.each([
    ['0.01', '0.0100', true],
    ['00.01', '0.01', true],
    ['1', '1.000', true],
    ['1', '10', false],
    ['0.000000000000000001', '0.000000000000000002', false],
  ])('declared %s, seen %s', (pricePerRequest, price, isSame) => {
    const { verdict } = judge({ ...declared, pricing: { currency: 'USDC', pricePerRequest } }, [
      { ...offered, price },
    ]);

    expect(verdict).toBe(isSame ? 'verified' : 'price_mismatch');
  });

  it('compares Solana wallets letter for letter', () => {
    const payTo = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4';
    const onSolana = { ...declared, x402Config: { paymentAddress: payTo, network: 'solana' } };
    const terms = { ...offered, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', payTo };

    expect(judge(onSolana, [terms]).verdict).toBe('verified');
    expect(judge(onSolana, [{ ...terms, payTo: payTo.toLowerCase() }]).verdict).toBe('payto_mismatch');
  });

  it('are compared field by field, with null for what cannot be compared', () => {
    expect(judge(declared, [unknownToken]).fields).toEqual([
      { field: 'price', declared: '0.01', observed: null, match: null },
      { field: 'payTo', declared: wallet, observed: wallet, match: true },
      { field: 'network', declared: 'eip155:8453', observed: 'eip155:8453', match: true },
      { field: 'asset', declared: 'USDC', observed: otherWallet, match: null },
      { field: 'scheme', declared: null, observed: 'exact', match: null },
    ]);
  });
});
