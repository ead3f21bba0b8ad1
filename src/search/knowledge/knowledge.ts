import type { Entry } from '../../domain/snapshot.ts';
import { z } from 'zod';
import { CategoryModel, SavedModel } from './category-model.ts';
import { finish, type Work } from '../index/work.ts';
import { type CatalogFacts, CatalogVocabulary, SavedWords, type Vocabulary } from './vocabulary.ts';

/** What texts are read with. Learnt from the services of a catalog; from a sample of them when it is large. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: CategoryModel;
}

/** Knowledge that can be saved. */
export interface LearntKnowledge extends Knowledge {
  readonly vocabulary: CatalogVocabulary;
}

const Saved = z.strictObject({ vocabulary: SavedWords, model: SavedModel });

/** Learns the same from the same services in the same order. */
export function* learn(entries: readonly Entry[], facts: CatalogFacts): Work<LearntKnowledge> {
  const vocabulary = yield* CatalogVocabulary.learn(entries, facts);
  const model = yield* CategoryModel.learn(entries);

  return { vocabulary, model };
}

export function saveKnowledge({ vocabulary, model }: LearntKnowledge): string {
  return JSON.stringify({ vocabulary: vocabulary.save(), model: model.save() } satisfies z.input<
    typeof Saved
  >);
}

/** What `saveKnowledge` gave. */
export function loadKnowledge(text: string, facts: CatalogFacts): LearntKnowledge {
  const { vocabulary, model } = Saved.parse(JSON.parse(text));

  return { vocabulary: finish(CatalogVocabulary.of(vocabulary, facts)), model: CategoryModel.from(model) };
}
