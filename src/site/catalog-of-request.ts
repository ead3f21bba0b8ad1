import { providedCatalog, type SiteCatalog } from './catalog-source.ts';

/** The catalog of a page that is rendered on request: the server's present one, or in development the one that was provided. */
export function catalogOfRequest({ catalog }: App.Locals): SiteCatalog {
  return catalog ?? providedCatalog();
}
