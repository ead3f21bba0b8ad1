import { expect, it } from 'vitest';
import { noOutcomes } from '../../../src/domain/outcome.ts';
import { agentsGuide } from '../../../src/site/agents-guide.ts';
import { buyersGuide } from '../../../src/site/buyers-guide.ts';
import { localExample } from '../../../src/site/guide-example.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const localNetworks = new Set(['eip155:84532']);
const x402Config = { network: 'base-sepolia', paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const pricing = { currency: 'USDC', pricePerRequest: '0.004' };

const seller = (name: string, endpoint: string, trustScore: number, price = '0.004') =>
  anEntry(
    { name, endpoint, x402Config, pricing: { ...pricing, pricePerRequest: price } },
    { status: 'verified', trustScore },
  );

const snapshot = aSnapshot([
  seller('Little "Known" $(Tides)', 'https://a.example', 30),
  seller('Harbour Tides', 'https://b.example', 20),
  seller('Dear Tides', 'https://c.example', 90, '0.5'),
  anEntry({ name: 'Unseen Tides', endpoint: 'https://d.example', x402Config, pricing }),
]);

it('names the most trusted cheap service on a chain of this machine, in words that mean nothing to a shell', () => {
  expect(localExample({ snapshot, localNetworks })).toEqual({
    words: 'little known tides',
    chain: 'base-sepolia',
  });
});

it('names no service whose buyers say that it fails', () => {
  const failing = seller('Night Trains', 'https://e.example', 90);
  const outcomes = { ...noOutcomes, verdict: 'fails' } as const;
  const observed = { ...failing.observed, facts: { ...failing.observed.facts, outcomes } };

  expect(localExample({ snapshot: aSnapshot([{ ...failing, observed }]), localNetworks })).toBeNull();
});

it('names no service where chains are public, or none can be bought', () => {
  expect(localExample({ snapshot })).toBeNull();
  expect(localExample({ snapshot: aSnapshot(), localNetworks })).toBeNull();
});

it('stands in the commands of the quick starts', () => {
  const example = { words: 'harbour tides', chain: 'base' };

  expect(buyersGuide('', example).find.code).toContain("'query=harbour tides'");
  expect(buyersGuide('', example).find.code).toContain('chain=base ');
  expect(agentsGuide('', example).ask.code).toContain("'q=harbour tides, under $0.01'");
  expect(agentsGuide('').ask.code).toContain("'q=rain radar, under $0.01'");
});
