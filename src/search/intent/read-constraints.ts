import { currencies } from '../../domain/asset.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { readChains, testnetsOf } from './chains.ts';
import { kinds, readKind } from './constraints.ts';
import { readExcludes } from './excludes.ts';
import type { Constraints, Understood } from './intent.ts';
import { digitsForWords } from './numbers.ts';
import { readPriceLimits } from './price-limits.ts';
import { cut, plainSentence } from './sentence.ts';

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
    readPriceLimits,
    (text) => readKind(text, kinds.status),
    readCurrency,
    (text) => readChains(text, testnets),
    (text) => readKind(text, kinds.order),
    // One order counts, and another is no topic: "cheapest and most trusted".
    (text) => readKind(text, kinds.order),
  ];
}

function also(before: Understood, reader: Reader): Understood {
  const { found, rest } = reader(before.rest);
  const merged: Constraints = { ...found, ...before.found };

  return { found: merged, rest: rest.replace(/ {2,}/g, ' ') };
}

const symbols = new Map(currencies.map((symbol) => [symbol.toLowerCase(), symbol]));
/** Symbols that are also words: they name a currency only together with "currency" or "token". */
const words = new Set(['cash']);

const anySymbol = `(?<symbol>${[...symbols.keys()].join('|')})`;
const symbol = `${anySymbol}(?![\\w-])`;
const start = '(?<![a-z0-9-])';

const patterns = [
  new RegExp(String.raw`${start}(?:currency|stablecoin|token|asset)(?: (?:is|of|must be))?[ :=]*${symbol}`),
  new RegExp(
    String.raw`${start}(?:pay(?:ing|s|able|ment|ments)?|paid|settl\w+|priced?|prices|charge[ds]?|charging|accept\w*|billed|bills?|cost\w*|denominated|quoted)(?: (?:me|it|is|are|be|must|should|you|for|via|by|only|in|with|using|on|the)){0,5} ${symbol}`,
  ),
  new RegExp(
    String.raw`${start}(?:in|only|using) ${symbol}(?= ?(?:$|[,.;!?)]|on\b|only|please|and\b|with\b|per\b|under|below|at most|max|for\b))`,
  ),
  new RegExp(String.raw`(?:^|[,;(] ?)${symbol}(?= ?(?:$|[,;)]|only|on\b|please|payments?))`),
  new RegExp(
    String.raw`${start}${anySymbol}[- ](?:only|priced|payments?|settle\w*|denominated|please|accepted)`,
  ),
];

/** The currency that a sentence wants to pay in. A currency that is only the topic ("USDC supply") demands nothing. */
function readCurrency(sentence: string): Understood {
  for (const pattern of patterns) {
    const match = pattern.exec(sentence);
    const said = match?.groups?.['symbol'];
    const currency = symbols.get(said ?? '');
    if (!match || said === undefined || currency === undefined) continue;
    if (words.has(said) && !/currency|token/.test(match[0])) continue;

    return {
      found: { currency },
      rest: cut(sentence, match, ' , pay '),
    };
  }

  return { found: {}, rest: sentence };
}
