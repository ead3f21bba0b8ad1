import type { Entry } from '../domain/snapshot.ts';
import { isLive } from '../views/live-paths.ts';
import { problems } from '../views/problem.ts';
import { categoriesView } from '../views/categories.ts';
import { referencePaths } from '../site/api-reference.ts';
import { documentIndexPath } from '../site/document-search.ts';
import { writtenPaths } from '../site/documents.ts';
import { allFeed, categoryFeed } from '../site/feed.ts';
import { allFeedPaths, categoryFeedPaths, feedFormats } from '../site/feed-links.ts';
import { homePage } from '../site/home-page.ts';
import { hostPage } from '../site/host-page.ts';
import {
  badgePath,
  categoryPath,
  categoryPicturePath,
  homePicturePath,
  hostPath,
  listPath,
  listPicturePath,
  payeePath,
  problemPath,
  servicePath,
  sharePath,
} from '../site/links.ts';
import { allServicesPicture, categoryPicture, homePicture } from '../site/list-picture.ts';
import { allServicesPage, categoryPage } from '../site/list-pages.ts';
import { markdownPath } from '../texts/markdown-path.ts';
import { markdownDocuments } from '../site/markdown-route.ts';
import { payeePage } from '../site/payee-page.ts';
import { servicePage } from '../site/service-page.ts';
import { localExample } from '../site/guide-example.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { statusPage } from '../site/status-page.ts';
import { firstLanguage, furtherLanguages, type Language } from '../texts/languages.ts';

/** A page, or the picture of a page, that a build renders into a file. */
export interface SitePage {
  readonly language: Language;
  /** The path without its language. */
  readonly path: string;
  /** Everything that it shows of the catalog: the page stays valid while this and the code are unchanged. */
  readonly shows: unknown;
  /** Set for pictures, which are slow to draw and depend on little of the code. */
  readonly isPicture?: true;
}

/** Quick starts that search for a service of the catalog where its chain is on this machine. */
const exemplified = new Set(['/docs/buyers/', '/docs/agents/']);

/** Pages that show nothing of the catalog. */
const same = ['/404', '/docs/', ...writtenPaths.filter((path) => !exemplified.has(path)), '/problems/'];

type PlainPage = Omit<SitePage, 'language'>;

/** A page that may be left out, so it is found out only later what it shows. */
type WantedPage = Omit<PlainPage, 'shows'> & { readonly shows: () => unknown };

/** So many pages of a list are made beside a server: those behind are rarely read, and every change moves services through them, and changes their number. */
const maxOfList = 1;

/**
 * Every page of a build, but for those of single services. Beside a server, which renders them on request, there are none that it never takes
 * from a file, or that are rarely read, and none that show the catalog in further languages, since those would double the time.
 */
export async function* sitePages(catalog: SiteCatalog): AsyncGenerator<SitePage> {
  for await (const { shows: find, ...page } of wantedPages(catalog)) {
    if (catalog.isServed && (page.isPicture || isLive(page.path))) continue;

    const shows = await find();
    yield* inLanguages({ ...page, shows }, !catalog.isServed || shows === null);
  }
}

/** The page of a service, the same as Markdown, its badge, and its picture. Beside a server, there is only the page: few ask for the others. */
export async function pagesOfService(entry: Entry, catalog: SiteCatalog): Promise<SitePage[]> {
  const { id } = entry.declared;
  const shows = await servicePage(entry, catalog);
  const page = { path: servicePath(id), shows };
  const further: PlainPage[] = [
    { path: markdownPath(servicePath(id)), shows },
    { path: badgePath(id), shows },
    { path: sharePath(id), shows: shows.picture, isPicture: true },
  ];
  const pages = catalog.isServed ? [page] : [page, ...further];

  return pages.flatMap((each) => inLanguages(each, !catalog.isServed));
}

/** A page in each language that is wanted. Pictures are the same in all. */
function inLanguages(page: PlainPage, isInAll: boolean): SitePage[] {
  const further = isInAll && !page.isPicture ? furtherLanguages : [];

  return [firstLanguage, ...further].map((language) => ({ language, ...page }));
}

