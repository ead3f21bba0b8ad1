import type { Group, Term, TextQuery } from '../query/wanted.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { searchedWordsOf } from '../text/words.ts';
import type { Concept } from '../lexicon/lexicon.ts';
import type { ConceptMatch, Topic, TopicWord } from './topic.ts';

/** Limits of a query, so that no sentence is slow to answer. */
const maxGroups = 12;
const maxPairs = 4;
const maxTerms = 20;

/** How much each kind of evidence counts. Tuned on one half of the evaluation set; a value stayed only if the other half gained too. */
const weights = {
  concept: 1,
  /** Words that said a concept. */
  covered: 0.1,
  word: 0.7,
  weak: 0.25,
  /** Words beside a concept that several words said. */
  beside: 0.7,
  relative: 0.65,
  pair: 0.85,
  triple: 0.75,
  /** How much less each further way to describe a concept counts, and the least that any counts. */
  step: 0.12,
  last: 0.5,
  minShare: 0.1,
  /** A concept that one word said, beside one that several words said. */
  vague: 0.3,
  together: 1.2,
};

/** What to search for when a sentence is about this topic. */
export function textQueryOf(topic: Topic, vocabulary: Vocabulary): TextQuery {
  const concepts = conceptGroups(topic, vocabulary);
  const words = topic.words
    .filter(({ known }) => known)
    .map((word): Group => {
      const group = wordGroup(word, weightOf(word, topic), vocabulary);
      // A word that says nothing by itself finds nothing.
      return word.strong ? group : { ...group, bonus: true };
    })
    .sort((a, b) => b.weight - a.weight);

  return { groups: [...concepts, ...words, ...pairs(topic)].slice(0, maxGroups), atLeast: 1 };
}

/** Raises services that hold two neighbouring words of the sentence. */
function pairs({ words }: Topic): Group[] {
  const strong = words
    .filter(({ known, strong: tells }) => known && tells)
    .map(({ word, meant }) => meant ?? word);

  return strong.slice(1, maxPairs + 1).map((word, at) => ({
    terms: [{ words: [strong[at] ?? '', word], weight: 1 }],
    weight: weights.together,
  }));
}

export function conceptGroups(topic: Topic, vocabulary: Vocabulary): Group[] {
  return shares(topic.concepts).map(([match, share]) => conceptGroup(match, share, vocabulary));
}

function weightOf({ word, strong }: TopicWord, { covered, concepts }: Topic): number {
  const besides = concepts.some(({ places }) => places.length > 1) ? weights.beside : 1;

  return (strong ? weights.word : weights.weak) * (covered.has(word) ? weights.covered : besides);
}

/** Concepts that the same words said share those words. The concept that most words said comes first. */
function shares(matches: readonly ConceptMatch[]): [ConceptMatch, number][] {
  const taken = new Set<number>();
  const most = Math.max(0, ...matches.map(({ places }) => places.length));
  return [...matches]
    .sort((a, b) => b.places.length - a.places.length)
    .map((match) => {
      const own = match.telling.filter((place) => !taken.has(place)).length;
      for (const place of match.places) taken.add(place);
      const vague = match.places.length === 1 && most > 1 ? weights.vague : 1;
      return [match, vague * Math.max(weights.minShare, own / match.telling.length)];
    });
}

function conceptGroup({ concept }: ConceptMatch, share: number, vocabulary: Vocabulary): Group {
  return { terms: conceptTerms(concept, vocabulary), weight: weights.concept * share };
}

/** The ways in which descriptions say a concept, plainest first. */
export function conceptTerms(concept: Concept, vocabulary: Vocabulary): Term[] {
  const found = concept.found.flatMap((words, at) =>
    forms(words, Math.max(weights.last, 1 - weights.step * at), vocabulary),
  );

  return distinct(found).slice(0, maxTerms);
}

/** A way to describe a concept, and the same with other forms of its words that the catalog has. */
function forms(words: readonly string[], weight: number, vocabulary: Vocabulary): Term[] {
  const others = words.map((word) => vocabulary.relatives(word).filter((form) => form !== word));
  const [first] = words;
  if (words.length === 1 && first !== undefined) {
    return [
      term(words, weight),
      ...(others[0] ?? []).slice(0, 2).map((form) => term([form], weight * weights.relative)),
    ];
  }
  return [
    term(words, weight),
    ...words.flatMap((_, at) =>
      (others[at] ?? []).slice(0, 1).map((form) => term(words.with(at, form), weight * weights.relative)),
    ),
  ];
}

/** A term of several words scores for each of them, so it gets less weight. */
function term(words: readonly string[], weight: number): Term {
  return {
    words,
    weight: weight * (words.length > 2 ? weights.triple : words.length > 1 ? weights.pair : 1),
  };
}

function wordGroup(
  { word, meant = word, written = word }: TopicWord,
  weight: number,
  vocabulary: Vocabulary,
): Group {
  const terms = [
    ...[word, meant, written].map((each) => ({ words: searchedWordsOf(each), weight: 1 })),
    ...relativesOf(meant, vocabulary).map((each) => ({ words: [each], weight: weights.relative })),
  ];

  return { terms: distinct(terms).slice(0, maxTerms), weight };
}

function relativesOf(word: string, vocabulary: Vocabulary): readonly string[] {
  return vocabulary
    .relatives(word)
    .filter((relative) => relative !== word)
    .slice(0, 5);
}

function distinct(terms: readonly Term[]): Term[] {
  return [
    ...new Map(terms.map((each) => [each.words.join(' '), each] as const).reverse()).values(),
  ].reverse();
}
