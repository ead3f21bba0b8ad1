import type { Category } from '../domain/category.ts';
import type { Entry } from '../domain/snapshot.ts';
import { type Associations, CatalogAssociations } from './associations.ts';
import { CatalogVocabulary } from './catalog-vocabulary.ts';
import { CategoryModel } from './category-model.ts';
import { costs, type Work } from './index/work.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What sentences are read with: learnt from the services of a catalog, of a large one from a part of them. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: CategoryModel;
  readonly associations: Associations;
}

/** `count` tells how many services hold a word, exactly and at any time. */
export function* learn(
  entries: readonly Entry[],
  categories: readonly Category[],
  count: (word: string) => number,
): Work<Knowledge> {
  const vocabulary = new CatalogVocabulary(entries, categories, count);
  yield costs.readingTexts;
  const model = new CategoryModel(entries);
  yield costs.readingTexts;
  const associations = new CatalogAssociations(entries);

  return { vocabulary, model, associations };
}
