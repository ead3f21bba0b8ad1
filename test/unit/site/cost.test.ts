import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, maxCalls, readCalls } from '../../../src/site/cost-of-calls.ts';
import { costOfCalls } from '../../../src/site/cost.ts';
import { costSentence } from '../../../src/site/cost-words.ts';

describe('a number of calls', () => {
  it.each([
    ['1000', 1000n],
    ['1,000', 1000n],
    ['1 000', 1000n],
    [' 12,345,678 ', 12_345_678n],
    ['1k', 1000n],
    ['2.5K', 2500n],
    ['1 million', 1_000_000n],
    ['3 thousand', 3000n],
    ['0.000001m', 1n],
    ['1,000,000,000,000', maxCalls],
  ])('may be written as %j', (text, calls) => {
    expect(readCalls(text)).toBe(calls);
  });

  it.each([
    '',
    '0',
    '-1',
    '1.5',
    '1.2345k',
    '1,00',
    '1.000',
    '1e3',
    'ten',
    '1,000,000,000,001',
    '9'.repeat(30),
    '٣',
    '1k1',
  ])('is not %j', (text) => {
    expect(readCalls(text)).toBeUndefined();
  });
});

describe('the cost of calls', () => {
  it('is exact, after those that are free', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: maxCalls }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.nat(),
        (calls, units, freeQuota) => {
          const digits = String(units).padStart(19, '0');
          const price = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
          const [whole = '', fraction = ''] = costOf(calls, { price, freeQuota }).split('.');
          const paid = calls > BigInt(freeQuota) ? calls - BigInt(freeQuota) : 0n;

          expect(BigInt(whole + fraction.padEnd(18, '0'))).toBe(paid * units);
        },
      ),
    );
  });

  it('is said in the token and in words', () => {
    const dollars = { price: '0.001', freeQuota: 100, currency: 'USDC', peg: 'USD' } as const;

    expect(costSentence(1n, dollars)).toBe('1 call costs nothing.');
    expect(costSentence(1000n, dollars)).toBe('1,000 calls cost 0.9 USDC, or 90 US cents.');
    expect(costSentence(maxCalls, { ...dollars, freeQuota: 0 })).toBe(
      '1,000,000,000,000 calls cost 1,000,000,000 USDC, or 1,000,000,000 US dollars.',
    );
    expect(costSentence(2n, { price: '3', freeQuota: 0, currency: 'XYZ', peg: null })).toBe(
      '2 calls cost 6 XYZ.',
    );
  });

  it('has rows for a page without scripts, and says what is free', () => {
    expect(costOfCalls({ price: '0.001', currency: 'EURC' }, 10)).toMatchObject({
      rows: [
        { calls: '1', cost: 'nothing' },
        { calls: '1,000', cost: '0.99 EURC, or 99 euro cents' },
        { calls: '1,000,000', cost: '999.99 EURC, or 999.99 euros' },
      ],
      first: { calls: '10,000', sentence: '10,000 calls cost 9.99 EURC, or 9.99 euros.' },
      free: 'The first 10 calls are free, as its owner declares.',
    });
    expect(costOfCalls({ price: '1', currency: 'EURC' })?.free).toBeNull();
  });

  it('is not shown where calls are free', () => {
    expect(costOfCalls({ price: '0.00', currency: 'USDC' })).toBeNull();
  });
});
