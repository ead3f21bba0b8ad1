import type { CatalogFile } from '../domain/catalog-file.ts';
import { ardManifest, manifestPaths } from '../views/ard-manifest.ts';
import { bodyOf } from '../views/body.ts';
import { referencePaths } from '../site/api-reference.ts';
import { documentPaths } from '../site/documents.ts';
import { categoryPath, hostPath, listPath, payeePath, servicePath } from '../site/links.ts';
import { llmsText } from '../site/llms-text.ts';
import { type CopyPointer, copyPointerFile } from '../site/copy-format.ts';
import { copyIndex } from '../site/copy-index.ts';
import { digestOf } from './digest.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { sitemap, sitemapPath } from './sitemap.ts';

interface Site {
  readonly siteUrl: string;
  /** Where to report vulnerabilities; defaults to the security page. */
  readonly contactUrl: string | undefined;
}

/**
 * The files of the site that are not pages: the sitemap, robots.txt, llms.txt, security.txt, the manifest of ARD, and, where no server answers
 * searches, the index that browsers search.
 */
export async function* siteFiles(
  catalog: SiteCatalog,
  { siteUrl, contactUrl }: Site,
): AsyncGenerator<CatalogFile> {
  const guide = llmsText(catalog, siteUrl);
  yield { path: 'llms.txt', text: guide };
  yield { path: 'index.md', text: guide };
  yield* sitemap(indexedPaths(catalog), siteUrl);
  yield { path: 'robots.txt', text: robotsText(siteUrl) };
  const manifest = bodyOf(ardManifest({ siteUrl, catalogName: catalog.catalogName }, 'files'));
  for (const path of manifestPaths) yield { path: path.slice(1), text: manifest };
  yield { path: '.well-known/security.txt', text: securityText(catalog, { siteUrl, contactUrl }) };
  if (!catalog.isServed) yield* copyFiles(catalog);
}

/** The index that a copy without a server searches: the file with all services has its content in its name, so browsers may cache it for ever. */
async function* copyFiles(catalog: SiteCatalog): AsyncGenerator<CatalogFile> {
  const text = bodyOf(await copyIndex(catalog));
  const file = `copy/${digestOf(text)}.json`;
  const pointer: CopyPointer = { file, services: catalog.snapshot.size, bytes: Buffer.byteLength(text) };

  yield { path: file, text };
  yield { path: copyPointerFile, text: bodyOf(pointer) };
}

/** Without `Agentmap`: robots that know no such line call the file broken, and clients of ARD find the manifest by its address and `rel=ard`. */
function robotsText(siteUrl: string): string {
  return ['User-agent: *', 'Disallow: /compare', '', `Sitemap: ${siteUrl}/${sitemapPath}`, ''].join('\n');
}

/** RFC 9116 recommends an expiry date less than a year away; each build renews it. */
const securityTextDays = 360;

function securityText({ at }: SiteCatalog, { siteUrl, contactUrl }: Site): string {
  const policy = `${siteUrl}/docs/security/`;
  const expires = new Date(at);
  expires.setUTCDate(expires.getUTCDate() + securityTextDays);
  expires.setUTCHours(0, 0, 0, 0);

  return [
    `Contact: ${contactUrl ?? policy}`,
    `Expires: ${expires.toISOString()}`,
    `Policy: ${policy}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

/** The pages that search engines should know. */
function indexedPaths({ snapshot, api }: SiteCatalog): string[] {
  return [
    '/',
    listPath(),
    '/categories/',
    ...new Set([...documentPaths, ...referencePaths(api)]),
    '/register/',
    ...snapshot.categories.map(({ id }) => categoryPath(id)),
    ...[...snapshot.sharedHosts()].flatMap((host) => hostPath(host) ?? []).sort(),
    ...[...snapshot.sharedPayees()].flatMap((payee) => payeePath(payee) ?? []).sort(),
    ...Array.from(snapshot.ids(), (id) => servicePath(id)).sort(),
  ];
}
