import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Dropped } from './intent.ts';
import type { Topic } from './topic.ts';

/** The probability of each category that a text may be about, by id. */
export type LikelyCategories = ReadonlyMap<string, number>;

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
