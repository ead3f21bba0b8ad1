import type { CategoryModel } from './category-model.ts';
import { likelyCategories } from './intent/read-intent.ts';
import { conceptGroups } from './intent/text-query-of.ts';
import { readTopic, type Topic } from './intent/topic.ts';
import { completions } from './lexicon/lexicon.ts';
import type { Group, Term, TextQuery } from './text-query.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const mostWords = 10;

/** How much each kind of match counts, next to the word as it was typed. */
export const wordWeights = {
  meant: 0.8,
  relative: 0.7,
  together: 3,
  concept: 1,
  /** Words that were understood together, each by itself. */
  covered: 0.5,
  /** The name of the category that is probably meant. */
  category: 0.25,
};

/** What to search for, given words as one types them into a search box: the last one may be half a word. */
export function textQueryOfWords(text: string, vocabulary: Vocabulary, model?: CategoryModel): TextQuery {
  const words = wordsOf(text).slice(0, mostWords);
  const last = words.at(-1) ?? '';
  const completed = vocabulary.frequency(last) === 0 ? completions(last)[0] : undefined;
  const meant = words.map(
    (word, at) => (at === words.length - 1 ? completed : undefined) ?? meantBy(word, vocabulary),
  );
  const topic = readTopic(meant.join(' '), vocabulary);
  const together = topic.concepts.filter(({ places }) => places.length > 1).flatMap(({ said }) => said);
  const each = words.map((word, at) => {
    const group = wordGroup(word, meant[at] ?? word, at === words.length - 1, vocabulary);
    return together.includes(meant[at] ?? word) ? { ...group, weight: wordWeights.covered } : group;
  });
  const concepts = conceptGroups(topic, vocabulary).map((group) => ({
    ...group,
    weight: group.weight * wordWeights.concept,
  }));

  return {
    groups: [...each, ...pairs(meant), ...concepts, ...categoryGroup(topic, vocabulary, model)],
    atLeast: 1,
  };
}

function wordGroup(word: string, meant: string, isLast: boolean, vocabulary: Vocabulary): Group {
  const relatives = vocabulary.relatives(meant).filter((relative) => relative !== word && relative !== meant);
  const terms: Term[] = [
    { words: [word], weight: 1, prefix: isLast, fuzzy: word.length > 3 && vocabulary.frequency(word) === 0 },
    ...(meant === word ? [] : [{ words: [meant], weight: wordWeights.meant }]),
    ...relatives.slice(0, 4).map((relative) => ({ words: [relative], weight: wordWeights.relative })),
  ];

  return { terms, weight: 1 };
}

/** What holds two neighbouring words is worth more than what holds each once. */
function pairs(words: readonly string[]): Group[] {
  return words.slice(1).map((word, at) => ({
    terms: [{ words: [words[at] ?? '', word], weight: 1 }],
    weight: wordWeights.together,
  }));
}

function meantBy(word: string, vocabulary: Vocabulary): string {
  return vocabulary.frequency(word) > 0 ? word : (vocabulary.correct(word) ?? word);
}

function categoryGroup(topic: Topic, vocabulary: Vocabulary, model: CategoryModel | undefined): Group[] {
  const [best] = [...likelyCategories(topic, vocabulary, model)].sort(([, a], [, b]) => b - a);
  const name = vocabulary.categories.find(({ id }) => id === best?.[0])?.name;
  if (!best || name === undefined) return [];

  return [{ terms: [{ words: wordsOf(name), weight: 1 }], weight: wordWeights.category * best[1] }];
}
