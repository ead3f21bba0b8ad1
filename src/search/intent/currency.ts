import { currencies } from '../../domain/asset.ts';
import type { Understood } from './intent.ts';
import { cut } from './sentence.ts';

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
export function readCurrency(sentence: string): Understood {
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
