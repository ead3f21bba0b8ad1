import { describe, expect, it } from 'vitest';
import { concernsOf, type Observed } from '../../../src/browser/attention.ts';
import type { Declaration } from '../../../src/browser/declaration.ts';

const declaration: Declaration = {
  id: 'rain-7x3k9m2p',
  name: 'Rain',
  endpoint: 'https://api.example.com/rain',
  x402Config: { paymentAddress: '0xa1', network: 'base' },
  owner: 'acme',
};
const proof = { method: 'http', heldAt: '2026-01-31T12:00:00.000Z', state: 'holds' };
const fine: Observed = { state: 'verified', verdict: 'verified', detail: 'Fine.', proof };

const textsOf = (...[declared, observed]: Parameters<typeof concernsOf>): string[] =>
  concernsOf(declared, observed).map(({ text, english }) => `${text} ${english}`.trim());

describe('what needs attention', () => {
  it('is nothing in a verified service with a proof', () => {
    expect(concernsOf(declaration, fine)).toEqual([]);
  });

  it.each<[string, Partial<Declaration>, Partial<Observed>]>([
    ['It has not been checked yet.', {}, { verdict: null, detail: null }],
    ['Checks are turned off in its file.', { probing: false }, { verdict: null }],
    [
      'Last check: The live price is "1".',
      {},
      { verdict: 'price_mismatch', detail: 'The live price is "1".' },
    ],
    ['Its ownership is not proven: whoever proves it can claim it.', {}, { proof: null }],
    [
      'The proof by http is no longer found; it was last seen on 31 January 2026.',
      {},
      { proof: { ...proof, state: 'stale' } },
    ],
    [
      'Offered to github:1 until 7 February 2026.',
      { transfer: { to: 'github:1', until: '2026-02-07T00:00:00.000Z' } },
      {},
    ],
    ['Deprecated: Ends in March.', { deprecated: { message: 'Ends in March.' } }, {}],
  ])('is "%s"', (text, declared, observed) => {
    expect(textsOf({ ...declaration, ...declared }, { ...fine, ...observed })).toEqual([text]);
  });
});
