import { fileAddress } from '../texts/file-address.ts';
import { readPath } from '../texts/languages.ts';

/** Links to other parts of this site. Canonical addresses, and those for other sites, name the host. */
const linked = / (href|src|action)="(\/(?!\/)[^"]*)"/g;

/**
 * A page as HTML whose links begin at its own place instead of the root of the host, and lead to files: so a copy of the site works below any path,
 * and on hosts that rewrite no address. `data-root` leads scripts to the root of the site.
 */
export function relativePage(html: string, path: string, siteUrl: string): string {
  const root = rootFrom(path, siteUrl);
  const relative = (_: string, name: string, address: string): string =>
    ` ${name}="${root}${fileAddress(address).slice(1)}"`;

  return html.replace('<html ', `<html data-root="${root}" `).replace(linked, relative);
}

/** The root of the site as seen from a page. Hosts show the 404 page at any address, so only the public address of the site helps there. */
function rootFrom(path: string, siteUrl: string): string {
  if (readPath(path).plain === '/404') return `${new URL(siteUrl).pathname.replace(/\/$/, '')}/`;

  return '../'.repeat(path.split('/').length - 2) || './';
}
