import { problems } from '../views/problem.ts';
import { categoriesView } from '../views/categories.ts';
import { documentIndexPath } from '../site/document-search.ts';
import { writtenPaths } from '../site/documents.ts';
import { homePage } from '../site/home-page.ts';
import { categoryPath, listPath, problemPath, servicePath, sharePath } from '../site/links.ts';
import { allServicesPage, categoryPage } from '../site/list-pages.ts';
import { servicePage } from '../site/service-page.ts';
import { sharePicture } from '../site/share-picture.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { statusPage } from '../site/status-page.ts';
import { knownOf } from '../site/known-services.ts';

/** A page, or the picture of a page, that a build renders into a file. */
export interface SitePage {
  readonly path: string;
  /** Everything that it shows of the catalog: the page stays valid while this and the code are unchanged. */
  readonly shows: unknown;
  /** Set for pictures, which are slow to draw and depend on little of the code. */
  readonly isPicture?: true;
}

/** Pages that show nothing of the catalog. */
const same = ['/404', '/docs/', ...writtenPaths, '/problems/'];

/** Every prerendered page. Searches and comparisons are rendered on request. */
export async function* sitePages(catalog: SiteCatalog): AsyncGenerator<SitePage> {
  const { snapshot, repository } = catalog;
  for (const path of [...same, ...Object.keys(problems).map(problemPath)]) yield { path, shows: null };

  yield { path: '/docs/api/', shows: catalog.api };
  yield { path: documentIndexPath, shows: catalog.api };
  yield { path: '/', shows: await homePage(catalog) };
  yield { path: '/status/', shows: await statusPage(catalog) };
  yield { path: '/register/', shows: { categories: snapshot.categories, repository } };
  yield { path: '/listings/', shows: snapshot.categories };
  yield { path: '/categories/', shows: categoriesView(snapshot) };
  // A static host serves these pages for every comparison and search; scripts fill them in.
  yield { path: '/compare/', shows: null };
  yield { path: '/docs/search/', shows: null };
  yield { path: '/search/', shows: await allServicesPage(catalog, 1) };
  yield* pagesOf(listPath, (number) => allServicesPage(catalog, number));
  for (const { id } of snapshot.categories) {
    yield* pagesOf(
      (number) => categoryPath(id, number),
      (number) => categoryPage(catalog, id, number),
    );
  }
  for (const entry of snapshot.entries()) {
    const { id } = entry.declared;
    yield { path: servicePath(id), shows: await servicePage(entry, catalog) };
    const picture = sharePicture(entry, await knownOf(entry, catalog), snapshot);
    yield { path: sharePath(id), shows: picture, isPicture: true };
  }
}

/** Every page of a list. */
async function* pagesOf(
  pathOf: (number: number) => string,
  pageAt: (number: number) => Promise<unknown>,
): AsyncGenerator<SitePage> {
  for (let number = 1; ; number += 1) {
    const shows = await pageAt(number);
    if (shows === undefined) return;

    yield { path: pathOf(number), shows };
  }
}
