import { readOwnDictionaries, useOwnDictionaries } from '../../src/adapters/search/own-dictionaries.ts';
import { languages, useDictionaries } from '../../src/search/languages/languages.ts';
import { figuresOf, type Runs } from './metrics.ts';
import type { Ranker } from './rankers.ts';
import type { Corpus, Label } from './read-corpus.ts';

/** What the dictionary of a language is worth for the labelled sentences in it: nDCG@10 with all dictionaries, and without this one. */
type DictionaryRow =
  | { readonly sentences: number; readonly with: string; readonly without: string }
  | { readonly sentences: 'none is labelled' };

/** Rows by the name of the language. A sentence is in the language whose code follows `lang-` in its `type`. */
export async function dictionaryRows(
  labels: readonly Label[],
  ranker: Ranker,
  { corpusId }: Pick<Corpus, 'corpusId'>,
): Promise<Readonly<Record<string, DictionaryRow>>> {
  const ndcg = async (some: readonly Label[]): Promise<string> => {
    const runs: Record<string, Runs[string]> = {};
    for (const { id, q } of some) runs[id] = (await ranker.intent(q)).ids.map(corpusId);
    return figuresOf(some, runs).ndcg.toFixed(3);
  };

  const rows: Record<string, DictionaryRow> = {};
  for (const { code, file } of languages()) {
    const own = labels.filter(({ type }) => type === `lang-${code}`);
    if (own.length === 0) {
      rows[file.name] = { sentences: 'none is labelled' };
      continue;
    }
    useOwnDictionaries();
    const withAll = await ndcg(own);
    useDictionaries(() => ({ ...readOwnDictionaries(), [code]: undefined }));
    rows[file.name] = { sentences: own.length, with: withAll, without: await ndcg(own) };
  }
  useOwnDictionaries();
  return rows;
}
