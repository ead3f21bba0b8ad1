import { catalogFolder } from '../domain/catalog-file.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import type { SiteCatalog } from './site-catalog.ts';

type Contact = Pick<SiteCatalog, 'contactUrl' | 'repository'>;

/**
 * Where to report a listing: the contact, which learns the id as `listing`, or as the subject of a mail. Where the operator named no contact,
 * the catalog's repository on GitHub has a form for it, which is public as such reports should be.
 */
export function listingReport(id: string, { contactUrl, repository }: Contact): string | undefined {
  if (contactUrl === undefined) return undefined;

  const url = new URL(contactUrl);
  const home = `https://github.com/${repository?.name ?? ''}`;
  if (contactUrl.startsWith(`${home}/security/`)) {
    return `${home}/issues/new?${new URLSearchParams({ template: 'wrong-listing.yml', service: id }).toString()}`;
  }
  if (url.protocol === 'https:') url.searchParams.append('listing', id);
  // In a mailto: URL, a plus is no space (RFC 6068).
  if (url.protocol === 'mailto:') {
    url.search = `${url.search}${url.search === '' ? '?' : '&'}subject=${encodeURIComponent(`Listing ${id}`)}`;
  }
  return url.href;
}

/** Where GitHub shows the commits of a service's file; undefined where the repository is unknown. */
export function fileHistory(id: string, { repository }: Pick<SiteCatalog, 'repository'>): string | undefined {
  if (!repository) return undefined;

  const { name, branch } = repository;
  return `https://github.com/${name}/commits/${branch}/${catalogFolder}/${serviceFilePath(id)}`;
}
