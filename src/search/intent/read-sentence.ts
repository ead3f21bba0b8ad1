import type { Knowledge } from '../knowledge/knowledge.ts';
import { toEnglish } from '../languages/to-english.ts';
import { gistOf } from './gist.ts';
import type { Intent, Reading } from './intent.ts';
import { categoryBoosts, likelyCategories } from './likely-categories.ts';
import { readConstraints } from './read-constraints.ts';
import { textQueryOf } from './text-query-of.ts';
import { readTopic, type Topic } from './topic.ts';

/** A sentence, read. */
export interface Sentence extends Reading {
  readonly intent: Intent;
  /** What is looked for; has no words when the sentence names nothing that could be looked for. */
  readonly topic: Topic;
  /** The language it was turned into English from, as in ISO 639-1; undefined for English. */
  readonly language?: string | undefined;
}

const noTopic: Topic = { words: [], concepts: [], covered: new Set() };
/** The intent names a category that is at least this likely. */
const sure = 0.3;

/** Reads any text as a sentence: takes out what it demands, and looks for what the rest is about. */
export function readSentence(text: string, knowledge: Knowledge): Sentence {
  const { vocabulary } = knowledge;
  const inEnglish = toEnglish(text, vocabulary);
  const { found, rest } = readConstraints(inEnglish.english, vocabulary);
  const read = readTopic(rest, vocabulary, inEnglish);
  const isDoubtful = inEnglish.language === undefined && maySayNothing(read);
  const topic = isDoubtful && read.concepts.length === 0 ? noTopic : read;
  const categories = likelyCategories(topic, knowledge);
  const [likeliest] = [...categories].filter(([, share]) => share >= sure).sort(([, a], [, b]) => b - a);
  const onlyDemands = read.words.length === 0 && Object.keys(found).length > 0;

  return {
    constraints: found,
    wanted: onlyDemands
      ? undefined
      : {
          words: textQueryOf(topic, vocabulary),
          boosts: categoryBoosts(categories),
          sorts: 'best',
        },
    topic,
    language: inEnglish.language,
    gist: gistOf(rest, read, isDoubtful),
    intent: {
      keywords: keywordsOf(topic),
      ...(likeliest ? { category: [likeliest[0]] } : {}),
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
