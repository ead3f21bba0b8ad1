import type { Config } from '../src/config.ts';
import { fillVectors, useStoredVectors } from '../src/live/fill-vectors.ts';
import { allThreads, openModel, openVectors } from '../src/open-model.ts';
import type { Search } from '../src/search/search.ts';
import type { Progress } from './progress.ts';

/**
 * Makes the vectors that a search lacks, on all cores, and stores them in DATA_DIR. What an interrupted run stored is not made again. Loads
 * the model only when something is missing. @throws {Error} when the model cannot be loaded.
 */
export async function embedServices(
  search: Search,
  config: Pick<Config, 'embeddingModel' | 'dataDir'>,
  progress: Progress,
): Promise<void> {
  if (config.embeddingModel === 'none') return;

  await useStoredVectors(search, openVectors(config));
  const total = search.missingVectors(Infinity).length;
  if (total === 0) return;

  let made = 0;
  const work = () => embed(search, config, () => (made += 1));
  await progress.stage(`reading what ${countOf(total)}`, work, { total, done: () => made });
}

const countOf = (services: number): string =>
  services === 1 ? '1 service means' : `${String(services)} services mean`;

async function embed(
  search: Search,
  config: Pick<Config, 'embeddingModel' | 'dataDir'>,
  done: () => void,
): Promise<void> {
  const opened = await openModel(config, allThreads);
  if (!opened) return;

  const { model, vectors } = opened;
  try {
    await fillVectors({ search: () => search, model, vectors, done });
  } finally {
    await model.close();
  }
}
