import { describe, expect, it } from 'vitest';
import { servicePage } from '../../../src/site/service-page.ts';
import { anEntry } from '../../fixtures/services.ts';
import { aPaidEntry, catalogOf, counting, paymentsOf } from '../../fixtures/site-catalog.ts';

const sectionOf = async (entry = aPaidEntry(), history = counting()) =>
  (await servicePage(entry, catalogOf([], history))).payments;

describe('the payments on the page of a service', () => {
  it('are sums, days, and the last payments with links to the explorer', async () => {
    const { paid, sentences, range } = await sectionOf();

    expect(paid).toMatchObject({
      payments: '1,200',
      revenue: '1,200.5 USDC',
      payers: '40',
      largestShare: '25 %',
      days: [{ date: '2026-01-31' }, { date: '2026-02-01' }],
      recent: [
        {
          at: '2026-02-01T11:00:00.000Z',
          amount: '0.001 USDC',
          payer: '0xbbbb…bbbb',
          transaction: '0x7777…7777',
          page: `https://sepolia.basescan.org/tx/0x${'7'.repeat(64)}`,
        },
      ],
    });
    expect(sentences).toEqual([]);
    expect(range).toEqual({ from: '2026-01-02T00:00:00.000Z', to: '2026-02-01T11:59:00.000Z' });
  });

  it('link to the network that the payment was made on', async () => {
    const history = counting({
      recent: paymentsOf().recent.map((one) => ({ ...one, network: 'eip155:8453' })),
    });
    const { paid } = await sectionOf(aPaidEntry(), history);

    expect(paid?.recent[0]?.page).toMatch(/^https:\/\/basescan\.org\/tx\//);
  });

  it('are still summed when the last one is long ago', async () => {
    const { paid } = await sectionOf(aPaidEntry(), counting({ days: [], recent: [] }));

    expect(paid).toMatchObject({ payments: '1,200', days: [], recent: [] });
  });
});

describe('the page of a service says', () => {
  it('why payments are not counted, and shows no number then', async () => {
    expect(await sectionOf(anEntry(), counting({}, []))).toEqual({
      sentences: ['Payments are not counted: this catalog has no RPC provider for Base Sepolia.'],
      range: null,
      paid: null,
    });
  });

  it('that its price is in no known token', async () => {
    const entry = anEntry({ pricing: { currency: 'XYZ', pricePerRequest: '0.1' } });

    expect((await sectionOf(entry)).sentences).toEqual([
      'Payments are not counted: 0.1 XYZ is not an amount of any token that this catalog knows on Base Sepolia.',
    ]);
  });

  it('that nothing has been paid yet', async () => {
    const { sentences, range, paid } = await sectionOf(aPaidEntry({ txCount: 0 }));

    expect([sentences, paid]).toEqual([['The chain shows no payments yet.'], null]);
    expect(range).not.toBeNull();
  });

  it('that its payments have not been counted yet', async () => {
    const { sentences, range } = await sectionOf(
      aPaidEntry({ txCount: 0 }),
      counting({ countedFrom: null, countedTo: null }),
    );

    expect(sentences).toEqual(['Its payments on Base Sepolia have not been counted yet.']);
    expect(range).toBeNull();
  });

  it('that a free service has no payments to count', async () => {
    const free = { pricing: { currency: 'USDC', pricePerRequest: '0.00' } };

    expect((await sectionOf(aPaidEntry({ txCount: 0 }, free))).sentences).toEqual([
      'It is free of charge, so there are no payments to count.',
    ]);
  });

  it.each([
    [1, 'Counted for the wallet, which it shares with 1 service of the same price.'],
    [2, 'Counted for the wallet, which it shares with 2 services of the same price.'],
  ])('that payments are those of a wallet shared with %i', async (sharedWith, sentence) => {
    expect((await sectionOf(aPaidEntry({ attribution: 'wallet', sharedWith }))).sentences).toEqual([
      sentence,
    ]);
  });

  it('what makes payments doubtful', async () => {
    expect((await sectionOf(aPaidEntry({ flags: ['self_payments', 'single_payer'] }))).sentences).toEqual([
      'The wallet paid itself.',
      'One payer made more than 90 % of the payments.',
    ]);
  });
});
