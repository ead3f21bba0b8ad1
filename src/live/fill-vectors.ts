import { rounded, VectorTable } from '../search/index/vector-table.ts';
import type { Search } from '../search/search.ts';
import type { MeaningModel, VectorStore } from './ports.ts';

interface Filling {
  /** The search as it is now; it may be replaced while vectors are made. */
  readonly search: () => Pick<Search, 'vectors' | 'useVectors' | 'missingVectors' | 'addVector'>;
  readonly model: MeaningModel;
  readonly vectors: Pick<VectorStore, 'append'>;
  /** Called for each vector that was made. */
  readonly done?: () => void;
  readonly signal?: AbortSignal;
}

/** Vectors are stored after this many for each thread, so that an interruption loses little. */
const batchForThread = 16;

/**
 * Lets a search go by meaning: makes the vectors that it lacks, adds them and stores them, until none is missing or `signal` is aborted. Does
 * without its other vectors if another model with the same name made them. @throws {Error} when the model or the storage fails.
 */
export async function fillVectors({ search, model, vectors, done, signal }: Filling): Promise<void> {
  if (search().vectors?.dimensions !== model.dimensions) {
    search().useVectors(new VectorTable(model.dimensions));
  }

  for (;;) {
    const missing = search().missingVectors(batchForThread * model.threads);
    if (missing.length === 0 || signal?.aborted) return;

    const made = await Promise.all(
      missing.map(async (text) => {
        const vector = rounded(await model.embed(text.text, 'service'));
        done?.();
        return { ...text, vector };
      }),
    );
    for (const { vector, ...text } of made) search().addVector(text, vector);
    await vectors.append(made);
  }
}

/** How many stored vectors may be of no use to any service before they are dropped; always as many as are of use. */
const mostUnused = 10_000;

/** Gives a search the vectors that are stored. Drops those of texts that no service says any more, once they are many. */
export async function useStoredVectors(
  search: Pick<Search, 'useVectors' | 'usedVectors'>,
  vectors: VectorStore,
): Promise<void> {
  let table: VectorTable | undefined;
  for await (const records of vectors.read()) {
    table ??= new VectorTable(records[0]?.vector.length ?? 0);
    for (const { key, vector } of records) table.add(key, vector);
  }
  if (!table) return;

  search.useVectors(table);
  const used = search.usedVectors();
  if (table.count <= used.length + Math.max(mostUnused, used.length)) return;

  await vectors.replace(used);
  await useStoredVectors(search, vectors);
}
