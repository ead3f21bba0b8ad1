import type { Vocabulary } from './knowledge/vocabulary.ts';
import { englishStopWords } from './lexicon/stop-words.ts';
import type { Wanted } from './query/wanted.ts';
import { wordsOf } from './text/words.ts';
import type { Texts } from './words/fields.ts';

export const maxSimilar = 10;

/** How many words stand for a service: its rarest, of those that other services have too. */
const tellingWords = 12;
const fewestInCommon = 2;
const nameWeight = 2;
const sameCategory = 1.5;

/** The parts of a service that another may have in common with it. */
type Likened = Pick<Texts, 'name' | 'description'> & { readonly categoryId: string };

/** What to look for to find services like this one; with all its words, to find those that it is like. */
export function likeness(
  { name, description, categoryId }: Likened,
  vocabulary: Pick<Vocabulary, 'frequency'>,
  maxWords = tellingWords,
): Wanted {
  const inName = new Set(wordsOf(name));
  const words = [...new Set([...inName, ...wordsOf(description)])]
    .filter((word) => !englishStopWords.has(word))
    .map((word) => ({ word, frequency: vocabulary.frequency(word) }))
    .filter(({ frequency }) => frequency > 1)
    .sort((a, b) => a.frequency - b.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords);

  return {
    words: {
      groups: words.map(({ word }) => ({
        terms: [{ words: [word], weight: 1 }],
        weight: inName.has(word) ? nameWeight : 1,
      })),
      atLeast: Math.min(fewestInCommon, words.length),
    },
    boosts: new Map([[categoryId, sameCategory]]),
    sorts: 'all',
  };
}
