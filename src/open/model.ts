import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ModelThreads } from '../adapters/embedding/model-threads.ts';
import { VectorFile } from '../adapters/embedding/vector-file.ts';
import type { Config } from '../config/config.ts';
import type { MeaningModel, VectorStore } from '../live/ports.ts';

/** The name under which the vectors of a model are stored. */
const nameOf = (embeddingModel: string | undefined): string => embeddingModel ?? 'all-MiniLM-L6-v2';

/** A model, and the vectors that it made before. */
export interface OpenModel {
  readonly model: MeaningModel;
  readonly vectors: VectorStore;
}

/** Threads of a command that does nothing else. A server uses one, and leaves the other cores to requests. */
export const allThreads = availableParallelism();

/** Loads the model of EMBEDDING_MODEL into threads; undefined when it says `none`. @throws {Error} when it cannot be loaded; the message says why. */
export async function openModel(
  { embeddingModel, dataDir }: Pick<Config, 'embeddingModel' | 'dataDir'>,
  count: number,
): Promise<OpenModel | undefined> {
  if (embeddingModel === 'none') return undefined;

  const threads = await ModelThreads.start(
    { model: embeddingModel, cacheDir: join(dataDir, 'models') },
    count,
  );
  const name = nameOf(embeddingModel);
  const { dimensions } = threads;
  return {
    model: {
      name,
      dimensions,
      threads: count,
      embed: (text, kind) => threads.embed(text, kind),
      close: () => threads.close(),
    },
    vectors: openVectors({ embeddingModel, dataDir }),
  };
}

/** Those of the sample services, by the packaged model: a first start can search by meaning at once. `npm run build` makes such a file. */
const sampleVectors = join(import.meta.dirname, '../adapters/embedding/sample-vectors.bin');

/** The vectors that the model of EMBEDDING_MODEL made before; does not load it. */
export function openVectors({
  embeddingModel,
  dataDir,
}: Pick<Config, 'embeddingModel' | 'dataDir'>): VectorStore {
  const beginning = embeddingModel === undefined ? sampleVectors : undefined;

  return new VectorFile(dataDir, nameOf(embeddingModel), beginning);
}
