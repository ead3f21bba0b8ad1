import { problems } from '../domain/problem.ts';
import { categoriesView } from '../domain/views.ts';
import { homePage } from './home-page.ts';
import { categoryPath, listPath, problemPath, servicePath } from './links.ts';
import { allServicesPage, categoryPage } from './list-pages.ts';
import { servicePage } from './service-page.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** A page that a build writes as a file. */
export interface SitePage {
  readonly path: string;
  /** All that it shows of the catalog: while this and the code stay the same, so does the page. */
  readonly shows: unknown;
}

const same = ['/404', '/docs/', '/docs/api/', '/docs/probing/', '/problems/', '/register/'];

/** Every page of the site that has an address of its own; those of searches are rendered on request only. */
export function* sitePages(catalog: SiteCatalog): Generator<SitePage> {
  const { snapshot } = catalog;
  for (const path of [...same, ...Object.keys(problems).map(problemPath)]) yield { path, shows: null };

  yield { path: '/', shows: homePage(catalog) };
  yield { path: '/categories/', shows: categoriesView(snapshot) };
  yield* pagesOf(listPath, (number) => allServicesPage(catalog, number));
  for (const { id } of snapshot.categories) {
    yield* pagesOf(
      (number) => categoryPath(id, number),
      (number) => categoryPage(catalog, id, number),
    );
  }
  for (const entry of snapshot.entries()) {
    yield { path: servicePath(entry.declared.id), shows: servicePage(entry, snapshot) };
  }
}

/** The pages of a list, up to its last. */
function* pagesOf(
  pathOf: (number: number) => string,
  pageAt: (number: number) => unknown,
): Generator<SitePage> {
  for (let number = 1; ; number += 1) {
    const shows = pageAt(number);
    if (shows === undefined) return;

    yield { path: pathOf(number), shows };
  }
}
