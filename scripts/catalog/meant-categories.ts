import { allThreads, openModel } from '../../src/open/model.ts';
import type { Config } from '../../src/config/config.ts';
import { messageOf } from '../../src/domain/error-code.ts';
import { minuteMs } from '../../src/domain/duration.ts';
import type { Snapshot } from '../../src/domain/snapshot.ts';
import { categoriesByMeaning } from '../../src/import/category-by-meaning.ts';
import { type CategorySigns, settledCategory, sureCategory } from '../../src/import/choose-category.ts';
import { categoryAt } from '../../src/import/plan.ts';
import type { Resource } from '../../src/import/read-resource.ts';
import { listings } from '../../src/registration/listings.ts';
import type { Progress } from '../progress.ts';

/** The model reads new services for so long; words tell the categories of those that are left. */
const longestMs = 2 * minuteMs;

/** The categories that the model finds of services whose words leave them open; none without a model. */
export async function meantCategories(
  resources: readonly Resource[],
  {
    before,
    words,
    config,
    progress,
  }: {
    readonly before: Snapshot;
    readonly words: CategorySigns['words'];
    readonly config: Pick<Config, 'embeddingModel' | 'dataDir'>;
    readonly progress: Progress;
  },
): Promise<CategorySigns['meant']> {
  const none: CategorySigns['meant'] = new Map();
  if (config.embeddingModel === 'none') return none;

  const catalog = listings(before, new Map());
  const open = resources.filter(
    (each) =>
      settledCategory(each, categoryAt(each.endpoint, catalog), before.categories) === undefined &&
      sureCategory(words(each.about)) === undefined,
  );
  if (open.length === 0) return none;
  const texts = open.map(({ about }) => about);
  let made = 0;

  const work = async (): Promise<CategorySigns['meant']> => {
    const opened = await openModel(config, allThreads);
    if (!opened) return none;

    const until = Date.now() + longestMs;
    try {
      return await categoriesByMeaning(texts, {
        ...{ categories: before.categories, words, meanings: opened.model },
        isLate: () => Date.now() >= until,
        done: () => (made += 1),
      });
    } finally {
      await opened.model.close();
    }
  };
  try {
    const total = new Set(texts).size;
    return await progress.stage('finding categories', work, { total, done: () => made });
  } catch (error) {
    console.warn(`categories go by words only: ${messageOf(error)}`);
    return none;
  }
}
