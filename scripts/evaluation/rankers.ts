import type { Intent } from '../../src/search/intent/intent.ts';
import { Search } from '../../src/search/search.ts';
import { miniSearchOf } from './mini-search-of.ts';
import type { Corpus } from './read-corpus.ts';

interface Ranked {
  readonly ids: readonly string[];
  readonly intent?: Intent;
}

/** Something that is measured: it answers a sentence, and a list of words. */
export interface Ranker {
  readonly name: string;
  intent(sentence: string): Ranked;
  keywords(text: string): Ranked;
}

/** What there was before: every word of the text, each for itself. */
export function plainMiniSearch({ entries, snapshot }: Corpus): Ranker {
  const index = miniSearchOf(entries, (id) => snapshot.categoryName(id));
  const options = { boost: { name: 3 }, prefix: true, fuzzy: 0.2 };
  const search = (text: string): Ranked => ({ ids: index.search(text, options).map(({ id }) => String(id)) });

  return { name: 'plain MiniSearch', intent: search, keywords: search };
}

/** The search of the product. */
export function tollbook({ snapshot }: Corpus): Ranker {
  const search = new Search(snapshot);
  const page = { limit: 100, offset: 0 };

  return {
    name: 'Tollbook',
    intent(sentence) {
      const { intent, hits } = search.intent(sentence, page);
      return { ids: hits.map(({ entry }) => entry.declared.id), intent };
    },
    keywords(text) {
      return { ids: search.list({ ...page, text }).entries.map(({ declared }) => declared.id) };
    },
  };
}
