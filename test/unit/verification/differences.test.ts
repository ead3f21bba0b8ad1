import { expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { differencesOf } from '../../../src/verification/differences.ts';
import { keyOf } from '../../../src/verification/terms.ts';
import { declared, offered } from '../../fixtures/answers.ts';

it('a price differs, however many and long the other terms of a 402 are', () => {
  const longest = { payTo: 'p'.repeat(128), asset: 'a'.repeat(128), amount: '9'.repeat(78) };
  const others = Array.from({ length: 63 }, (_, i) => ({
    ...longest,
    scheme: 's'.repeat(128),
    network: `cosmos:${String(i).padStart(32, '0')}`,
  }));
  const termsKey = keyOf([...others, { ...offered, amount: '5000000' }]);

  expect(differencesOf(declared, { termsKey }, knownAssets)).toMatchObject([
    { field: 'price', declared: '0.01', observed: '5' },
  ]);
  expect(termsKey.length).toBeLessThan(33_000);
});
