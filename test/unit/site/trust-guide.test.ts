import { describe, expect, it } from 'vitest';
import { attackPrices, trustCases, trustLimits, trustParts } from '../../../src/site/trust-guide.ts';

describe('the guide to the trust score', () => {
  it('names the points of each part, which add up to 100', () => {
    expect(trustParts.map(({ name, weight }) => [name, weight])).toEqual([
      ['terms', 10],
      ['availability', 5],
      ['latency', 5],
      ['age', 40],
      ['buyers', 40],
    ]);
    expect(trustLimits.withoutBuyers).toBe(60);
  });

  it('prints these scores', () => {
    expect(trustCases.map(({ title, evidence, score }) => [title, evidence, score])).toEqual([
      ['First day', 'no wallet counts as a buyer yet', 20],
      ['Third day', 'no wallet counts as a buyer yet', 21],
      ['30 days', 'no wallet counts as a buyer yet', 33],
      ['30 days', '5 wallets paid 5 USDC in all', 52],
      ['90 days', 'payments are not counted', 60],
      ['90 days', 'no wallet counts as a buyer yet; 50 wallets were funded by the seller', 60],
      ['90 days', '1 wallet paid 1 USDC in all', 67],
      ['90 days', '20 wallets paid 20 USDC in all', 91],
      ['90 days', '50 wallets paid 50 USDC in all', 100],
      ['90 days, then another wallet', '50 wallets paid 50 USDC in all', 0],
    ]);
  });

  it('says for each ten points what they cost', () => {
    expect(attackPrices.map(({ points, time, attack }) => [points, time, attack.slice(0, 22)])).toEqual([
      ['0–10', 'A day', 'A static page that ans'],
      ['10–20', 'A day', 'A static page that ans'],
      ['20–30', '23 days', 'The same page, left al'],
      ['30–40', '45 days', 'The same page, left al'],
      ['40–50', '68 days', 'The same page, left al'],
      ['50–60', '90 days', 'The same page, left al'],
      ['60–70', 'An hour', '2 wallets that pay the'],
      ['70–80', 'An hour', '7 wallets that pay the'],
      ['80–90', 'An hour', '19 wallets that pay th'],
      ['90–100', 'An hour', '50 wallets that pay th'],
    ]);
  });
});
