import type { Intent } from '../../src/search/intent/intent.ts';
import { Search } from '../../src/search/search.ts';
import { questionOf } from '../../src/site/listing.ts';
import { readSearch } from '../../src/site/search-request.ts';
import { miniSearchOf } from './mini-search-of.ts';
import type { Corpus } from './read-corpus.ts';

interface Ranked {
  readonly ids: readonly string[];
  readonly intent?: Intent;
}

/** A search to measure: it ranks services for a sentence, and for keywords. */
export interface Ranker {
  readonly name: string;
  intent(sentence: string): Ranked;
  keywords(text: string): Ranked;
}

const page = { limit: 100, offset: 0 };

/** The baseline: plain MiniSearch, with every word of the text as a search term. */
export function plainMiniSearch({ entries, snapshot }: Corpus): Ranker {
  const index = miniSearchOf(entries, (id) => snapshot.categoryName(id));
  const options = { boost: { name: 3 }, prefix: true, fuzzy: 0.2 };
  const search = (text: string): Ranked => ({ ids: index.search(text, options).map(({ id }) => String(id)) });

  return { name: 'plain MiniSearch', intent: search, keywords: search };
}

/** The product's API: intent search for sentences, the list for keywords. */
export function tollbookApi({ snapshot }: Corpus): Ranker {
  const search = new Search(snapshot);

  return {
    name: 'Tollbook, API',
    intent(sentence) {
      const { intent, hits } = search.intent(search.readSentence(sentence), page);
      return { ids: hits.map(({ entry }) => entry.declared.id), intent };
    },
    keywords(text) {
      const { entries } = search.list({ ...page, wanted: search.readKeywords(text) });
      return { ids: entries.map(({ declared }) => declared.id) };
    },
  };
}

/** The product's page `/search`, which has to distinguish sentences from keywords by itself. */
export function tollbookPages({ snapshot }: Corpus): Ranker {
  const search = new Search(snapshot);
  const find = (query: string): Ranked => {
    const { values } = readSearch(new URLSearchParams({ query }));
    const { entries } = search.list({ ...questionOf(values, search).question, ...page });
    return { ids: entries.map(({ declared }) => declared.id) };
  };

  return { name: 'Tollbook, pages', intent: find, keywords: find };
}
