import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../../src/domain/asset.ts';
import { inWellKnown } from '../../../../src/verification/discovery/well-known-x402.ts';
import { anEntry, anEntryOfV1, wallet } from '../../../fixtures/answers.ts';

const url = new URL('https://api.example.com/rain');

function found(document: unknown, method?: 'GET' | 'POST') {
  return inWellKnown(document, { url, method }, knownAssets);
}

const terms = { price: '0.01', currency: 'USDC', network: 'eip155:8453', payTo: wallet };

describe('/.well-known/x402', () => {
  it('says what an entry asks for, and by which method', () => {
    const resource = { url: url.href, description: 'When will it rain?', serviceName: 'Rain radar' };
    const items = [{ resource, type: 'http', accepts: [anEntry()], input: { method: 'get' } }];

    expect(found({ x402Version: 2, items })).toEqual({
      source: '/.well-known/x402',
      name: 'Rain radar',
      description: 'When will it rain?',
      method: 'GET',
      ...terms,
      rails: [expect.objectContaining({ rail: 'x402', scheme: 'exact', amountAtomic: '10000' })],
    });
  });

  it.each<[string, unknown]>([
    ['resources', { resources: [{ url: url.href, accepts: [anEntry()] }] }],
    ['endpoints by path', { endpoints: [{ url: '/rain/', accepts: [anEntry()] }] }],
    ['paid endpoints with a path', { paid_endpoints: [{ path: '/rain', accepts: [anEntry()] }] }],
    ['entries of version 1', { items: [{ resource: url.href, accepts: [anEntryOfV1()] }] }],
    [
      'others beside it',
      {
        items: [
          1,
          null,
          { url: 'https://api.example.com/snow' },
          { url: url.href, accepts: [{}, anEntry()] },
        ],
      },
    ],
  ])('lists %s', (_, document) => {
    expect(found(document)).toMatchObject(terms);
  });

  it.each<[string, unknown]>([
    ['addresses alone', { version: 1, resources: [url.href] }],
    ['an entry without facts', { items: [{ url: url.href, method: { toString: 1 }, name: '\u202e' }] }],
    ['another host', { items: [{ url: 'https://example.org/rain', accepts: [anEntry()] }] }],
    ['another method', { items: [{ url: url.href, method: 'POST', accepts: [anEntry()] }] }],
    ['terms that nobody can pay', { items: [{ url: url.href, accepts: [anEntry({ amount: '0.01' }), 1] }] }],
    ['a list', []],
    ['nothing', null],
  ])('says nothing by %s', (_, document) => {
    expect(found(document, 'GET')).toBeUndefined();
  });

  it('gives no price in a token that is not known', () => {
    const said = found({ items: [{ url: url.href, accepts: [anEntry({ asset: wallet })] }] });

    expect(said).not.toHaveProperty('price');
    expect(said).toMatchObject({ network: 'eip155:8453', payTo: wallet });
  });
});
