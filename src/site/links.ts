import type { Payee } from '../domain/payee.ts';
import { readPath } from '../texts/languages.ts';
import { localPath } from '../texts/local-path.ts';

/** Paths of this site's pages, in the language of the bundle. Prerendered pages end with a slash, because each is the index of a folder. */

export function servicePath(id: string): string {
  return localPath(`/services/${id}/`);
}

/** The list for some parameters of a search; without any, the whole one. */
export function listPathFor(asked: URLSearchParams): string {
  return localPath(asked.size === 0 ? '/services/' : `/search?${asked.toString()}`);
}

/** A page of the changes of a service, which the server renders on request; the first has the short path. */
export function historyPath(id: string, page = 1): string {
  return `${servicePath(id)}history/${page === 1 ? '' : `?page=${String(page)}`}`;
}

/** Where its owner changes a service. */
export function editPath(id: string): string {
  return localPath(`/listings/?edit=${id}`);
}

/** Where somebody claims a service, or restores it. */
export function claimPath(id: string): string {
  return localPath(`/listings/?claim=${id}`);
}

/** Where somebody accepts a service that was offered. */
export function acceptPath(id: string): string {
  return localPath(`/listings/?accept=${id}`);
}

/** A page of the list of all services; the first has the short path. */
export function listPath(page = 1): string {
  return paged('/services/', page);
}

/** A page of the services in a category; the first has the short path. */
export function categoryPath(id: string, page = 1): string {
  return paged(`/categories/${id}/`, page);
}

/** What may stand in a path, and be the name of a folder, as it is. */
const plainSegment = /^[\w-][\w.-]*$/;

/** A page of the services at a host; the first has the short path. Undefined for an IPv6 address, which has no page. */
export function hostPath(host: string, page = 1): string | undefined {
  return plainSegment.test(host) ? paged(`/hosts/${host}/`, page) : undefined;
}

/**
 * A page of the services that a wallet is paid for; the first has the short path. Undefined for the few addresses of unknown networks that
 * could not be the name of a file.
 */
export function payeePath({ family, address }: Payee, page = 1): string | undefined {
  return plainSegment.test(address) ? paged(`/wallets/${family}/${address}/`, page) : undefined;
}

export function problemPath(code: string): string {
  return localPath(`/problems/${code}/`);
}

/** The badge with a service's status, in the language of the page. */
export function badgePath(id: string): string {
  return localPath(`/badge/${id}.svg`);
}

/** The badge as Markdown, which leads each reader to the service's page in a language of theirs; `site` is the public address of this site, without a slash at its end. */
export function badgeMarkdown(id: string, site: string): string {
  return `[![Listed on Tollbook](${site}${badgePath(id)})](${site}${readPath(servicePath(id)).plain})`;
}

/** The picture in link previews of a service. */
export function sharePath(id: string): string {
  return `/og/${id}.png`;
}

/** The pictures in link previews of the front page, of the list of all services, and of a category. No service has such an id. */
export const homePicturePath = '/og/home.png';
export const listPicturePath = '/og/services.png';

export function categoryPicturePath(id: string): string {
  return `/og/categories/${id}.png`;
}

/** How many services may be compared. */
export const maxCompared = 4;

/** Further ids are ignored. */
const maxIds = 20;

/** The distinct ids that a comparison requests, by repeating `ids`, as a comma list, or both. */
export function comparedIds(parameters: URLSearchParams): string[] {
  const ids = parameters
    .getAll('ids')
    .flatMap((value) => value.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');

  return [...new Set(ids)].slice(0, maxIds);
}

/** The address of a comparison. */
export function comparePath(ids: readonly string[]): string {
  return localPath(`/compare?ids=${ids.join(',')}`);
}

function paged(first: string, page: number): string {
  return localPath(page === 1 ? first : `${first}page/${String(page)}/`);
}

/** The text that an address of `/search` asks for. `q` is another name for `query`, and counts when `query` is empty. */
export function askedText(parameters: URLSearchParams): string {
  const [text = ''] = ['query', 'q'].map((name) => (parameters.get(name) ?? '').trim()).filter(Boolean);

  return text;
}
