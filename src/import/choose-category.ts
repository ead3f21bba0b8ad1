import type { Snapshot } from '../domain/snapshot.ts';
import { useOwnDictionaries } from '../adapters/search/own-dictionaries.ts';
import type { Sentence } from '../search/intent/read-sentence.ts';
import { categoriesCalled } from '../search/lexicon/categories-called.ts';
import { Matcher } from '../search/matcher.ts';
import { textsOf } from '../search/words/fields.ts';
import type { Resource } from './read-resource.ts';

/** Finds the category of a service in this catalog. */
export type ChooseCategory = (
  resource: Pick<Resource, 'about' | 'categories'>,
  before: string | undefined,
) => string;

interface WordSigns {
  readonly votes: ReadonlyMap<string, number>;
  /** The likeliest one, even where that is a guess. */
  readonly likeliest: string | undefined;
}

export interface CategorySigns {
  readonly words: (text: string) => WordSigns;
  /** The categories that a model found, by the text they were found for. */
  readonly meant: ReadonlyMap<string, string>;
}

/** The words of a text decide alone where so many of them speak for categories, and so large a share for one. */
const mostlyOne = { words: 3, share: 0.8 } as const;

/**
 * The category that the source names, where this catalog has it; else the one that the listing has already; else the one that many words of the
 * service speak for, that the model finds, or that any word speaks for; else the fallback. A listing retains its category, so that what the search
 * learns moves nobody.
 */
export function categoryChooser(
  { categories }: Pick<Snapshot, 'categories'>,
  { words, meant }: CategorySigns,
  fallback: string,
): ChooseCategory {
  const known = new Set(categories.map(({ id }) => id));

  return (resource, before) => {
    const { about } = resource;
    const settled = settledCategory(resource, before, categories);
    if (settled !== undefined) return settled;

    const signs = words(about);
    const found = [sureCategory(signs), meant.get(about), signs.likeliest];
    return found.find((id) => id !== undefined && known.has(id)) ?? fallback;
  };
}

/** The category that needs no reading of texts: the one that the source names, or that the listing has. */
export function settledCategory(
  resource: Pick<Resource, 'categories'>,
  before: string | undefined,
  categories: Snapshot['categories'],
): string | undefined {
  const named = resource.categories.map((text) => namedBy(text, categories)).find((id) => id !== undefined);

  return named ?? (categories.some(({ id }) => id === before) ? before : undefined);
}

/** The category that the words of a text leave no doubt about. */
export function sureCategory({ votes }: WordSigns): string | undefined {
  const total = votesIn(votes);
  if (total < mostlyOne.words) return undefined;

  return [...votes].find(([, words]) => words / total >= mostlyOne.share)?.[0];
}

export function votesIn(votes: WordSigns['votes']): number {
  return [...votes.values()].reduce((sum, words) => sum + words, 0);
}

/** Reads what the words of texts say to who knows the services of a catalog, each text once: that takes milliseconds. */
export function wordReader(catalog: Snapshot): CategorySigns['words'] {
  useOwnDictionaries();
  const matcher = new Matcher();
  const categoryName = (id: string): string => catalog.categoryName(id);
  const put = Array.from(catalog.entries(), (entry, place) => ({
    ...textsOf(entry, categoryName),
    place,
    categoryId: entry.declared.category,
  }));
  matcher.update({ put, removed: [] });
  const facts = { chains: [], categories: catalog.categories };
  const read = new Map<string, WordSigns>();

  return (text) => {
    const signs = read.get(text) ?? signsIn(matcher.readSentence(text, facts));
    read.set(text, signs);
    return signs;
  };
}

function signsIn({ topic, category }: Sentence): WordSigns {
  const votes = new Map<string, number>();
  for (const { concept, places } of topic.concepts) {
    if (concept.category === undefined) continue;
    votes.set(concept.category, (votes.get(concept.category) ?? 0) + places.length);
  }

  return { votes, likeliest: category };
}

/** The only category that goes by this text; undefined where there is none, or several. */
function namedBy(text: string, categories: Snapshot['categories']): string | undefined {
  const [id, ...others] = categoriesCalled(text.toLowerCase(), categories);

  return others.length === 0 ? id : undefined;
}
