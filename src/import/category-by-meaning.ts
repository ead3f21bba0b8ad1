import type { Category } from '../domain/category.ts';
import type { TextKind } from '../domain/meaning.ts';
import { categoryExamples } from './category-examples.ts';
import { type CategorySigns, votesIn } from './choose-category.ts';

/** A model that gives texts unit vectors, several at a time. */
export interface Meanings {
  readonly threads: number;
  embed(text: string, kind: TextKind): Promise<Float32Array>;
}

interface Surroundings {
  readonly categories: readonly Category[];
  readonly words: CategorySigns['words'];
  readonly meanings: Meanings;
  /** Whether there is no more time. */
  readonly isLate: () => boolean;
  /** Called after each text. */
  readonly done: () => void;
}

/** A text that is typical of a category. */
interface Example {
  readonly category: string;
  readonly vector: Float32Array;
}

/** A text is as near to a category as to so many of its examples, the nearest ones. */
const nearest = 2;
/** What it adds when all words of a text speak for a category. */
const wordWeight = 0.1;

/** The category whose examples each text is nearest to, by text; of those for which there was time. */
export async function categoriesByMeaning(
  texts: readonly string[],
  { categories, words, meanings, isLate, done }: Surroundings,
): Promise<ReadonlyMap<string, string>> {
  const examples = await inThreads(examplesOf(categories), meanings, async ({ category, text }) => ({
    category,
    vector: await meanings.embed(text, 'service'),
  }));
  const found = await inThreads([...new Set(texts)], meanings, async (text) => {
    if (isLate()) return [];
    const vector = await meanings.embed(text, 'service');
    done();
    const category = nearestCategory(vector, examples, words(text).votes);
    return category === undefined ? [] : [[text, category] as const];
  });

  return new Map(found.flat());
}

/** The sayings of each category or, of one that this project does not know, its name and description. */
function examplesOf(categories: readonly Category[]): { readonly category: string; readonly text: string }[] {
  const lines = categoryExamples
    .trim()
    .split('\n')
    .map((line) => line.split(' = '));
  const known = new Map(lines.map(([id = '', sayings = '']) => [id, sayings.split('; ')]));

  return categories.flatMap(({ id, name, description }) =>
    id === 'other'
      ? []
      : (known.get(id) ?? [`${name}. ${description}`]).map((text) => ({ category: id, text })),
  );
}

function nearestCategory(
  vector: Float32Array,
  examples: readonly Example[],
  votes: ReadonlyMap<string, number>,
): string | undefined {
  const all = votesIn(votes) || 1;
  const scores = [...Map.groupBy(examples, ({ category }) => category)].map(([category, own]) => {
    const cosines = own.map((example) => cosine(vector, example.vector)).sort((a, b) => b - a);
    const best = cosines.slice(0, nearest);
    const mean = best.reduce((sum, each) => sum + each, 0) / best.length;
    return { category, score: mean + (wordWeight * (votes.get(category) ?? 0)) / all };
  });

  return scores.sort((a, b) => b.score - a.score)[0]?.category;
}

/** The cosine of unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** Works on all items, as many at a time as the model has threads; the results are in their order. */
async function inThreads<Item, Result>(
  items: readonly Item[],
  { threads }: Meanings,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };

  await Promise.all(Array.from({ length: threads }, worker));
  return results;
}