async function* wantedPages(catalog: SiteCatalog): AsyncGenerator<WantedPage> {
  const { snapshot, repository } = catalog;
  const most = catalog.isServed ? maxOfList : Infinity;
  const nothing = (): null => null;
  for (const path of [...same, ...Object.keys(problems).map(problemPath)]) yield { path, shows: nothing };

  for (const path of exemplified) yield { path, shows: () => localExample(catalog) };
  for (const path of referencePaths(catalog.api)) yield { path, shows: () => catalog.api };
  yield { path: documentIndexPath, shows: () => catalog.api };
  for (const path of markdownDocuments(catalog)) {
    yield { path: markdownPath(path), shows: () => [catalog.api, localExample(catalog)] };
  }
  const ofHome = await homePicture(catalog);
  yield { path: homePicturePath, shows: () => ofHome, isPicture: true };
  yield { path: '/', shows: async () => ({ ...(await homePage(catalog)), picture: ofHome }) };
  yield { path: '/status/', shows: () => statusPage(catalog) };
  yield { path: '/register/', shows: () => ({ categories: snapshot.categories, repository }) };
  yield { path: '/listings/', shows: () => snapshot.categories };
  yield { path: '/categories/', shows: () => categoriesView(catalog) };
  // A static host serves these pages for every comparison and search; scripts fill them in.
  yield { path: '/compare/', shows: nothing };
  yield { path: '/docs/search/', shows: nothing };
  yield { path: '/search/', shows: () => allServicesPage(catalog, 1) };
  const ofList = await allServicesPicture(catalog);
  yield { path: listPicturePath, shows: () => ofList, isPicture: true };
  const allServices = async (number: number) => {
    const list = await allServicesPage(catalog, number);
    return list && { list, picture: ofList };
  };
  yield* pagesOf(listPath, allServices, most);
  for (const { id } of snapshot.categories) {
    yield { path: categoryPicturePath(id), shows: () => categoryPicture(catalog, id), isPicture: true };
    yield* pagesOf(
      (number) => categoryPath(id, number),
      (number) => categoryPage(catalog, id, number),
      most,
    );
  }
  yield* feeds(catalog);
  if (!catalog.isServed) yield* groupPages(catalog);
}

/**
 * The feeds of all services and of each category. Feeds of single services would be two more files for each, in every language, of which
 * hosts take only so many; the server renders them.
 */
function* feeds(catalog: SiteCatalog): Generator<WantedPage> {
  for (const format of feedFormats) yield { path: allFeedPaths()[format], shows: () => allFeed(catalog) };
  for (const { id } of catalog.snapshot.categories) {
    for (const format of feedFormats) {
      yield { path: categoryFeedPaths(id)[format], shows: () => categoryFeed(catalog, id) };
    }
  }
}

/**
 * The pages of hosts and wallets that several services have in common. In a generated catalog of 100,000 services, two in five of which share
 * a host and a wallet, these are 16,000 pages; with those of a single service they would be 135,000. The latter say little that the page
 * of that service does not, so nothing links to them, and only the server renders them.
 */
async function* groupPages(catalog: SiteCatalog): AsyncGenerator<WantedPage> {
  for (const { pathOf, pageAt } of sharedGroups(catalog)) yield* pagesOf(pathOf, pageAt);
}

function* sharedGroups(catalog: SiteCatalog): Generator<{
  readonly pathOf: (number: number) => string;
  readonly pageAt: (number: number) => Promise<unknown>;
}> {
  const { snapshot } = catalog;
  for (const host of snapshot.sharedHosts()) {
    if (hostPath(host) === undefined) continue;
    yield {
      pathOf: (number) => hostPath(host, number) ?? '',
      pageAt: (number) => hostPage(catalog, host, number),
    };
  }
  for (const payee of snapshot.sharedPayees()) {
    if (payeePath(payee) === undefined) continue;
    yield {
      pathOf: (number) => payeePath(payee, number) ?? '',
      pageAt: (number) => payeePage(catalog, payee, number),
    };
  }
}

/** The pages of a list, at most so many. */
async function* pagesOf(
  pathOf: (number: number) => string,
  pageAt: (number: number) => Promise<unknown>,
  most = Infinity,
): AsyncGenerator<WantedPage> {
  for (let number = 1; number <= most; number += 1) {
    const shows = await pageAt(number);
    if (shows === undefined) return;

    yield { path: pathOf(number), shows: () => shows };
  }
}
