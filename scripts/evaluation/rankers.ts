import type { Intent, Reading } from '../../src/search/intent/intent.ts';
import { withMeaning } from '../../src/search/intent/gist.ts';
import type { Search } from '../../src/search/search.ts';
import { questionOf } from '../../src/site/listing.ts';
import { readSearch } from '../../src/site/search-request.ts';
import { miniSearchOf } from './mini-search-of.ts';
import type { Corpus } from './read-corpus.ts';

/** What a sentence means, as the server asks its model; undefined without a model. */
export type DirectionOf = (text: string) => Promise<Float32Array | undefined>;

interface Ranked {
  readonly ids: readonly string[];
  readonly intent?: Intent;
}

/** A search to measure: it ranks services for a sentence, and for keywords. */
export interface Ranker {
  readonly name: string;
  intent(sentence: string): Promise<Ranked>;
  keywords(text: string): Promise<Ranked>;
}

const page = { limit: 100, offset: 0 };

/** The baseline: plain MiniSearch, with every word of the text as a search term. */
export function plainMiniSearch({ entries, snapshot }: Corpus): Ranker {
  const index = miniSearchOf(entries, (id) => snapshot.categoryName(id));
  const options = { boost: { name: 3 }, prefix: true, fuzzy: 0.2 };
  const search = (text: string): Promise<Ranked> =>
    Promise.resolve({ ids: index.search(text, options).map(({ id }) => String(id)) });

  return { name: 'plain MiniSearch', intent: search, keywords: search };
}

/** The product's API: intent search for sentences, the list for keywords. */
export function tollbookApi(search: Search, directionOf: DirectionOf): Ranker {
  return {
    name: 'Tollbook, API',
    async intent(sentence) {
      const read = await meant(await search.readSentence(sentence), directionOf);
      const { intent, hits } = await search.intent(read, page);
      return { ids: hits.map(({ entry }) => entry.declared.id), intent };
    },
    async keywords(text) {
      const { entries } = await search.list({ ...page, wanted: await search.readKeywords(text) });
      return { ids: entries.map(({ declared }) => declared.id) };
    },
  };
}

/** The product's page `/search`, which has to distinguish sentences from keywords by itself. */
export function tollbookPages(search: Search, directionOf: DirectionOf): Ranker {
  const find = async (query: string): Promise<Ranked> => {
    const { values } = readSearch(new URLSearchParams({ query }));
    const reading = await meant(await search.understand(values.query), directionOf);
    const { entries } = await search.list({ ...questionOf(values, reading).question, ...page });
    return { ids: entries.map(({ declared }) => declared.id) };
  };

  return { name: 'Tollbook, pages', intent: find, keywords: find };
}

async function meant<Read extends Reading>(reading: Read, directionOf: DirectionOf): Promise<Read> {
  const direction = reading.gist && (await directionOf(reading.gist.text));

  return direction ? withMeaning(reading, direction) : reading;
}
