import { describe, expect, it } from 'vitest';
import { steady } from '../../../src/domain/standing.ts';
import { pinOf } from '../../../src/views/pin.ts';
import { offered } from '../../fixtures/answers.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';
import { otherWallet } from '../../fixtures/registrations.ts';
import { checksFound } from '../../fixtures/services.ts';

const entry = aPinnedEntry();
const standing = checksFound('verified').standing;

describe('the pin of a service', () => {
  it('is what a check read last, for seven days', () => {
    expect(pinOf(entry, seenOf(entry))).toEqual({
      url: 'https://api.example.com/rain',
      method: 'GET',
      network: 'eip155:8453',
      asset: offered.asset,
      payTo: offered.payTo,
      maxAmount: '10000',
      validUntil: '2026-02-10T04:05:06.000Z',
    });
  });

  it('is what is asked, not what is declared', () => {
    const dearer = { ...offered, amount: '20000', price: '0.02' };
    const elsewhere = { ...offered, network: 'eip155:137' };

    expect(pinOf(entry, seenOf(entry, { terms: [dearer] }))).toMatchObject({ maxAmount: '20000' });
    expect(pinOf(entry, seenOf(entry, { terms: [elsewhere] }))).toMatchObject({ network: 'eip155:137' });
  });

  it('is of the terms nearest to the declared ones where several are offered', () => {
    const terms = [
      { ...offered, network: 'eip155:137' },
      { ...offered, amount: '1', price: '0.000001' },
      offered,
    ];

    expect(pinOf(entry, seenOf(entry, { terms }))).toMatchObject({
      network: 'eip155:8453',
      maxAmount: '10000',
    });
  });

  it('names the address at which the live 402 was found', () => {
    const traits = { schemes: ['exact'], extensions: [], hasSlash: true } as const;
    const slashed = aPinnedEntry({}, { traits });

    expect(pinOf(slashed, seenOf(slashed))?.url).toBe('https://api.example.com/rain/');
  });

  it.each([
    ['no check read terms', entry, { terms: [] }],
    ['another wallet is paid', entry, { terms: [{ ...offered, payTo: otherWallet }] }],
    ['only a ceiling is asked', entry, { terms: [{ ...offered, scheme: 'upto' }] }],
    ['the method is not known', entry, { method: undefined }],
    ['the price is declared to vary', aPinnedEntry({ price: 'varies' }), {}],
    [
      'the wallet varies',
      aPinnedEntry({}, { standing: { ...standing, varying: { ...steady, wallet: { level: 9, since: 1 } } } }),
      {},
    ],
    [
      'the price varies',
      aPinnedEntry({}, { standing: { ...standing, varying: { ...steady, price: { level: 9, since: 1 } } } }),
      {},
    ],
    ['the service is inactive', aPinnedEntry({}, checksFound('unreachable', 'inactive')), {}],
    [
      'the last answer did not ask for x402',
      aPinnedEntry({}, { traits: { schemes: [], extensions: [] } }),
      {},
    ],
  ])('is null where %s', (_, of, live) => {
    expect(pinOf(of, seenOf(of, live))).toBeNull();
  });
});
