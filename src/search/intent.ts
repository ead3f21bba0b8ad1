import { fold } from '../domain/fold.ts';

/** What a sentence was understood to ask for. */
export interface Intent {
  readonly keywords: readonly string[];
}

/** Words that say nothing about what is wanted. */
const stopWords = new Set(
  `a an and any api apis are as at be by can do for from get give has have how i in is it me my need of on or our please
   service services some something that the their them this to want we what which with you your`.split(/\s+/),
);

/** The keywords of a sentence, in their order, each once. */
export function readIntent(sentence: string): Intent {
  const words = fold(sentence).match(/[\p{L}\p{N}]+/gu) ?? [];

  return { keywords: [...new Set(words.filter((word) => !stopWords.has(word)))] };
}
