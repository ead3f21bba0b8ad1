import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Offer } from '../../../src/domain/offer.ts';
import { caseCount } from '../../support/cases.ts';

const pricing = { currency: 'USDC', pricePerRequest: '0.01' };

function isPath(path: string): boolean {
  return Offer.safeParse({ method: 'GET', path, network: 'base', pricing }).success;
}

describe('the path of an offer', () => {
  it.each([
    '/',
    '/v1/rain',
    '/cities/{city}/rain',
    '/%C3%A9',
    '/...',
    '/.well-known/x',
    '/a..b',
    '//',
    '/%2f',
  ])('may be %s', (path) => {
    expect(isPath(path)).toBe(true);
  });

  it.each([
    '/..',
    '/.',
    '/a/../b',
    '/%2e%2E',
    '/%2e',
    '/.%2e/admin',
    '/%2E./',
    'rain',
    '',
    '/a?b',
    '/a#b',
    '/a b',
    '/\\..',
  ])('may not be %s', (path) => {
    expect(isPath(path)).toBe(false);
  });

  it('never leads away from the endpoint', () => {
    const pieces = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5C',
      '%',
      '\\',
      'a',
      '{b}',
      '@',
      ':',
      '?',
      '#',
      '//',
    );
    const base = 'https://api.example.com/v1';

    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (texts) => {
        const path = `/${texts.join('')}`;
        fc.pre(isPath(path));

        expect(new URL(base + path).href.replaceAll(/%7B|%7D/g, '')).toBe(
          base + path.replaceAll(/[{}]/g, ''),
        );
      }),
      { numRuns: caseCount(300) },
    );
  });
});
