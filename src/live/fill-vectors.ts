import { rounded } from '../search/meaning/vector-table.ts';
import type { Search } from '../search/search.ts';
import type { MeaningModel, VectorStore } from './ports.ts';

interface Filling {
  readonly search: Pick<Search, 'missingVectors' | 'addVectors'>;
  readonly model: MeaningModel;
  readonly vectors: Pick<VectorStore, 'append'>;
  readonly done?: () => void;
  readonly signal?: AbortSignal;
}

/** Vectors are stored after this many for each thread, so that an interruption loses little. */
const batchForThread = 16;

/**
 * Lets a search go by meaning: makes the vectors that it lacks, adds them and stores them, until none is missing or `signal` is aborted.
 * @throws {Error} when the model or the storage fails.
 */
export async function fillVectors({ search, model, vectors, done, signal }: Filling): Promise<void> {
  for (;;) {
    const missing = await search.missingVectors(batchForThread * model.threads);
    if (missing.length === 0 || signal?.aborted) return;

    const made = await Promise.all(
      missing.map(async ({ key, text }) => {
        const vector = rounded(await model.embed(text, 'service'));
        done?.();
        return { key, vector };
      }),
    );
    await search.addVectors(made);
    await vectors.append(made);
  }
}

/** How many stored vectors may be of no use to any service before they are dropped; always as many as are of use. */
const maxUnused = 10_000;

/**
 * Gives a search the vectors that are stored, or only those of so many numbers: another model with the same name made the others. Drops those of
 * texts that no service says any more, once they are many.
 */
export async function useStoredVectors(
  search: Pick<Search, 'addVectors' | 'usedVectors'>,
  vectors: VectorStore,
  dimensions?: number,
): Promise<void> {
  let stored = 0;
  for await (const records of vectors.read()) {
    const ours = records.filter(({ vector }) => vector.length === (dimensions ?? vector.length));
    await search.addVectors(ours);
    stored += ours.length;
  }

  const used = await search.usedVectors();
  if (stored > used.length + Math.max(maxUnused, used.length)) await vectors.replace(used);
}
