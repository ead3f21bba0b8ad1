import type { Knowledge } from '../knowledge/knowledge.ts';
import { toEnglish } from '../languages/to-english.ts';
import { gistOf } from './gist.ts';
import type { Dropped, Intent, Reading } from './intent.ts';
import { categoryBoosts, likelyCategories, likeliestCategory } from './likely-categories.ts';
import { readConstraints } from './read-constraints.ts';
import { textQueryOf } from './text-query-of.ts';
import { readTopic, saysSomething, type Topic, withoutConcepts } from './topic.ts';

/** A sentence, read. */
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
  const { found, rest: whole } = readConstraints(inEnglish.english, vocabulary);
  const wholeTopic = readTopic(whole, vocabulary, inEnglish);
  const rest = withoutConcepts(whole, wholeTopic, dropped.concepts);
  const read = rest === whole ? wholeTopic : readTopic(rest, vocabulary, inEnglish);
  const isDoubtful = inEnglish.language === undefined && maySayNothing(read);
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
            boosts: categoryBoosts(categories),
            sorts: 'best',
          },
    topic,
    category,
    language: inEnglish.language,
    gist: onlyDropped ? undefined : gistOf(rest, read, isDoubtful),
    intent: {
      keywords: keywordsOf(topic),
      ...(category === undefined ? {} : { category: [category] }),
      ...found,
    },
  };
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
