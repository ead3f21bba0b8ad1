import type { Config } from '../src/config/config.ts';
import { fillVectors, useStoredVectors } from '../src/live/fill-vectors.ts';
import { allThreads, openModel, openVectors } from '../src/open/model.ts';
import type { Search } from '../src/search/search.ts';
import type { Progress } from './progress.ts';
import { messageOf } from '../src/domain/error-code.ts';

type ModelConfig = Pick<Config, 'embeddingModel' | 'dataDir'>;

/**
 * Makes the vectors that a search lacks, on all cores, and stores them in DATA_DIR. An interrupted run goes on where it was. The model is
 * loaded only when something is missing; when it cannot be loaded, prints a warning, since search by words needs no vectors.
 */
export async function embedServices(
  openSearch: () => Search,
  config: ModelConfig,
  progress: Progress,
): Promise<void> {
  if (config.embeddingModel === 'none') return;

  try {
    const search = openSearch();
    await useStoredVectors(search, openVectors(config));
    const total = (await search.missingVectors(Infinity)).length;
    let made = 0;
    if (total === 0) return;

    const work = () => embed(search, config, () => (made += 1));
    await progress.stage(`reading what ${countOf(total)}`, work, { total, done: () => made });
  } catch (error) {
    console.warn(`the search will go by words only: ${messageOf(error)}`);
  }
}

function countOf(services: number): string {
  return services === 1 ? '1 service means' : `${String(services)} services mean`;
}

async function embed(search: Search, config: ModelConfig, done: () => void): Promise<void> {
  const opened = await openModel(config, allThreads);
  if (!opened) return;

  const { model, vectors } = opened;
  try {
    await fillVectors({ search, model, vectors, done });
  } finally {
    await model.close();
  }
}
