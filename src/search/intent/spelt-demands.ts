import { Speller } from '../knowledge/speller.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { lexiconWords } from '../lexicon/lexicon.ts';
import { englishStopWords } from '../lexicon/stop-words.ts';

/** The words of demands that no topic is near to. */
const demandWords = `cheapest cheaper inexpensive expensive verified unverified trusted newest without excluding
  solana polygon ethereum arbitrum optimism avalanche mainnet testnet`;

const speller = new Speller();
for (const word of demandWords.split(/\s+/)) speller.add(word);

/** The cost of one mistake; see `Guess`. More, and the word may mean anything. */
const oneMistake = 1;

/** An English text with the words of demands spelt right: rules read no others. Words of the catalog stay as they are. */
export function withSpeltDemands(text: string, facts: Pick<Vocabulary, 'frequency'>): string {
  return text.replace(/(?<![\p{L}\p{N}])[a-z]+(?![\p{L}\p{N}])/giu, (written) => {
    const word = written.toLowerCase();
    if (englishStopWords.has(word) || lexiconWords().has(word) || facts.frequency(word) > 0) return written;

    const guess = speller.guess(word, () => 0);
    return guess && guess.cost <= oneMistake ? guess.word : written;
  });
}
