import type { CatalogFile } from '../domain/catalog-file.ts';

/** The most URLs, and the most bytes, of one file: https://www.sitemaps.org/protocol.html#index */
const most = { urls: 50_000, bytes: 50 * 1024 * 1024 };

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The name of the file that crawlers ask for. */
export const sitemapPath = 'sitemap.xml';

/**
 * The sitemap of the pages at these paths: one file, or an index of several where one would be too large. The paths consist of characters
 * that mean nothing in XML.
 */
export function sitemap(paths: readonly string[], siteUrl: string): CatalogFile[] {
  const parts = partsOf(paths.map((path) => `<url>${placeOf(siteUrl, path)}</url>`));
  const [only = '', ...others] = parts.map((urls) => documentOf('urlset', urls));
  if (others.length === 0) return [{ path: sitemapPath, text: only }];

  const files = [only, ...others].map((text, place) => ({ path: `sitemap-${String(place + 1)}.xml`, text }));
  const index = files.map(({ path }) => `<sitemap>${placeOf(siteUrl, `/${path}`)}</sitemap>`);
  return [...files, { path: sitemapPath, text: documentOf('sitemapindex', index) }];
}

/** The URLs in portions, each as large as a file may be. */
function partsOf(urls: readonly string[]): string[][] {
  const room = most.bytes - documentOf('urlset', []).length;
  const parts: string[][] = [];
  let part: string[] = [];
  let bytes = 0;

  for (const url of urls) {
    const size = url.length + 1;
    if (part.length === most.urls || bytes + size > room) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(url);
    bytes += size;
  }
  return [...parts, part];
}

function placeOf(siteUrl: string, path: string): string {
  return `<loc>${siteUrl}${path}</loc>`;
}

function documentOf(root: 'urlset' | 'sitemapindex', places: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${places.join('\n')}\n</${root}>\n`;
}
