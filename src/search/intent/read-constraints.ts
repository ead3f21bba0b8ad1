import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { readChains, testnetsOf } from './chains.ts';
import { kinds, readKind } from './constraints.ts';
import { readCurrency } from './currency.ts';
import { readExcludes } from './excludes.ts';
import type { Constraints, Understood } from './intent.ts';
import { digitsForWords } from './numbers.ts';
import { readPriceCeiling } from './price-ceiling.ts';
import { plainSentence } from './sentence.ts';

type Reader = (sentence: string) => Understood;

/** What a sentence demands of a service, and the rest of the sentence, which is its topic. */
export function readConstraints(sentence: string, vocabulary: Vocabulary): Understood {
  const chains = vocabulary.chains();
  const catalog = { chains, testnets: testnetsOf(chains), categories: vocabulary.categories() };
  const { excludes, rest } = readExcludes(digitsForWords(plainSentence(sentence)), catalog);
  const start: Understood = { found: excludes ? { excludes } : {}, rest };

  return readers(catalog.testnets).reduce(also, start);
}

/** The readers in order. Each takes out the words that it understood, so that no word is understood twice. */
function readers(testnets: readonly string[]): readonly Reader[] {
  return [
    (text) => readKind(text, kinds.minTrustScore),
    (text) => readKind(text, kinds.freeQuota),
    readPriceCeiling,
    (text) => readKind(text, kinds.status),
    readCurrency,
    (text) => readChains(text, testnets),
    (text) => readKind(text, kinds.order),
  ];
}

function also(before: Understood, reader: Reader): Understood {
  const { found, rest } = reader(before.rest);
  const merged: Constraints = { ...found, ...before.found };

  return { found: merged, rest: rest.replace(/ {2,}/g, ' ') };
}
