import type { Entry } from '../../domain/snapshot.ts';
import { CategoryModel } from './category-model.ts';
import type { Work } from '../index/work.ts';
import { type CatalogFacts, CatalogVocabulary, type Vocabulary } from './vocabulary.ts';

/** What texts are read with. Learnt from the services of a catalog; from a sample of them when it is large. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: CategoryModel;
}

/** Learns the same from the same services in the same order. */
export function* learn(entries: readonly Entry[], facts: CatalogFacts): Work<Knowledge> {
  const vocabulary = yield* CatalogVocabulary.learn(entries, facts);
  const model = yield* CategoryModel.learn(entries);

  return { vocabulary, model };
}
