import { feeds as text } from '#texts/feeds.ts';
import { language } from '#texts/language.ts';
import type { NewsScope, NewsItem } from '../domain/news.ts';
import { shownText } from '../domain/plain-text.ts';
import { isDeletion } from '../domain/service-change.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { firstLanguage } from '../texts/languages.ts';
import {
  allFeedPaths,
  categoryFeedPaths,
  type FeedPaths,
  searchFeedPaths,
  serviceFeedPaths,
} from './feed-links.ts';
import { categoryPath, listPath, servicePath } from './links.ts';
import { questionOf } from './listing.ts';
import { contentOf, titleOf } from './news-text.ts';
import { emptySearch, readSearch, searchPath, type SearchValues } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { droppedBy } from './understood.ts';
import { categoryTitle } from '../texts/category-title.ts';
import type { Problem } from '../views/problem.ts';
import { unknownProblem } from '../views/unknown-parameter.ts';

/** A feed in the language of the bundle, in no format yet. All paths begin at the root of the site. */
export interface Feed {
  /** Names the feed among those of the site. */
  readonly name: string;
  readonly title: string;
  readonly author: string;
  readonly paths: FeedPaths;
  /** The page that shows the same services. */
  readonly page: string;
  /** When the last thing happened that it tells of (ISO 8601). */
  readonly updated: string;
  /** Whether nothing else changes it: services also come and go in a search, and an empty feed may be filled from git. */
  readonly isModifiedThen: boolean;
  /** Newest first. */
  readonly items: readonly FeedItem[];
  /** Earlier items about services that are gone. */
  readonly withdrawn: readonly WithdrawnItem[];
}

export interface FeedItem {
  /** Names the item among those of the site, in all languages. */
  readonly name: string;
  readonly at: string;
  readonly page: string;
  readonly title: string;
  /** Lines of plain text. */
  readonly text: string;
  readonly category: { readonly id: string; readonly label: string };
}

interface WithdrawnItem extends Pick<FeedItem, 'name'> {
  /** When its service went. */
  readonly at: string;
}

type Catalog = Pick<SiteCatalog, 'snapshot' | 'search' | 'understand' | 'readNews' | 'catalogName'>;

/** Changes that a feed tells of. */
const maxItems = 50;

/** Changes among which a search looks for those of services that it finds. */
const maxSearched = 1_000;

/** The longest search, in code points, that stands whole in the title of its feed. */
const longestTitle = 100;

interface Place extends Pick<Feed, 'title' | 'paths' | 'page'> {
  /** The plain address of the page, without a language. */
  readonly at: string;
}

export async function allFeed(catalog: Catalog): Promise<Feed> {
  const place = { title: text.allServices, paths: allFeedPaths(), page: listPath(), at: '/' };

  return feedOf(place, await catalog.readNews('all', maxItems), catalog);
}

/** Undefined for an unknown category. */
export async function categoryFeed(catalog: Catalog, id: string): Promise<Feed | undefined> {
  const category = catalog.snapshot.categories.find((each) => each.id === id);
  if (!category) return undefined;

  const at = `/categories/${id}/`;
  const place = {
    title: categoryTitle(category.name),
    paths: categoryFeedPaths(id),
    page: categoryPath(id),
    at,
  };
  return feedOf(place, await catalog.readNews({ category: id }, maxItems), catalog);
}

/** Undefined for an unknown service; `gone` for a removed one of which there is nothing left to tell. */
export async function serviceFeed(catalog: Catalog, id: string): Promise<Feed | 'gone' | undefined> {
  const { snapshot } = catalog;
  const name = snapshot.find(id)?.declared.name ?? snapshot.tombstone(id)?.name;
  if (name === undefined) return undefined;

  const scope: NewsScope = { service: id };
  const news = await catalog.readNews(scope, maxItems);
  if (news.length === 0 && !snapshot.find(id)) return 'gone';

  const place = { title: name, paths: serviceFeedPaths(id), page: servicePath(id), at: `/services/${id}/` };
  return feedOf(place, news, catalog);
}

/** Parameters of `/search`: its values, their other names, and the page, which a feed does not have. */
const searchParameters = [...Object.keys(emptySearch), 'q', 'page'];

/** The feed of the services that a search finds now, or what is wrong with the search. A filter that is not known must not give the feed of everything. */
export async function searchFeed(
  catalog: Catalog,
  parameters: URLSearchParams,
): Promise<Feed | { readonly problem: Problem }> {
  const unknown = unknownProblem(parameters, searchParameters);
  if (unknown) return { problem: unknown };
  const { values, problems } = readSearch(parameters);
  if (problems.length > 0) return { problem: { code: 'parameter_invalid', errors: problems } };

  const news = await catalog.readNews('all', maxSearched);
  const found = await idsFound(values, new Set(news.map(({ id }) => id)), catalog);
  const page = searchPath({ ...values, sortBy: '' });
  const [, asked] = page.split('?');
  const at = asked === undefined ? '/' : `/search?${asked}`;
  const title = shownText(values.query, longestTitle) || text.search;
  const matching = news.filter(({ id }) => found.has(id)).slice(0, maxItems);
  const feed = feedOf({ title, paths: searchFeedPaths(values), page, at }, matching, catalog);
  return { ...feed, isModifiedThen: false };
}

async function idsFound(
  values: SearchValues,
  among: ReadonlySet<string>,
  catalog: Catalog,
): Promise<Set<string>> {
  const { search, understand } = catalog;
  const reading = values.query === '' ? undefined : await understand(values.query, droppedBy(values.ignore));
  const { question } = questionOf(values, reading);
  const { entries } = await search.list({ ...question, among, limit: among.size, offset: 0 });

  return new Set(entries.map(({ declared }) => declared.id));
}

function feedOf(
  { title, paths, page, at }: Place,
  news: readonly NewsItem[],
  { snapshot, catalogName }: Catalog,
): Feed {
  const gone = goneIn(news);
  const isWithdrawn = (change: NewsItem): boolean => (gone.get(change.id) ?? change) !== change;

  return {
    name: language === firstLanguage ? at : `${language}${at}`,
    title: text.title({ of: title }),
    author: catalogName,
    paths,
    page,
    updated: news[0]?.at.toISOString() ?? snapshot.version.changedAt,
    isModifiedThen: news.length > 0,
    items: news.filter((change) => !isWithdrawn(change)).map((change) => itemOf(change, snapshot)),
    withdrawn: news.filter(isWithdrawn).map((change) => ({
      name: nameOf(change),
      at: (gone.get(change.id) ?? change).at.toISOString(),
    })),
  };
}

/** The last change of each service, where that was its removal. */
function goneIn(news: readonly NewsItem[]): Map<string, NewsItem> {
  const last = new Map<string, NewsItem>();
  for (const change of news) if (!last.has(change.id)) last.set(change.id, change);

  return new Map([...last].filter(([, { kind }]) => isDeletion(kind)));
}

function itemOf(change: NewsItem, snapshot: Snapshot): FeedItem {
  const { id, at, news } = change;
  const label = categoryTitle(snapshot.categoryName(news.category));

  return {
    name: nameOf(change),
    at: at.toISOString(),
    page: servicePath(id),
    title: titleOf(change),
    text: contentOf(change, label),
    category: { id: news.category, label },
  };
}

function nameOf({ id, key }: NewsItem): string {
  return `services/${id}/${key}`;
}
