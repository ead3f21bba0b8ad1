import { expect, it } from 'vitest';
import { dollarsOf, dollarText, toDollars } from '../../../src/domain/dollars.ts';

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const eurc = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';
const worth = (network: string, asset: string, amount: string, decimals?: number): string | undefined => {
  const further = decimals === undefined ? [] : [{ network, asset, decimals }];
  const dollars = dollarsOf({ network, asset, amount }, further);
  return dollars === undefined ? undefined : dollarText(dollars);
};

it.each([
  ['a known dollar', worth('eip155:8453', usdc, '10000'), '0.01'],
  ['the same in other letters', worth('eip155:8453', usdc.toLowerCase(), '10000'), '0.01'],
  [
    'a dollar with 18 decimals',
    worth('eip155:56', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '1'),
    '0.000000000000000001',
  ],
  ['a dollar that is named', worth('eip155:1', '0xab', '25', 1), '2.5'],
  ['a euro', worth('eip155:8453', eurc, '10000'), undefined],
  ['the token of another network', worth('eip155:1', usdc, '10000'), undefined],
  ['a token with too many decimals', worth('eip155:1', '0xab', '25', 19), undefined],
])('%s is worth what it says', (_, dollars, expected) => {
  expect(dollars).toBe(expected);
});

it('reads decimals exactly', () => {
  expect(toDollars('0.1')).toBe(10n ** 17n);
});
