import type { Entry } from '../../domain/snapshot.ts';
import { type Associations, CatalogAssociations } from './associations.ts';
import { CatalogVocabulary } from './catalog-vocabulary.ts';
import { CategoryModel } from './category-model.ts';
import type { Work } from '../index/work.ts';
import type { CatalogFacts, Vocabulary } from './vocabulary.ts';

/** What sentences are read with: learnt from the services of a catalog, of a large one from a part of them. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: CategoryModel;
  readonly associations: Associations;
}

/** The same for the same services in the same order. */
export function* learn(entries: readonly Entry[], facts: CatalogFacts): Work<Knowledge> {
  const vocabulary = yield* CatalogVocabulary.learn(entries, facts);
  const model = yield* CategoryModel.learn(entries);
  const associations = yield* CatalogAssociations.learn(entries);

  return { vocabulary, model, associations };
}
