import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { readChains, testnetsOf } from './chains.ts';
import { kinds, readKind } from './constraints.ts';
import { readCurrency } from './currency.ts';
import { readExcludes } from './excludes.ts';
import type { Constraints, Understood } from './intent.ts';
import { digitsForWords } from './numbers.ts';
import { readPrice } from './price-ceiling.ts';
import { plainSentence } from './sentence.ts';

type Reader = (sentence: string) => Understood;

/** What a service must be, as far as the sentence says so, and what is left of the sentence: its topic. */
export function readConstraints(sentence: string, vocabulary: Vocabulary): Understood {
  const chains = vocabulary.chains();
  const catalog = { chains, testnets: testnetsOf(chains), categories: vocabulary.categories() };
  const { excludes, rest } = readExcludes(digitsForWords(plainSentence(sentence)), catalog);
  const start: Understood = { found: excludes ? { excludes } : {}, rest };

  return readers(catalog.testnets).reduce(also, start);
}

/** Each takes its words out of the sentence, so that no word is understood twice: their order matters. */
function readers(testnets: readonly string[]): readonly Reader[] {
  return [
    (text) => readKind(text, kinds.minTrustScore),
    (text) => readKind(text, kinds.freeQuota),
    readPrice,
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
