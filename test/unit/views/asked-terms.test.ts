import { expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { askedTerms } from '../../../src/views/asked-terms.ts';
import { usdcOnBase, wallet } from '../../fixtures/answers.ts';
import { anEntry } from '../../fixtures/services.ts';

const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const usdcOnArbitrum = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';

it.each([
  { currency: 'USDC', pricePerRequest: '0.01' },
  { currency: 'USDC', pricePerRequest: '0.010' },
  { currency: 'USD', pricePerRequest: '0.01' },
])('the networks of a price are those that ask the same, however it is declared: %j', (pricing) => {
  const termsKey = [
    `exact eip155:8453 ${wallet} ${usdcOnBase} 10000`,
    `exact eip155:137 ${wallet} ${usdcOnPolygon} 10000`,
    `upto eip155:42161 ${wallet} ${usdcOnArbitrum} 10000`,
  ].join('\n');
  const entry = anEntry(
    { pricing, x402Config: { paymentAddress: wallet, network: 'base' } },
    { facts: { ...noFacts, standing: { ...unchecked, termsKey } } },
  );

  expect(askedTerms(entry, knownAssets).networks).toEqual(['eip155:8453', 'eip155:137']);
});
