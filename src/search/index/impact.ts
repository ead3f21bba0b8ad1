import { type Field, fields, type Texts } from './fields.ts';
import { indexedWordsOf } from '../text/words.ts';

/**
 * The version of the impacts in an index. Raise it with every change of the weights here, of the fields, or of what counts
 * as a word: a saved index of another version is then discarded.
 */
export const indexVersion = 2;

/** The parameters of BM25+, as in MiniSearch: saturation, weight of the length, lower bound of a match. */
const k = 1.2;
const b = 0.7;
const d = 0.5;

interface FieldWeight {
  readonly boost: number;
  /**
   * The usual number of words in this field. A constant rather than the catalog's average, so that the impact of a word
   * depends on its document alone, is computed once, and is the same in every part of the index.
   */
  readonly usualLength: number;
}

const weights: Readonly<Record<Field, FieldWeight>> = {
  name: { boost: 3, usualLength: 3 },
  description: { boost: 1, usualLength: 33 },
  host: { boost: 1, usualLength: 3 },
  category: { boost: 1, usualLength: 3 },
};

/** How much a word in this field counts. */
export function boostOf(field: Field): number {
  return weights[field].boost;
}

/** The upper bound of the impact of a word. */
const maxImpact = (k + 1 + d) * fields.reduce((sum, field) => sum + weights[field].boost, 0);

/** Impacts are stored as whole numbers of 16 bits. */
const steps = 65_535 / maxImpact;

/** The whole number that stands for an impact of 1 in BM25+. */
export const impactUnit = steps;

/** The lowest bits of an impact tell which fields hold the word. They change a score by less than a hundredth. */
const fieldBits = (1 << fields.length) - 1;

/** The fields that hold a word, a bit for each, given the impact of the word on a document. */
export function fieldsIn(impact: number): number {
  return impact & fieldBits;
}

/**
 * The impact of each word on a document: its BM25+ score without the rarity of the word, as a whole number up to 65,535 whose lowest
 * bits `fieldsIn` reads.
 */
export function impactsOf(texts: Texts): Map<string, number> {
  const sums = new Map<string, number>();
  const held = new Map<string, number>();

  for (const [place, field] of fields.entries()) {
    const words = indexedWordsOf(texts[field]);
    const { boost, usualLength } = weights[field];
    const length = 1 - b + (b * words.length) / usualLength;
    for (const [word, count] of countsOf(words)) {
      const impact = boost * (d + (count * (k + 1)) / (count + k * length));
      sums.set(word, (sums.get(word) ?? 0) + impact);
      held.set(word, (held.get(word) ?? 0) | (1 << place));
    }
  }

  for (const [word, sum] of sums) {
    sums.set(word, (Math.floor(sum * steps) & ~fieldBits) | (held.get(word) ?? 0));
  }
  return sums;
}

/** The rarity of a word that `documents` of `all` documents hold. */
export function rarity(documents: number, all: number): number {
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
