import { problems } from '../domain/problem.ts';
import { categoriesView } from '../domain/views.ts';
import { homePage } from './home-page.ts';
import { categoryPath, listPath, problemPath, servicePath, sharePath } from './links.ts';
import { allServicesPage, categoryPage } from './list-pages.ts';
import { servicePage } from './service-page.ts';
import { sharePicture } from './share-picture.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { statusPage } from './status-page.ts';

/** A page, or the picture of one, that a build renders into a file. */
export interface SitePage {
  readonly path: string;
  /** All that it shows of the catalog: while this and the code stay the same, so does the page. */
  readonly shows: unknown;
  /** Of a picture, which is drawn by little of the code, and long. */
  readonly isPicture?: true;
}

const same = [
  '/404',
  '/docs/',
  '/docs/agents/',
  '/docs/buyers/',
  '/docs/owners/',
  '/docs/probing/',
  '/docs/scanners/',
  '/docs/security/',
  '/problems/',
];

/** Every page of the site that has an address of its own. Those of one search or comparison are rendered on request only. */
export async function* sitePages(catalog: SiteCatalog): AsyncGenerator<SitePage> {
  const { snapshot, repository } = catalog;
  for (const path of [...same, ...Object.keys(problems).map(problemPath)]) yield { path, shows: null };

  yield { path: '/docs/api/', shows: catalog.api };
  yield { path: '/', shows: await homePage(catalog) };
  yield { path: '/status/', shows: statusPage(catalog) };
  yield { path: '/register/', shows: { categories: snapshot.categories, repository } };
  yield { path: '/categories/', shows: categoriesView(snapshot) };
  // What a static host serves for every comparison, and for every search: scripts do the rest there.
  yield { path: '/compare/', shows: null };
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
    yield { path: sharePath(id), shows: sharePicture(entry, snapshot), isPicture: true };
  }
}

/** The pages of a list, up to its last. */
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
