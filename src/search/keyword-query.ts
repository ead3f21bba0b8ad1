import { pairsOf, wordsOf } from './index/words.ts';
import type { Group, Term, TextQuery } from './text-query.ts';

/** Every word of a text, each with its typos; the last one may be only begun. */
export function keywordQuery(text: string, match: 'all' | 'any'): TextQuery {
  const words = wordsOf(text);
  const earlier = [...new Set(words.slice(0, -1))];
  const groups = [
    ...earlier.map((word) => groupOf(word, false)),
    ...words.slice(-1).map((word) => groupOf(word, true)),
  ];

  return { groups, atLeast: match === 'all' ? groups.length : 1 };
}

/** A word, or, where words are not told apart by spaces, all its pairs of characters. */
function groupOf(word: string, prefix: boolean): Group {
  const pairs = pairsOf(word);
  const terms: Term[] = [{ words: [word], weight: 1, prefix, fuzzy: true }];

  if (pairs.length > 0 && pairs[0] !== word) terms.push({ words: pairs, weight: 1 });
  return { terms, weight: 1 };
}
