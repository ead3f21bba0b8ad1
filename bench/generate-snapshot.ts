import { noFacts } from '../src/domain/facts.ts';
import { chainName } from '../src/domain/network.ts';
import { serviceId } from '../src/domain/service-id.ts';
import type { Category } from '../src/domain/category.ts';
import { type Entry, Snapshot } from '../src/domain/snapshot.ts';
import { randomFrom, type Words, zipfWords } from './generate.ts';

const kinds = 'Weather Rain Maps Token Price Chat Image Speech Video Search News Stock Mail Text Code'.split(
  ' ',
);
const makes = 'API Radar Finder Feed Oracle Service Studio Lens Engine Hub Watch Index Gateway Lab'.split(
  ' ',
);
const networks = 'base base base base base-sepolia polygon arbitrum avalanche solana eip155:480'.split(' ');
const prices = '0.0005 0.001 0.001 0.002 0.005 0.005 0.01 0.01 0.02 0.05 0.1 0.25 1 5'.split(' ');
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const wordsPerDescription = 33;
const day = 24 * 60 * 60 * 1000;

/** A catalog of any size, as after some weeks of checks: plausible names, and descriptions by Zipf's law. The same seed gives the same catalog. */
export function generateSnapshot(
  size: number,
  categories: readonly Category[],
  seed = 1,
  words: Words = zipfWords,
): Snapshot {
  const random = randomFrom(seed);
  const word = words(random);
  const version = { commit: '0'.repeat(40), changedAt: '2026-01-31T12:00:00.000Z', unbuilt: 0 };
  const entries = Array.from({ length: size }, (_, i) => makeEntry(i, categories, random, word));

  return Snapshot.of(version, categories, entries);
}

function makeEntry(
  i: number,
  categories: readonly Category[],
  random: () => number,
  word: () => string,
): Entry {
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from[Math.floor(random() * from.length)] ?? otherwise;
  const name = `${pick(kinds, '')} ${word()} ${pick(makes, '')}`;
  const endpoint = `https://${word()}-${i.toString(36)}.example.com/v1`;
  const status = pick(['verified', 'verified', 'unverified', 'inactive'] as const, 'unverified');
  const network = pick(networks, 'base');
  const created = new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 400) * day).toISOString();

  return {
    declared: {
      id: serviceId(name, endpoint),
      name,
      description: `${Array.from({ length: wordsPerDescription }, word).join(' ')}.`,
      endpoint,
      category: pick(categories, undefined)?.id ?? '',
      pricing: {
        currency: random() < 0.9 ? 'USDC' : 'EURC',
        pricePerRequest: pick(prices, '1'),
        ...(random() < 0.2 ? { freeQuota: 100 } : {}),
      },
      x402Config: { paymentAddress: wallet, network },
      createdAt: created,
      updatedAt: created,
    },
    observed: {
      status,
      trustScore: Math.floor(random() * 101),
      uptimeScore: 99,
      lastChecked: created,
      txCount: 0,
      attribution: null,
      totalRevenue: 0,
      chains: random() < 0.2 ? [chainName(pick(networks, 'base'))] : [],
      differences: null,
      facts: noFacts,
    },
  };
}
