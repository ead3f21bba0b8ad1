import { language } from '#texts/language.ts';
import { fileAddress } from './file-address.ts';
import { pathIn, readPath } from './languages.ts';

/*
 * Addresses within this site. A server has it at the root of its host; scripts of a built page learn from the page where its copy is, which may be
 * below any path (see `relative-page.ts`).
 */

const pageRoot = typeof document === 'undefined' ? undefined : document.documentElement.dataset['root'];
/** Where hosts merge slashes, a page may be at `//other.example/…`; an address that begins so would lead to that host. */
const root = pageRoot === undefined ? '/' : new URL(pageRoot, location.href).pathname.replace(/^\/+/, '/');

/** The address of a page of this site in the language of these texts, given its path without a language. */
export function localPath(path: string): string {
  const address = pathIn(language, path);

  return fromRoot(pageRoot === undefined ? address : fileAddress(address));
}

/** The address of anything in this site, given its path from the site's root. */
export function fromRoot(path: string): string {
  return root + path.slice(1);
}

/** What an address on this site, as a path from the root of the host, says: its language, and the path without it. */
export function readLocalPath(path: string): ReturnType<typeof readPath> {
  return readPath(path.startsWith(root) ? path.slice(root.length - 1) : path);
}
