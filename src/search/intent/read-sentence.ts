import type { CategoryModel } from '../knowledge/category-model.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import type { Intent } from './intent.ts';
import { readConstraints } from './read-constraints.ts';
import { readTopic, type Topic } from './topic.ts';

/** A sentence as it was understood. */
export interface Reading {
  readonly intent: Intent;
  /** What is looked for; without keywords when the sentence says nothing that could be. */
  readonly topic: Topic;
  /** How likely each category is, as far as words tell. */
  readonly categories: ReadonlyMap<string, number>;
}

const nothing: Topic = { words: [], concepts: [], covered: new Set() };
/** A category is named when it is at least this likely. */
const sure = 0.3;

export function readSentence(sentence: string, vocabulary: Vocabulary, model?: CategoryModel): Reading {
  const { found, rest } = readConstraints(sentence, vocabulary);
  const read = readTopic(rest, vocabulary);
  const topic = saysSomething(read) ? read : nothing;
  const categories = likelyCategories(topic, vocabulary, model);
  const [likeliest] = [...categories].filter(([, share]) => share >= sure).sort(([, a], [, b]) => b - a);

  return {
    topic,
    categories,
    intent: {
      keywords: topic.words.filter(({ known }) => known).map(({ word }) => word),
      ...(likeliest ? { category: [likeliest[0]] } : {}),
      ...found,
    },
  };
}

/** Whether anything can be looked for: a concept, or words most of which are known. */
function saysSomething({ words, concepts }: Topic): boolean {
  if (concepts.length > 0) return true;

  const strong = words.filter((word) => word.strong && !/^\d+$/.test(word.word));
  const known = strong.filter((word) => word.known);
  return known.length > 0 && known.length * 2 >= strong.length;
}

/** How likely each category is that a topic belongs to. */
export function likelyCategories(
  { words, concepts }: Topic,
  vocabulary: Vocabulary,
  model: CategoryModel | undefined,
): ReadonlyMap<string, number> {
  const votes = new Map<string, number>();
  const vote = (category: string | undefined, weight: number): void => {
    if (category !== undefined && vocabulary.categories().some(({ id }) => id === category)) {
      votes.set(category, (votes.get(category) ?? 0) + weight);
    }
  };
  for (const { concept, places } of concepts) vote(concept.category, places.length);

  const said = words.flatMap(({ word, meant, english }) => english ?? [meant ?? word]);
  const meantBy = concepts.flatMap(({ concept }) => concept.found[0] ?? []);
  const learnt = model?.probabilities([...said, ...meantBy]) ?? new Map<string, number>();
  for (const [category, share] of learnt) vote(category, share);

  const total = [...votes.values()].reduce((sum, votesOf) => sum + votesOf, 0);
  return new Map([...votes].map(([category, votesOf]) => [category, votesOf / (total || 1)]));
}
