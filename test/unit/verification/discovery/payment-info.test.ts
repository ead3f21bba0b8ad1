import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPaymentInfo } from '../../../../src/verification/discovery/payment-info.ts';
import { caseCount } from '../../../support/cases.ts';
import { fixedPrice, mppOffers, nothingSaid, offersRead } from '../../../fixtures/discovery-documents.ts';

const x402 = { ...nothingSaid, rail: 'x402' };
const mpp = { ...nothingSaid, rail: 'mpp', method: 'tempo', intent: 'charge', asset: 'usd' };

describe('x-payment-info', () => {
  it.each<[string, unknown, unknown]>([
    ['a price and protocols', fixedPrice, { price: '0.05', currency: 'USD', rails: [x402, mpp] }],
    ['offers alone, without a price', mppOffers, { rails: offersRead }],
    ['one offer inline', mppOffers.offers[0], { rails: [offersRead[0]] }],
    [
      'both',
      { ...fixedPrice, ...mppOffers },
      { price: '0.05', currency: 'USD', rails: [...offersRead, x402] },
    ],
    [
      'protocols by name',
      { protocols: ['x402', 'mpp', 'barter'] },
      { rails: [x402, { ...nothingSaid, rail: 'mpp' }] },
    ],
    [
      'a price that varies',
      { price: { mode: 'dynamic', currency: 'USD', min: '0.01', max: '1' } },
      { rails: [] },
    ],
    ['a price that is a number', { price: { amount: 0.05, currency: 'USD' } }, { rails: [] }],
    ['a price in words', { price: { amount: 'cheap', currency: 'USD' } }, { rails: [] }],
    ['a currency that is none', { price: { amount: '1', currency: '\u202e' } }, { price: '1', rails: [] }],
    [
      'an offer in dollars',
      { offers: [{ ...mppOffers.offers[0], amount: '0.05' }] },
      { rails: [{ ...offersRead[0], amountAtomic: null }] },
    ],
    ['an offer without a method', { offers: [{ intent: 'charge' }] }, { rails: [] }],
    ['nothing', undefined, { rails: [] }],
  ])('may have %s', (_, info, read) => {
    expect(readPaymentInfo(info)).toEqual(read);
  });

  it('may be any JSON', () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('x402', 'tempo', 'charge', '1', { toString: 1 }),
    );
    const entry = fc.dictionary(
      fc.constantFrom('method', 'intent', 'currency', 'amount', 'mode', 'mpp', 'x402', '__proto__'),
      value,
    );
    const info = fc.dictionary(
      fc.constantFrom('price', 'protocols', 'offers', 'intent', 'method'),
      fc.oneof(value, entry, fc.array(entry)),
    );

    fc.assert(
      fc.property(fc.oneof(info, value), (any) => {
        expect(readPaymentInfo(any).rails.length).toBeLessThan(9);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
