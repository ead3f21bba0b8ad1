import type { CatalogFile } from '../domain/catalog-file.ts';
import { bodyOf } from '../domain/views.ts';
import { badge } from './badge.ts';
import { badgePath, categoryPath, listPath, servicePath } from './links.ts';
import { searchIndex, searchIndexFile } from './search-index.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What belongs to the site and is no page: badges, the index that a copy of the site is searched by, and the map for crawlers. */
export async function* siteFiles(catalog: SiteCatalog, siteUrl: string): AsyncGenerator<CatalogFile> {
  const { snapshot } = catalog;
  for (const entry of snapshot.entries()) {
    yield { path: badgePath(entry.declared.id).slice(1), text: badge(entry) };
  }

  yield { path: searchIndexFile, text: bodyOf(await searchIndex(catalog)) };
  yield { path: 'sitemap.xml', text: sitemap(catalog, siteUrl) };
}

/** https://www.sitemaps.org/protocol.html. No path of ours holds a character that XML would have escaped. */
function sitemap({ snapshot }: SiteCatalog, siteUrl: string): string {
  const paths = [
    '/',
    listPath(),
    '/categories/',
    '/docs/',
    '/register/',
    ...snapshot.categories.map(({ id }) => categoryPath(id)),
    ...[...snapshot.entries()].map(({ declared }) => servicePath(declared.id)).sort(),
  ];
  const urls = paths.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`).join('\n');

  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}
