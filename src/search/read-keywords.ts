import type { CategoryModel } from './knowledge/category-model.ts';
import { likelyCategories } from './intent/read-sentence.ts';
import { categoryBoosts } from './intent/rank.ts';
import { conceptGroups, conceptTerms } from './intent/text-query-of.ts';
import { readTopic } from './intent/topic.ts';
import { completions } from './lexicon/lexicon.ts';
import type { Group, Term, TextQuery } from './query/wanted.ts';
import type { Vocabulary } from './knowledge/vocabulary.ts';
import { pairsOf, wordsOf } from './text/words.ts';

const mostWords = 10;

/** How much each kind of match counts, next to the word as it was typed. */
const wordWeights = {
  meant: 0.6,
  relative: 0.9,
  together: 2,
  concept: 1.2,
  inPlace: 0.02,
  /** Words that were understood together, each by itself. */
  covered: 0.5,
};

/** Words as one types them into a search box, as they were understood. */
interface WordsReading {
  readonly query: TextQuery;
  /** What the text score of a service is multiplied with, by its category; 1 for those not named. */
  readonly boosts: ReadonlyMap<string, number>;
}

/**
 * Reads words as one types them into a search box: the last one may be half a word. Every word is wanted, or what it was
 * understood to mean; a service counts for the words themselves first.
 */
export function readWords(text: string, vocabulary: Vocabulary, model?: CategoryModel): WordsReading {
  const words = [...new Set(wordsOf(text))].slice(0, mostWords);
  const meant = words.map((word, at) => meantBy(word, at === words.length - 1, vocabulary));
  const topic = readTopic(meant.join(' '), vocabulary);
  const phrases = topic.concepts.filter(({ places }) => places.length > 1).flatMap(({ said }) => said);
  const groups = words.map((word, at): Group => {
    const understood = meant[at] ?? word;
    const concepts = topic.concepts.filter(({ said }) => said.includes(understood));

    return {
      terms: [
        ...termsOf(word, understood, at === words.length - 1, vocabulary),
        ...concepts.flatMap(({ concept }) => inPlace(conceptTerms(concept, vocabulary))),
      ],
      weight: phrases.includes(understood) ? wordWeights.covered : 1,
    };
  });
  const concepts = conceptGroups(topic, vocabulary).map((group) => ({
    ...group,
    weight: group.weight * wordWeights.concept,
    bonus: true as const,
  }));

  return {
    query: { groups: [...groups, ...pairs(meant), ...concepts], atLeast: Math.max(1, words.length) },
    boosts: categoryBoosts(likelyCategories(topic, vocabulary, model)),
  };
}

/** What a word means stands for it, and scores for itself elsewhere. */
function inPlace(terms: readonly Term[]): Term[] {
  return terms.map((term) => ({ ...term, weight: term.weight * wordWeights.inPlace }));
}

function termsOf(word: string, meant: string, isLast: boolean, vocabulary: Vocabulary): Term[] {
  const relatives = vocabulary.relatives(meant).filter((relative) => relative !== word && relative !== meant);
  const pairsInIt = pairsOf(word);

  return [
    { words: [word], weight: 1, prefix: isLast, fuzzy: word.length > 3 && vocabulary.frequency(word) === 0 },
    ...(pairsInIt.length > 1 ? [{ words: pairsInIt, weight: 1 }] : []),
    ...(meant === word ? [] : [{ words: [meant], weight: wordWeights.meant }]),
    ...relatives.slice(0, 4).map((relative) => ({ words: [relative], weight: wordWeights.relative })),
  ];
}

/** What holds two neighbouring words is worth more than what holds each once. */
function pairs(words: readonly string[]): Group[] {
  return words.slice(1).map((word, at) => ({
    terms: [{ words: [words[at] ?? '', word], weight: 1 }],
    weight: wordWeights.together,
    bonus: true,
  }));
}

/** The word itself where it is known; else the one that it begins, if it is the last, or that it misspells. */
function meantBy(word: string, isLast: boolean, vocabulary: Vocabulary): string {
  if (vocabulary.frequency(word) > 0) return word;

  const [completed] = isLast ? completions(word) : [];
  return completed ?? vocabulary.correct(word) ?? word;
}
