import type { Question } from '../search/query/question.ts';
import type { Facets, Found } from '../search/search.ts';
import { LastAnswers } from '../site/last-answers.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';

/** Enough for the pages that are made at a time, in every language. */
const maxCached = 64;

/** The search of a build, whose catalog never changes, with a cache of its last lists and facets: all pages of a list share both. */
export function cachedSearch({
  search,
  snapshot,
  isServed,
}: Pick<SiteCatalog, 'search' | 'snapshot' | 'isServed'>): SiteCatalog['search'] {
  const lists = new LastAnswers<string, Promise<Found>>(maxCached);
  const facets = new LastAnswers<string, Promise<Facets>>(maxCached);

  return {
    list: async ({ limit, offset, ...question }) => {
      const key = keyOf(question);
      // Beside a server, only the first pages are made, which do not need the order of the whole list.
      if (key === undefined || isServed) return search.list({ ...question, limit, offset });

      const { entries, ...found } = await lists.get(key, () =>
        search.list({ ...question, limit: snapshot.size, offset: 0 }),
      );
      return { ...found, entries: entries.slice(offset, offset + limit) };
    },
    facets: (question) => {
      const key = keyOf(question);
      return key === undefined ? search.facets(question) : facets.get(key, () => search.facets(question));
    },
    matching: (question) => search.matching(question),
    categorySizes: () => search.categorySizes(),
    similar: (entry) => search.similar(entry),
    matches: (reading, entries) => search.matches(reading, entries),
  };
}

/** A text that is the same for equal questions; undefined for one that holds more than JSON can tell. */
function keyOf(question: Question): string | undefined {
  const isPlain = question.wanted === undefined && question.among === undefined;

  return isPlain ? JSON.stringify(question) : undefined;
}
