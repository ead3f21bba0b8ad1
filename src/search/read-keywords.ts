import { fold } from '../domain/plain-text.ts';
import { categoryBoosts, likelyCategories, likeliestCategory } from './intent/read-sentence.ts';
import { conceptGroups, conceptTerms } from './intent/text-query-of.ts';
import { conversionsIn } from './intent/conversions.ts';
import type { Dropped, Reading } from './intent/intent.ts';
import { readTopic, saysSomething, type Topic, withoutConcepts } from './intent/topic.ts';
import type { Knowledge } from './knowledge/category-model.ts';
import { type InEnglish, toEnglish } from './languages/to-english.ts';
import type { Vocabulary } from './knowledge/vocabulary.ts';
import { completions } from './lexicon/lexicon.ts';
import { functionWords } from './lexicon/stop-words.ts';
import type { Group, Term, Wanted } from './query/wanted.ts';
import { pairsOf, searchedWordsOf, wordsOf } from './text/words.ts';

const maxWords = 10;

/** How much each kind of match counts, beside the word as it was typed. */
const wordWeights = {
  meant: 0.6,
  relative: 0.9,
  together: 2,
  concept: 1.2,
  inPlace: 0.02,
  /** Words that mean something together, each by itself. */
  covered: 0.5,
};

/** Keywords, read: they always want something. */
export type Keywords = Reading & { readonly wanted: Wanted };

/**
 * Reads words as people type them into a search box, where the last one may be half a word. Every word is wanted, or what it
 * was understood to mean; services with the words themselves come first.
 */
export function readKeywords(text: string, knowledge: Knowledge): Keywords {
  const { vocabulary } = knowledge;
  const { inEnglish, words, meant, topic } = wordsIn(text, vocabulary);
  const categories = likelyCategories(topic, knowledge);
  const phrases = topic.concepts.filter(({ places }) => places.length > 1).flatMap(({ said }) => said);
  const groups = words.map((word, at): Group => {
    const understood = meant[at] ?? word;
    const concepts = topic.concepts.filter(({ said }) => said.includes(understood));

    return {
      terms: [
        ...writtenTerms(inEnglish.said.get(word), at === words.length - 1),
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
    constraints: {},
    topic,
    category: likeliestCategory(categories),
    begun: words.at(-1),
    wanted: {
      words: {
        groups: [...groups, ...pairs(meant), ...concepts],
        atLeast: Math.max(1, words.length),
        orAny: true,
      },
      names: [fold(text).trim()],
      conversions: conversionsIn(inEnglish.english),
      boosts: categoryBoosts(categories),
      sorts: 'all',
    },
  };
}

/** Reads keywords without what the person who wrote them does not want understood. */
export function readKeywordsWithout(text: string, knowledge: Knowledge, dropped: Dropped): Reading {
  const { topic } = wordsIn(text, knowledge.vocabulary);
  const rest = withoutConcepts(text, topic, dropped.concepts);
  const reading = readKeywords(rest, knowledge);
  if (rest !== text && !saysSomething(reading.topic)) return { ...reading, wanted: undefined };

  return dropped.category
    ? { ...reading, category: undefined, wanted: { ...reading.wanted, boosts: new Map() } }
    : reading;
}

/** Words as they were typed, and what they were understood to mean. */
interface KeywordsRead {
  readonly inEnglish: InEnglish;
  readonly words: readonly string[];
  readonly meant: readonly string[];
  readonly topic: Topic;
}

function wordsIn(text: string, vocabulary: Vocabulary): KeywordsRead {
  const inEnglish = toEnglish(text, vocabulary);
  const typed = wordsOf(inEnglish.english).length > 0 ? inEnglish.english : text;
  const words = tellingOf([...new Set(wordsOf(typed))]).slice(0, maxWords);
  const meant = words.map((word, at) => meantBy(word, at === words.length - 1, vocabulary));

  return { inEnglish, words, meant, topic: readTopic(meant.join(' '), vocabulary, inEnglish) };
}

/** Words without those that nearly every text holds. The last may be half of another word. */
function tellingOf(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => at === words.length - 1 || !functionWords.has(word));
}

/** Terms that match in place of a word. They score little here, since the bonus groups score them. */
function inPlace(terms: readonly Term[]): Term[] {
  return terms.map((term) => ({ ...term, weight: term.weight * wordWeights.inPlace }));
}

/** The words as the person typed them, when they are not English: a service may hold them. */
function writtenTerms(written: string | undefined, isLast: boolean): Term[] {
  const words = searchedWordsOf(written ?? '');

  return words.length > 0 ? [{ words, weight: 1, prefix: isLast }] : [];
}

function termsOf(word: string, meant: string, isLast: boolean, vocabulary: Vocabulary): Term[] {
  const relatives = vocabulary.relatives(meant).filter((relative) => relative !== word && relative !== meant);
  const pairsInIt = pairsOf(word);
  const isUnknown = vocabulary.frequency(word) === 0;

  return [
    { words: [word], weight: 1, prefix: isLast || isUnknown, fuzzy: word.length > 3 && isUnknown },
    ...(pairsInIt.length > 1 ? [{ words: pairsInIt, weight: 1 }] : []),
    ...(meant === word ? [] : [{ words: [meant], weight: wordWeights.meant }]),
    ...relatives.slice(0, 4).map((relative) => ({ words: [relative], weight: wordWeights.relative })),
  ];
}

/** Raises services that hold two neighbouring words of the text. */
function pairs(words: readonly string[]): Group[] {
  return words.slice(1).map((word, at) => ({
    terms: [{ words: [words[at] ?? '', word], weight: 1 }],
    weight: wordWeights.together,
    bonus: true,
  }));
}

/** The word itself when it is known; else the word that it begins, if it is the last, or that it misspells. */
function meantBy(word: string, isLast: boolean, vocabulary: Vocabulary): string {
  if (vocabulary.frequency(word) > 0) return word;

  const [completed] = isLast ? completions(word) : [];
  return completed ?? vocabulary.correct(word) ?? word;
}
