import type { Associations } from './associations.ts';
import type { Group, TextQuery } from './text-query.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const mostWords = 12;

/** What to search for, given words as one types them into a search box: the last one may be half a word. */
export function textQueryOfWords(text: string, vocabulary: Vocabulary, associations?: Associations): TextQuery {
  const words = wordsOf(text).slice(0, mostWords);
  const groups = words.map((word, at): Group => ({
    weight: 1,
    terms: [{ words: [word], weight: 1, prefix: at === words.length - 1, fuzzy: word.length > 3 }],
  }));
  void vocabulary;
  void associations;

  return { groups, atLeast: 1 };
}
