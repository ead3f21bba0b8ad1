import { editDistance } from './nearest.ts';
import { type Network, networkIds, networks } from './network.ts';

const testWords =
  'testnet sepolia devnet goerli holesky mumbai amoy fuji apothem blaze moderato chiado test'.split(' ');
const testWord = new RegExp(testWords.join('|'), 'g');
const mainWord = /mainnet|chain|network/g;

/** The share of a name that may be misspelt. */
const tolerance = 1 / 4;

/**
 * The network that a display name or a misspelt id most likely means. It is of the same kind: a name of a test network never means a main one,
 * where payments would cost real money.
 */
export function nearestNetwork(given: string): Network | undefined {
  const text = given.slice(0, 64);
  const isTest = soundsLikeTestnet(text);
  const wanted = stem(text);
  const [nearest] = networks
    .filter(({ testnet }) => testnet === isTest)
    .map((network) => ({ network, ...distancesTo(network, text) }))
    .sort((a, b) => a.ofStem - b.ofStem || a.ofWhole - b.ofWhole);

  return nearest && nearest.ofStem <= wanted.length * tolerance ? nearest.network : undefined;
}

export function soundsLikeTestnet(given: string): boolean {
  return wordsOf(given).some((word) => word.search(testWord) >= 0 || isMisspeltTestWord(word));
}

function distancesTo(network: Network, given: string): { readonly ofStem: number; readonly ofWhole: number } {
  const names = [network.title, ...networkIds(network)];

  return {
    ofStem: Math.min(...names.map((name) => editDistance(stem(name), stem(given)))),
    ofWhole: Math.min(...names.map((name) => editDistance(joined(name), joined(given)))),
  };
}

/** A name without the words that only state its kind. */
function stem(name: string): string {
  const words = wordsOf(name).filter((word) => !isMisspeltTestWord(word));

  return words.join('').replaceAll(testWord, '').replaceAll(mainWord, '') || joined(name);
}

function isMisspeltTestWord(word: string): boolean {
  const most = word.length < 7 ? 1 : 2;

  return word.length > 4 && testWords.some((known) => editDistance(word, known, most) <= most);
}

function joined(name: string): string {
  return wordsOf(name).join('');
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
