import { describe, expect, it } from 'vitest';
import { readAssets } from '../../../src/config/chain-config.ts';
import { judge } from '../../../src/verification/judge.ts';
import { priced } from '../../../src/verification/terms.ts';

const usdt = '0x55d398326f99059fF775485246999027B3197955';
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const terms = { scheme: 'exact', network: 'eip155:56', payTo, asset: usdt, amount: '10000000000000000' };

describe('a token with 18 decimals', () => {
  it('is priced by the decimals that its variable says', () => {
    const assets = readAssets({ ASSET_BSC_USDT: `${usdt}:18` });
    const declared = {
      pricing: { currency: 'USDT', pricePerRequest: '0.01' },
      x402Config: { paymentAddress: payTo, network: 'bsc' },
    };

    expect(priced(terms, assets)).toMatchObject({ currency: 'USDT', price: '0.01' });
    expect(judge(declared, [priced(terms, assets)]).verdict).toBe('verified');
  });

  it('stops the start without them', () => {
    expect(() => readAssets({ ASSET_BSC_USDT: usdt })).toThrow('write the decimals of the token');
  });
});
