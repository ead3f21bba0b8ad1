import { Address } from 'ox';

/** A seeded generator of random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;

  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const syllables =
  'ba be bi bo da de di do fa fe fo ga go ka ke ko la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te to va ve vi'.split(
    ' ',
  );
const networks = ['base', 'base', 'base', 'base-sepolia', 'polygon', 'arbitrum', 'avalanche'];
const vocabulary = 5000;
const wordsPerDescription = 33;

/** Makes a source of words from a source of random numbers. */
export type Words = (random: () => number) => () => string;

/** Any number of registration bodies, by default with words by Zipf's law; random prices, networks and categories. The same seed gives the same bodies. */
export function* generateRegistrations(
  count: number,
  categories: readonly string[],
  seed = 1,
  words: Words = zipfWords,
): Generator<object> {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const word = words(random);

  for (let i = 0; i < count; i += 1) {
    const name = `${capital(word())} ${capital(word())}`;
    const address = Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('');

    yield {
      name,
      description: `${Array.from({ length: wordsPerDescription }, word).join(' ')}.`,
      endpoint: `https://s${String(seed)}-${String(i)}.example.com/v1`,
      category: pick(categories),
      pricing: { currency: 'USDC', pricePerRequest: (Math.ceil(random() * 1000) / 10000).toString() },
      x402Config: { paymentAddress: Address.checksum(`0x${address}`), network: pick(networks) },
    };
  }
}

/** Generates made-up words by Zipf's law: the frequency of rank r is about 1/r. */
export function zipfWords(random: () => number): () => string {
  const syllable = (): string => syllables[Math.floor(random() * syllables.length)] ?? '';
  const words = Array.from({ length: vocabulary }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  );

  return () => words[Math.floor(vocabulary ** random()) - 1] ?? '';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
