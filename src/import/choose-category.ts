import type { Snapshot } from '../domain/snapshot.ts';
import { categoriesCalled } from '../search/lexicon/categories-called.ts';
import type { Search } from '../search/search.ts';
import type { Resource } from './read-resource.ts';

/** Finds the category of a service in this catalog. */
export type ChooseCategory = (resource: Resource, before: string | undefined) => string;

/**
 * The category that the source names, where this catalog has it; else the one that the listing has already; else the one that the search would
 * look for by the words of the service; else the fallback. A listing keeps its category, so that what the search learns moves nobody.
 */
export function categoryChooser(
  { categories }: Pick<Snapshot, 'categories'>,
  search: Pick<Search, 'readSentence'>,
  fallback: string,
): ChooseCategory {
  const known = new Set(categories.map(({ id }) => id));

  return (resource, before) => {
    const named = resource.categories.map((text) => namedBy(text, categories)).find((id) => id !== undefined);
    if (named !== undefined) return named;
    if (before !== undefined && known.has(before)) return before;

    const { category } = search.readSentence(resource.about);
    return category ?? fallback;
  };
}

/** The only category that goes by this text; undefined where there is none, or several. */
function namedBy(text: string, categories: Snapshot['categories']): string | undefined {
  const [id, ...others] = categoriesCalled(text.toLowerCase(), categories);

  return others.length === 0 ? id : undefined;
}
