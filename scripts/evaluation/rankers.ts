import MiniSearch from 'minisearch';
import { fold } from '../../src/domain/fold.ts';
import type { Intent } from '../../src/search/intent/intent.ts';
import { Search } from '../../src/search/search.ts';
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
  const index = new MiniSearch({
    fields: ['name', 'description', 'host', 'category'],
    processTerm: (term) => fold(term) || null,
    searchOptions: { boost: { name: 3 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    entries.map(({ declared: { id, name, description, endpoint, category } }) => ({
      id,
      name,
      description,
      host: new URL(endpoint).hostname,
      category: snapshot.categoryName(category),
    })),
  );
  const search = (text: string): Ranked => ({ ids: index.search(text).map(({ id }) => String(id)) });

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
