import { type Field, fields, type Texts } from './fields.ts';
import { indexedWordsOf } from '../text/words.ts';

/**
 * Which way of ranking made an index or a score. To be raised with every change of the weights here, of the words, or
 * of the fields: a saved index of another version is of no use.
 */
export const indexVersion = 1;

/** The parameters of BM25+, as MiniSearch has them: saturation, weight of the length, least weight of a match. */
const k = 1.2;
const b = 0.7;
const d = 0.5;

interface FieldWeight {
  readonly boost: number;
  /**
   * Words that a text of this field usually has. Fixed, not the average of the catalog: so the weight of a word in a
   * document hangs on that document alone, is worked out once, and is the same in every segment of the index.
   */
  readonly usualLength: number;
}

const weights: Readonly<Record<Field, FieldWeight>> = {
  name: { boost: 3, usualLength: 3 },
  description: { boost: 1, usualLength: 33 },
  host: { boost: 1, usualLength: 3 },
  category: { boost: 1, usualLength: 3 },
};

/** No document can weigh more for a word. */
const maxImpact = (k + 1 + d) * fields.reduce((sum, field) => sum + weights[field].boost, 0);

/** Impacts are kept as whole numbers of 16 bits. */
const steps = 65_535 / maxImpact;

/** What an impact of 1 in BM25+ is in the whole numbers of `impactsOf`. */
export const impactUnit = steps;

/** How much each word says about a document, by BM25+ and without the rarity of the word: whole numbers up to 65,535. */
export function impactsOf(texts: Texts): Map<string, number> {
  const sums = new Map<string, number>();

  for (const field of fields) {
    const words = indexedWordsOf(texts[field]);
    const { boost, usualLength } = weights[field];
    const length = 1 - b + (b * words.length) / usualLength;
    for (const [word, count] of countsOf(words)) {
      const impact = boost * (d + (count * (k + 1)) / (count + k * length));
      sums.set(word, (sums.get(word) ?? 0) + impact);
    }
  }

  for (const [word, sum] of sums) sums.set(word, Math.round(sum * steps));
  return sums;
}

/** Rarity of a word that stands in `documents` of `all`. */
export function rarity(documents: number, all: number): number {
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
