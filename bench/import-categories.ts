import { allThreads, openModel } from '../src/open/model.ts';
import { Snapshot } from '../src/domain/snapshot.ts';
import { categoriesByMeaning } from '../src/import/category-by-meaning.ts';
import { type CategorySigns, categoryChooser, wordReader } from '../src/import/choose-category.ts';
import { labelledSellers } from './labelled-sellers.ts';
import { ownCategories } from './own-categories.ts';
import { type Figure, writeResult } from './result.ts';

const wanted = 0.85;

interface Labelled {
  readonly text: string;
  readonly category: string;
}

/** Measures how many imported services get the category that a reader would look for them in, in a catalog that is still empty. */
export async function benchImportCategories(): Promise<void> {
  const version = { commit: '', changedAt: '', unbuilt: 0 };
  const before = Snapshot.of(version, await ownCategories(), [], []);
  const words = wordReader(before);
  const labelled = readLabelled();
  const texts = labelled.map(({ text }) => text);
  const opened = await openModel({ embeddingModel: undefined, dataDir: 'data' }, allThreads);
  if (!opened) throw new Error('the packaged model is missing');

  const started = performance.now();
  const meant = await categoriesByMeaning(texts, {
    ...{ categories: before.categories, words, meanings: opened.model },
    isLate: () => false,
    done: () => undefined,
  });
  const seconds = (performance.now() - started) / 1000;
  await opened.model.close();

  const halves = [0, 1].map((half) => labelled.filter((_, at) => at % 2 === half));
  const figures = halves.flatMap((half, at) => {
    const which = at === 0 ? 'that were tuned on' : 'that were not looked at';
    return [
      figure(`words and model, ${half.length} texts ${which}`, half, before, { words, meant }),
      figure(`words alone, ${half.length} texts ${which}`, half, before, { words, meant: new Map() }, 0),
    ];
  });
  await writeResult('import-categories', [
    ...figures,
    {
      ...{ what: 'time of the model for all texts and its examples', wanted: '', reached: true },
      measured: `${seconds.toFixed(0)} s`,
    },
  ]);
}

function figure(
  what: string,
  labelled: readonly Labelled[],
  before: Snapshot,
  signs: CategorySigns,
  least = wanted,
): Figure {
  const choose = categoryChooser(before, signs, 'other');
  const right = labelled.filter(
    ({ text, category }) => choose({ about: text, categories: [] }, undefined) === category,
  );
  const share = right.length / labelled.length;

  return {
    ...{ what, wanted: least === 0 ? '' : `≥ ${least}`, measured: share.toFixed(3) },
    reached: share >= least,
  };
}

function readLabelled(): Labelled[] {
  let category = '';
  return labelledSellers
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith(' ')) return [{ text: line.trim(), category }];
      category = line;
      return [];
    });
}
