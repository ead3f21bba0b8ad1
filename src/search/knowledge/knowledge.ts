import type { CategoryModel } from './category-model.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What texts are read with: what the services of a catalog teach of words. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: Pick<CategoryModel, 'probabilities'>;
}
