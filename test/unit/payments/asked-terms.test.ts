import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { Offer } from '../../../src/domain/offer.ts';
import { declaredTerms, observedTerms } from '../../../src/payments/asked-terms.ts';
import { usdc } from '../../fixtures/payments.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const on = (network: string, currency: string, pricePerRequest: string, paymentAddress = wallet) =>
  declaredTerms(
    { pricing: { currency, pricePerRequest }, x402Config: { network, paymentAddress } },
    knownAssets,
  );

describe('what a service declares to ask', () => {
  it('is its price in the smallest unit of the token, with addresses of the EVM in lower case', () => {
    expect(on('base-sepolia', 'USDC', '0.0010')).toEqual([
      {
        network: 'eip155:84532',
        asset: usdc,
        wallet: wallet.toLowerCase(),
        units: 1_000n,
        isLimit: false,
      },
    ]);
  });

  it('is the same by CAIP-2 id', () => {
    expect(on('eip155:84532', 'USDC', '0.001')).toEqual(on('base-sepolia', 'USDC', '0.001'));
  });

  it.each([
    ['stellar:pubnet', 'USDC', '0.5', 5_000_000n],
    ['bsc', 'USDC', '0.5', 500_000_000_000_000_000n],
    ['base', 'EURC', '123456789012.000001', 123_456_789_012_000_001n],
  ])('has the decimals of the token: %s %s', (network, currency, price, units) => {
    expect(on(network, currency, price).map((terms) => terms.units)).toEqual([units]);
  });

  it('is in every token that is pegged to a declared peg', () => {
    expect(on('celo', 'USD', '1')).toHaveLength(3);
  });

  it('keeps the case of wallets on Solana', () => {
    const solana = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4';

    expect(on('solana', 'USDC', '1', solana)).toMatchObject([{ wallet: solana }]);
  });

  it.each([
    ['base', 'USDC', '0'],
    ['base', 'USDC', '0.0000001'],
    ['base', 'DAI', '1'],
    ['hedera', 'USDC', '1'],
    ['eip155:999999', 'USDC', '1'],
  ])('is nothing that could be counted: %s %s %s', (network, currency, price) => {
    expect(on(network, currency, price)).toEqual([]);
  });
});

describe('what a service with offers declares to ask', () => {
  const other = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
  const usd = (pricePerRequest: string) => ({ currency: 'USDC', pricePerRequest });
  const offer = { method: 'GET', path: '/rain', network: 'base-sepolia', pricing: usd('0.002') } as const;
  const asked = (...offers: Offer[]) =>
    declaredTerms(
      { pricing: usd('0.001'), x402Config: { network: 'base-sepolia', paymentAddress: wallet }, offers },
      knownAssets,
    );

  it('is the price of each offer too, paid to the wallet of the service', () => {
    expect(asked(offer).map(({ units }) => units)).toEqual([1_000n, 2_000n]);
    expect(new Set(asked(offer).map((terms) => terms.wallet))).toEqual(new Set([wallet.toLowerCase()]));
  });

  it('is paid to another wallet, or on another network, where an offer says so', () => {
    expect(asked({ ...offer, network: 'base', paymentAddress: other })[1]).toMatchObject({
      network: 'eip155:8453',
      wallet: other.toLowerCase(),
    });
  });

  it('holds the same terms of several routes once', () => {
    const routes = ['/rain', '/snow', '/wind'].map((path) => ({ ...offer, path, pricing: usd('0.0010') }));

    expect(asked(...routes)).toHaveLength(1);
  });
});

describe('what a 402 asks', () => {
  const live = { scheme: 'exact', network: 'eip155:84532', payTo: wallet, asset: usdc, amount: '1000' };

  it('is its amount, a limit with the scheme upto', () => {
    const terms = [live, { ...live, scheme: 'upto', amount: '5' }].map((each) => ({
      ...each,
      currency: 'USDC',
    }));

    expect(observedTerms(terms, wallet)).toMatchObject([
      { wallet: wallet.toLowerCase(), units: 1_000n, isLimit: false },
      { units: 5n, isLimit: true },
    ]);
  });

  it('is nothing in a token that is not known', () => {
    expect(observedTerms([live], wallet)).toEqual([]);
  });

  it.each([
    ['for another wallet', { payTo: '0x0000000000000000000000000000000000000001' }],
    ['of nothing', { amount: '0' }],
  ])('is not %s', (_, changes) => {
    expect(observedTerms([{ ...live, currency: 'USDC', ...changes }], wallet)).toEqual([]);
  });
});
