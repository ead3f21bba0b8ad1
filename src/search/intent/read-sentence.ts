import { fold } from '../../domain/plain-text.ts';
import type { Knowledge } from '../knowledge/category-model.ts';
import { toEnglish } from '../languages/to-english.ts';
import { englishStopWords } from '../lexicon/stop-words.ts';
import { wordsOf } from '../text/words.ts';
import { conversionsIn } from './conversions.ts';
import { gistOf } from './gist.ts';
import type { Dropped, Intent, Reading } from './intent.ts';
import { readConstraints } from './read-constraints.ts';
import { withSpeltDemands } from './spelt-demands.ts';
import { textQueryOf } from './text-query-of.ts';
import { readTopic, saysSomething, type Topic, withoutConcepts } from './topic.ts';

export interface Sentence extends Reading {
  readonly intent: Intent;
  /** The language it was turned into English from, as in ISO 639-1; undefined for English. */
  readonly language?: string | undefined;
}

const noTopic: Topic = { words: [], concepts: [], covered: new Set() };

/** Reads any text as a sentence: takes out what it demands, and looks for what the rest is about. */
export function readSentence(text: string, knowledge: Knowledge, dropped: Dropped = {}): Sentence {
  const { vocabulary } = knowledge;
  const inEnglish = toEnglish(text, vocabulary);
  const { english, language } = inEnglish;
  const spelt = language === undefined ? withSpeltDemands(english, vocabulary) : english;
  const { found, rest: whole } = readConstraints(spelt, vocabulary);
  const wholeTopic = readTopic(whole, vocabulary, inEnglish);
  const rest = withoutConcepts(whole, wholeTopic, dropped.concepts);
  const read = rest === whole ? wholeTopic : readTopic(rest, vocabulary, inEnglish);
  const isDoubtful = language === undefined && maySayNothing(read);
  const topic = isDoubtful && read.concepts.length === 0 ? noTopic : read;
  const categories = likelyCategories(topic, knowledge, dropped);
  const category = likeliestCategory(categories);
  const onlyDemands = read.words.length === 0 && Object.keys(found).length > 0;
  const onlyDropped = rest !== whole && !saysSomething(read);

  return {
    constraints: found,
    wanted:
      onlyDemands || onlyDropped
        ? undefined
        : {
            words: textQueryOf(topic, vocabulary),
            names: namesIn(rest),
            conversions: conversionsIn(rest),
            boosts: categoryBoosts(categories),
            sorts: 'best',
          },
    topic,
    category,
    language,
    gist: onlyDropped ? undefined : gistOf(rest, read, isDoubtful),
    intent: {
      keywords: keywordsOf(topic),
      ...(category === undefined ? {} : { category: [category] }),
      ...found,
    },
  };
}

/** What a service may be called that a text asks for by its name: "the Gemini API" is that, or just "gemini". Folded. */
function namesIn(text: string): string[] {
  const whole = fold(text).replace(/^[\s,;.!?]+|[\s,;.!?]+$/gu, '');
  const telling = wordsOf(text).filter((word) => !englishStopWords.has(word));

  return [whole, telling.join(' ')];
}

function keywordsOf({ words }: Topic): string[] {
  const known = words.filter((word) => word.known);

  return [...new Set(known.map(({ word, written }) => written ?? word))];
}

/** Whether most words are unknown, and no concept is said by several. */
function maySayNothing({ words, concepts }: Topic): boolean {
  if (concepts.some(({ places }) => places.length > 1)) return false;

  const telling = words.filter(({ word, strong }) => strong && !/^\d+$/.test(word));
  const known = telling.filter((word) => word.known);
  return known.length === 0 || known.length * 2 < telling.length;
}

/** The probability of each category that a text may be about, by id. */
type LikelyCategories = ReadonlyMap<string, number>;

/** The least probability to name a category with. */
const sure = 0.3;

/** How much the score of a service gains when its category is certainly meant. */
const categoryWeight = 1.5;

const noCategories: LikelyCategories = new Map();

/** The categories that a topic may belong to: its concepts vote, and so do the services that hold its words. */
export function likelyCategories(
  { words, concepts }: Topic,
  { vocabulary, model }: Pick<Knowledge, 'vocabulary' | 'model'>,
  { category: isDropped = false }: Dropped = {},
): LikelyCategories {
  if (isDropped) return noCategories;

  const votes = new Map<string, number>();
  const vote = (category: string | undefined, weight: number): void => {
    if (category !== undefined && vocabulary.categories().some(({ id }) => id === category)) {
      votes.set(category, (votes.get(category) ?? 0) + weight);
    }
  };
  for (const { concept, places } of concepts) vote(concept.category, places.length);

  const said = words.map(({ word, meant }) => meant ?? word);
  const meantBy = concepts.flatMap(({ concept }) => concept.found[0] ?? []);
  for (const [category, share] of model.probabilities([...said, ...meantBy])) vote(category, share);

  const total = [...votes.values()].reduce((sum, votesOf) => sum + votesOf, 0);
  return new Map([...votes].map(([category, votesOf]) => [category, votesOf / (total || 1)]));
}

/** The category that is meant, if one of them is likely enough to name it. */
export function likeliestCategory(categories: LikelyCategories): string | undefined {
  const [likeliest] = [...categories].filter(([, share]) => share >= sure).sort(([, a], [, b]) => b - a);

  return likeliest?.[0];
}

/** Factors on the score, as `Wanted.boosts` has them. */
export function categoryBoosts(categories: LikelyCategories): ReadonlyMap<string, number> {
  return new Map([...categories].map(([category, share]) => [category, 1 + categoryWeight * share]));
}
